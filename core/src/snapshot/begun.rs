//! A future that is begun before it is awaited, so that what it asked for is done meanwhile.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A future that was polled once. Awaiting it goes on from there.
pub(super) struct Begun<F: Future> {
    future: Pin<Box<F>>,
    /// Where it was done at once: what it came to, until that is taken.
    done: Option<F::Output>,
}

impl<F: Future> Begun<F> {
    /// Begins a future.
    pub(super) async fn new(future: F) -> Self {
        let mut future = Box::pin(future);
        let done = poll_fn(|context| match future.as_mut().poll(context) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending => Poll::Ready(None),
        });
        let done = done.await;
        Self { future, done }
    }
}

impl<F: Future> Future for Begun<F>
where
    F::Output: Unpin,
{
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        match self.done.take() {
            Some(output) => Poll::Ready(output),
            None => self.future.as_mut().poll(context),
        }
    }
}
