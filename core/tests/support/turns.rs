//! A store that gives way before every call, and a schedule by which two handles take turns: so that every command can
//! be overtaken between any two calls of the store.
#![allow(dead_code)] // Each test binary uses a part.

use namesake_core::journal::{Head, Row};
use namesake_core::store::{Block, InMemory, SnapshotChange, Store, StoreError};
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

#[derive(Debug, Clone)]
pub struct Turns(pub InMemory);

/// Pending once.
struct GiveWay(bool);

impl Future for GiveWay {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Store for Turns {
    async fn head(&self) -> Result<Head, StoreError> {
        GiveWay(false).await;
        self.0.head().await
    }

    async fn read(&self, from: u64, max_bytes: usize) -> Result<Vec<Row>, StoreError> {
        GiveWay(false).await;
        self.0.read(from, max_bytes).await
    }

    async fn append(&self, expected: &Head, rows: &[Row]) -> Result<(), StoreError> {
        GiveWay(false).await;
        self.0.append(expected, rows).await
    }

    async fn manifest(&self) -> Result<Option<Vec<u8>>, StoreError> {
        GiveWay(false).await;
        self.0.manifest().await
    }

    async fn blocks(&self, names: &[String]) -> Result<Vec<Block>, StoreError> {
        GiveWay(false).await;
        self.0.blocks(names).await
    }

    async fn put_snapshot(&self, expected: Option<&[u8]>, change: SnapshotChange<'_>) -> Result<bool, StoreError> {
        GiveWay(false).await;
        self.0.put_snapshot(expected, change).await
    }

    async fn drop_snapshot(&self) -> Result<(), StoreError> {
        GiveWay(false).await;
        self.0.drop_snapshot().await
    }
}

/// Runs two futures to their ends; each bit of the seed says whose turn it is.
pub fn interleave<T>(one: impl Future<Output = T>, other: impl Future<Output = T>, seed: u64) -> (T, T) {
    let (mut one, mut other) = (pin!(one), pin!(other));
    let (mut first, mut second) = (None, None);
    let mut context = Context::from_waker(Waker::noop());
    let mut bits = seed | 1;
    loop {
        // Xorshift (Marsaglia 2003).
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        if first.is_none()
            && (bits >> 20 & 1 == 0 || second.is_some())
            && let Poll::Ready(done) = one.as_mut().poll(&mut context)
        {
            first = Some(done);
        } else if second.is_none()
            && (bits >> 20 & 1 == 1 || first.is_some())
            && let Poll::Ready(done) = other.as_mut().poll(&mut context)
        {
            second = Some(done);
        }
        if let (Some(_), Some(_)) = (&first, &second) {
            break;
        }
    }
    match (first, second) {
        (Some(first), Some(second)) => (first, second),
        _ => unreachable!("both have ended"),
    }
}
