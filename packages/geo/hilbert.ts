/**
 * Returns the index of a cell on the Hilbert curve through a square of 2^16 × 2^16 cells. Cells that are close on the
 * curve are close on the map. Items numbered along the curve are therefore usually close in memory if they are close on
 * the ground.
 */
export function hilbertIndex(column: number, row: number): number {
  let x = column
  let y = row
  let index = 0
  for (let size = 1 << 15; size > 0; size >>>= 1) {
    const right = (x & size) > 0 ? 1 : 0
    const upper = (y & size) > 0 ? 1 : 0
    index = index * 4 + ((3 * right) ^ upper)
    if (upper === 0) {
      if (right === 1) {
        x = size * 2 - 1 - (x & (size * 2 - 1))
        y = size * 2 - 1 - (y & (size * 2 - 1))
      }
      const swap = x
      x = y
      y = swap
    }
    x &= size - 1
    y &= size - 1
  }
  return index
}
