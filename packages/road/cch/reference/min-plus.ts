/**
 * A range of rows of sources or targets, in elimination tree order. The length of each row is the height of the tree.
 */
export interface RowRange {
  readonly labels: Float64Array
  readonly height: number
  readonly begin: number
  readonly end: number
}

const BLOCK_SIZE = 4

/**
 * Computes `cells[s, t] = min(cells[s, t], labels of s + labels of t)` over the depths `from` to `to`. The labels are
 * doubles, because the minimum of two doubles is one instruction. With 32-bit integers, the minimum takes four
 * instructions, and the loop takes nearly twice as long.
 */
export function minPlus(s: RowRange, t: RowRange, from: number, to: number, cells: Float64Array, width: number): void {
  if (s.end - s.begin < BLOCK_SIZE || t.end - t.begin < BLOCK_SIZE) minPlusSingly(s, t, from, to, cells, width)
  else minPlusBlocks(s, t, from, to, cells, width)
}

function minPlusSingly(s: RowRange, t: RowRange, from: number, to: number, cells: Float64Array, width: number): void {
  const a = s.labels
  const b = t.labels
  for (let i = s.begin; i < s.end; i++) {
    const row = i * s.height
    for (let j = t.begin; j < t.end; j++) {
      const column = j * t.height
      let bestCell = cells[i * width + j]
      for (let d = from; d <= to; d++) bestCell = Math.min(bestCell, a[row + d] + b[column + d])
      cells[i * width + j] = bestCell
    }
  }
}

/** Processes four rows by four columns. Eight label loads give sixteen sums, whose minima stay in registers. */
function minPlusBlocks(s: RowRange, t: RowRange, from: number, to: number, cells: Float64Array, width: number): void {
  const a = s.labels
  const b = t.labels
  const infinite = Number.POSITIVE_INFINITY
  for (let next = s.begin; next < s.end; next += BLOCK_SIZE) {
    // The last block may overlap the previous one, because taking a minimum twice is harmless.
    const i = Math.min(next, s.end - BLOCK_SIZE)
    const s0 = i * s.height
    const s1 = (i + 1) * s.height
    const s2 = (i + 2) * s.height
    const s3 = (i + 3) * s.height
    for (let blockStart = t.begin; blockStart < t.end; blockStart += BLOCK_SIZE) {
      const j = Math.min(blockStart, t.end - BLOCK_SIZE)
      const t0 = j * t.height
      const t1 = (j + 1) * t.height
      const t2 = (j + 2) * t.height
      const t3 = (j + 3) * t.height
      let m00 = infinite
      let m01 = infinite
      let m02 = infinite
      let m03 = infinite
      let m10 = infinite
      let m11 = infinite
      let m12 = infinite
      let m13 = infinite
      let m20 = infinite
      let m21 = infinite
      let m22 = infinite
      let m23 = infinite
      let m30 = infinite
      let m31 = infinite
      let m32 = infinite
      let m33 = infinite
      for (let d = from; d <= to; d++) {
        const a0 = a[s0 + d]
        const a1 = a[s1 + d]
        const a2 = a[s2 + d]
        const a3 = a[s3 + d]
        const b0 = b[t0 + d]
        const b1 = b[t1 + d]
        const b2 = b[t2 + d]
        const b3 = b[t3 + d]
        m00 = Math.min(m00, a0 + b0)
        m01 = Math.min(m01, a0 + b1)
        m02 = Math.min(m02, a0 + b2)
        m03 = Math.min(m03, a0 + b3)
        m10 = Math.min(m10, a1 + b0)
        m11 = Math.min(m11, a1 + b1)
        m12 = Math.min(m12, a1 + b2)
        m13 = Math.min(m13, a1 + b3)
        m20 = Math.min(m20, a2 + b0)
        m21 = Math.min(m21, a2 + b1)
        m22 = Math.min(m22, a2 + b2)
        m23 = Math.min(m23, a2 + b3)
        m30 = Math.min(m30, a3 + b0)
        m31 = Math.min(m31, a3 + b1)
        m32 = Math.min(m32, a3 + b2)
        m33 = Math.min(m33, a3 + b3)
      }
      offerCells(cells, i * width + j, m00, m01, m02, m03)
      offerCells(cells, (i + 1) * width + j, m10, m11, m12, m13)
      offerCells(cells, (i + 2) * width + j, m20, m21, m22, m23)
      offerCells(cells, (i + 3) * width + j, m30, m31, m32, m33)
    }
  }
}

function offerCells(cells: Float64Array, offset: number, m0: number, m1: number, m2: number, m3: number): void {
  cells[offset] = Math.min(cells[offset], m0)
  cells[offset + 1] = Math.min(cells[offset + 1], m1)
  cells[offset + 2] = Math.min(cells[offset + 2], m2)
  cells[offset + 3] = Math.min(cells[offset + 3], m3)
}
