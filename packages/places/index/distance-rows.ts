/** Distance that exceeds any searchable number of typos. */
export const UNREACHED_DISTANCE = 100
export const MAX_LENGTH = 64
const ROW_WIDTH = MAX_LENGTH + 1

/**
 * Edit distances between a query and the letters on a trie path. The metric is optimal string alignment: Damerau's four
 * edits, with no letter edited twice. There is one row per depth, and siblings overwrite the rows of deeper nodes. Only
 * a band around the diagonal is filled, because cells outside the band need more insertions or deletions than the
 * limit.
 */
export class DistanceRows {
  private readonly rows = new Uint8Array((MAX_LENGTH + 2) * ROW_WIDTH)
  private readonly query = new Uint16Array(MAX_LENGTH)
  private readonly prefix = new Uint16Array(MAX_LENGTH + 2)
  /** Maximum number of typos after each number of query letters. */
  private readonly allowedTypos = new Uint8Array(ROW_WIDTH)
  private length = 0
  private maxTypos = 0

  /**
   * Starts a query with up to `maxTypos` typos. At most `maxTyposInHalf` of them may be within the first
   * `firstHalfLength` letters.
   */
  reset(query: string, maxTypos: number, firstHalfLength: number, maxTyposInHalf: number): void {
    this.length = query.length
    this.maxTypos = maxTypos
    for (let column = 0; column < query.length; column++) this.query[column] = query.charCodeAt(column)
    for (let column = 0; column <= query.length; column++) {
      this.allowedTypos[column] = column < firstHalfLength ? maxTyposInHalf : maxTypos
      this.rows[column] = column > this.allowedTypos[column] ? UNREACHED_DISTANCE : column
    }
  }

  /**
   * Returns the number of typos between the whole query and the letters up to this depth, or UNREACHED_DISTANCE if
   * there are too many.
   */
  typosAt(depth: number): number {
    return Math.abs(depth - this.length) > this.maxTypos
      ? UNREACHED_DISTANCE
      : this.rows[depth * ROW_WIDTH + this.length]
  }

  /** Fills the row of a depth. Returns false if no word that continues with this letter can match. */
  addLetter(letter: number, depth: number): boolean {
    const { rows, query, prefix, length, allowedTypos, maxTypos } = this
    if (depth > length + maxTypos) return false
    prefix[depth] = letter
    const row = depth * ROW_WIDTH
    const previousRow = row - ROW_WIDTH
    const secondPreviousRow = previousRow - ROW_WIDTH
    const firstColumn = Math.max(0, depth - maxTypos)
    const to = Math.min(length, depth + maxTypos)
    let hasReachableCell = false
    // The next row reads the cells next to the band.
    if (firstColumn > 0) rows[row + firstColumn - 1] = UNREACHED_DISTANCE
    for (let column = firstColumn; column <= to; column++) {
      let bestDistance = column < depth + maxTypos ? rows[previousRow + column] + 1 : UNREACHED_DISTANCE
      if (column > 0) {
        const substitution = query[column - 1] === letter ? 0 : 1
        bestDistance = Math.min(bestDistance, rows[previousRow + column - 1] + substitution, rows[row + column - 1] + 1)
        if (column > 1 && depth > 1 && query[column - 1] === prefix[depth - 1] && query[column - 2] === letter) {
          bestDistance = Math.min(bestDistance, rows[secondPreviousRow + column - 2] + 1)
        }
      }
      const isWithinTypos = bestDistance <= allowedTypos[column]
      rows[row + column] = isWithinTypos ? bestDistance : UNREACHED_DISTANCE
      if (isWithinTypos) hasReachableCell = true
    }
    if (to < length) rows[row + to + 1] = UNREACHED_DISTANCE
    return hasReachableCell || this.canSwap(letter, depth)
  }

  /**
   * Returns true if the next letter could complete a transposition. A transposition reads the row two levels up, so it
   * can bypass a row without viable cells.
   */
  private canSwap(letter: number, depth: number): boolean {
    const { rows, query, length, maxTypos } = this
    const rowAbove = (depth - 1) * ROW_WIDTH
    const to = Math.min(length - 2, depth - 1 + maxTypos)
    for (let column = Math.max(0, depth - 1 - maxTypos); column <= to; column++) {
      if (query[column + 1] === letter && rows[rowAbove + column] < maxTypos) return true
    }
    return false
  }

  /**
   * Returns true if another typo is allowed, so that any letter may follow. Also returns true for a row without viable
   * cells, which only a transposition can continue.
   */
  hasTyposLeft(depth: number): boolean {
    const { rows, allowedTypos, length, maxTypos } = this
    const row = depth * ROW_WIDTH
    const to = Math.min(length, depth + maxTypos)
    let isAlive = false
    for (let column = Math.max(0, depth - maxTypos); column <= to; column++) {
      const typoCount = rows[row + column]
      if (typoCount < allowedTypos[column] || (column < length && typoCount < allowedTypos[column + 1])) return true
      if (typoCount < UNREACHED_DISTANCE) isAlive = true
    }
    return !isAlive
  }

  /**
   * Returns whether a letter can follow if no more typos are allowed. Only the next query letters are then viable, in
   * order or transposed. This check prunes nodes with many children.
   */
  isViable(letter: number, depth: number): boolean {
    const { rows, allowedTypos, query, length, maxTypos } = this
    const row = depth * ROW_WIDTH
    const to = Math.min(length - 1, depth + maxTypos)
    for (let column = Math.max(0, depth - maxTypos); column <= to; column++) {
      const typoCount = rows[row + column]
      if (typoCount >= UNREACHED_DISTANCE) continue
      if (query[column] === letter) return true
      if (column + 2 <= length && query[column + 1] === letter && typoCount < allowedTypos[column + 2]) return true
    }
    return depth > 0 && this.completesSwap(letter, depth)
  }

  /** Returns true if this letter and the previous letter are two query letters in reverse order. */
  private completesSwap(letter: number, depth: number): boolean {
    const { rows, allowedTypos, query, prefix, length, maxTypos } = this
    const rowAbove = (depth - 1) * ROW_WIDTH
    const to = Math.min(length - 2, depth - 1 + maxTypos)
    for (let column = Math.max(0, depth - 1 - maxTypos); column <= to; column++) {
      if (
        query[column] === letter &&
        query[column + 1] === prefix[depth] &&
        rows[rowAbove + column] < allowedTypos[column + 2]
      )
        return true
    }
    return false
  }
}
