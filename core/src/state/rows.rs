//! Rows in blocks: a list that grows without ever moving what is in it.
//!
//! A plain `Vec` of a hundred thousand entities would hold room for a third more, and for a moment twice as much
//! whenever it grows; WebAssembly memory never shrinks again.

/// Rows a block, in memory as in a snapshot.
pub const BLOCK: usize = 1_000;

/// A list in blocks of [`BLOCK`] rows; only the last may have fewer.
#[derive(Debug, Clone)]
pub(super) struct Rows<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }
}

impl<T> Rows<T> {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a row at the end.
    pub fn push(&mut self, row: T) {
        if self.len.is_multiple_of(BLOCK) {
            self.blocks.push(Vec::new());
        }
        if let Some(block) = self.blocks.last_mut() {
            if block.len() == block.capacity() {
                // Small tables stay small; a full block has no room to spare.
                let more = block.len().max(4).min(BLOCK - block.len());
                block.reserve_exact(more);
            }
            block.push(row);
            self.len += 1;
        }
    }

    /// Adds a block at the end. False, and nothing is changed, if its number does not follow or it has no or too many
    /// rows.
    pub fn push_block(&mut self, number: u32, rows: Vec<T>) -> bool {
        let fits = self.len == number as usize * BLOCK
            && number as usize == self.blocks.len()
            && (1..=BLOCK).contains(&rows.len());
        if fits {
            self.len += rows.len();
            self.blocks.push(rows);
        }
        fits
    }

    /// The row at a place that was given out.
    pub fn at(&self, at: usize) -> &T {
        &self.blocks[at / BLOCK][at % BLOCK]
    }

    /// The same, to be changed.
    pub fn at_mut(&mut self, at: usize) -> &mut T {
        &mut self.blocks[at / BLOCK][at % BLOCK]
    }

    /// The rows of a block; none beyond the end.
    pub fn block(&self, number: u32) -> &[T] {
        self.blocks.get(number as usize).map_or(&[], Vec::as_slice)
    }

    /// The rows from a place on.
    pub fn from(&self, start: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (start.min(self.len)..self.len).map(|at| self.at(at))
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Rows};

    #[test]
    fn rows_stay_in_order_over_blocks() {
        let mut rows = Rows::default();
        for n in 0..2 * BLOCK + 7 {
            rows.push(n);
        }
        assert_eq!(rows.len(), 2 * BLOCK + 7);
        assert!(rows.from(0).copied().eq(0..2 * BLOCK + 7));
        assert_eq!(rows.from(2 * BLOCK).len(), 7);
        assert_eq!((rows.block(1).len(), rows.block(2).len(), rows.block(3).len()), (BLOCK, 7, 0));
        let mut again = Rows::default();
        assert!(!again.push_block(1, rows.block(0).to_vec()), "a block must follow");
        assert!((0..3).all(|number| again.push_block(number, rows.block(number).to_vec())));
        assert!(!again.push_block(3, vec![1]), "the last block was not full");
        assert!(again.from(0).eq(rows.from(0)));
    }
}
