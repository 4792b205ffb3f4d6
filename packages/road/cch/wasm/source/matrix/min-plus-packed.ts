import { i32x4, load, min, store, v128 } from '~lib/builtins'
import { best, rowHeight, sourceLabels, stride, targetLabels } from './memory.ts'

/**
 * Works like meetOver, but on packed labels, in which the depth is part of the sum. Packed labels halve the work.
 * Packed labels are the common case, because most maps have no trips of many hours.
 */
export function meetPackedOver(s: u32, sEnd: u32, t: u32, tEnd: u32, from: u32, to: u32): void {
  if (tEnd - t >= 16 && sEnd - s >= 4) {
    for (let j = t; j < tEnd; j += 16) {
      // The last block may overlap the previous one, because taking a minimum twice is harmless.
      const column = min<u32>(j, tEnd - 16)
      for (let i = s; i < sEnd; i += 4) meetBlock(min<u32>(i, sEnd - 4), column, from, to)
    }
  } else if (tEnd - t >= 4) {
    for (let i = s; i < sEnd; i++) for (let j = t; j < tEnd; j += 4) meetRow(i, min<u32>(j, tEnd - 4), from, to)
  } else for (let i = s; i < sEnd; i++) for (let j = t; j < tEnd; j++) meetOne(i, j, from, to)
}

function labelAt(row: u32, depth: u32): usize {
  return sourceLabels + (((row as usize) * rowHeight + (depth as usize)) << 2)
}

function columnAt(column: u32, depth: u32): usize {
  return targetLabels + (depth as usize) * stride + ((column as usize) << 2)
}

function cellAt(row: u32, column: u32): usize {
  return best + (row as usize) * stride + ((column as usize) << 2)
}

/** Processes four rows by sixteen columns. Eight label loads give 64 sums, whose minima stay in registers. */
function meetBlock(row: u32, column: u32, from: u32, to: u32): void {
  const end = labelAt(row, to)
  const across = rowHeight << 2
  const cell0 = cellAt(row, column)
  const cell1 = cell0 + stride
  const cell2 = cell1 + stride
  const cell3 = cell2 + stride
  let b = columnAt(column, from)
  let m00 = v128.load(cell0)
  let m01 = v128.load(cell0, 16)
  let m02 = v128.load(cell0, 32)
  let m03 = v128.load(cell0, 48)
  let m10 = v128.load(cell1)
  let m11 = v128.load(cell1, 16)
  let m12 = v128.load(cell1, 32)
  let m13 = v128.load(cell1, 48)
  let m20 = v128.load(cell2)
  let m21 = v128.load(cell2, 16)
  let m22 = v128.load(cell2, 32)
  let m23 = v128.load(cell2, 48)
  let m30 = v128.load(cell3)
  let m31 = v128.load(cell3, 16)
  let m32 = v128.load(cell3, 32)
  let m33 = v128.load(cell3, 48)
  for (let a = labelAt(row, from); a <= end; a += 4, b += stride) {
    const x0 = v128.load(b)
    const x1 = v128.load(b, 16)
    const x2 = v128.load(b, 32)
    const x3 = v128.load(b, 48)
    const y0 = v128.load32_splat(a)
    m00 = i32x4.min_s(m00, i32x4.add(x0, y0))
    m01 = i32x4.min_s(m01, i32x4.add(x1, y0))
    m02 = i32x4.min_s(m02, i32x4.add(x2, y0))
    m03 = i32x4.min_s(m03, i32x4.add(x3, y0))
    const y1 = v128.load32_splat(a + across)
    m10 = i32x4.min_s(m10, i32x4.add(x0, y1))
    m11 = i32x4.min_s(m11, i32x4.add(x1, y1))
    m12 = i32x4.min_s(m12, i32x4.add(x2, y1))
    m13 = i32x4.min_s(m13, i32x4.add(x3, y1))
    const y2 = v128.load32_splat(a + 2 * across)
    m20 = i32x4.min_s(m20, i32x4.add(x0, y2))
    m21 = i32x4.min_s(m21, i32x4.add(x1, y2))
    m22 = i32x4.min_s(m22, i32x4.add(x2, y2))
    m23 = i32x4.min_s(m23, i32x4.add(x3, y2))
    const y3 = v128.load32_splat(a + 3 * across)
    m30 = i32x4.min_s(m30, i32x4.add(x0, y3))
    m31 = i32x4.min_s(m31, i32x4.add(x1, y3))
    m32 = i32x4.min_s(m32, i32x4.add(x2, y3))
    m33 = i32x4.min_s(m33, i32x4.add(x3, y3))
  }
  v128.store(cell0, m00)
  v128.store(cell0, m01, 16)
  v128.store(cell0, m02, 32)
  v128.store(cell0, m03, 48)
  v128.store(cell1, m10)
  v128.store(cell1, m11, 16)
  v128.store(cell1, m12, 32)
  v128.store(cell1, m13, 48)
  v128.store(cell2, m20)
  v128.store(cell2, m21, 16)
  v128.store(cell2, m22, 32)
  v128.store(cell2, m23, 48)
  v128.store(cell3, m30)
  v128.store(cell3, m31, 16)
  v128.store(cell3, m32, 32)
  v128.store(cell3, m33, 48)
}

/** Processes one row by four columns. */
function meetRow(row: u32, column: u32, from: u32, to: u32): void {
  const end = labelAt(row, to)
  const cell = cellAt(row, column)
  let b = columnAt(column, from)
  let least = v128.load(cell)
  for (let a = labelAt(row, from); a <= end; a += 4, b += stride) {
    least = i32x4.min_s(least, i32x4.add(v128.load(b), v128.load32_splat(a)))
  }
  v128.store(cell, least)
}

function meetOne(row: u32, column: u32, from: u32, to: u32): void {
  const end = labelAt(row, to)
  const cell = cellAt(row, column)
  let b = columnAt(column, from)
  let least = load<i32>(cell)
  for (let a = labelAt(row, from); a <= end; a += 4, b += stride) least = min<i32>(least, load<i32>(a) + load<i32>(b))
  store<i32>(cell, least)
}
