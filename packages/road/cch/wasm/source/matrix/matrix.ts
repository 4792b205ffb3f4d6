import { f64x2, i32x4, load, max, select, store, v128 } from '~lib/builtins'
import { INFINITE } from '../relax.ts'
import { isLongRight } from '../upward/attributes.ts'
import { FADING_ATTRIBUTES, NO_ATTRIBUTES, rowAttributes, rowGrowths, rowSteady } from './layout.ts'
import {
  best,
  meetingDepth,
  outDuration,
  outLength,
  outWeight,
  rowHeight,
  sourceAttributes,
  sourceLabels,
  sourceMinWeight,
  sourceSteady,
  stride,
  targetAttributes,
  targetCount,
  targetGrowths,
  targetLabels,
  targetMinWeight,
  targetPoint,
  targetRow,
  targetSteady,
} from './memory.ts'
import { unpackRow } from './packing.ts'

/** Copies the first `length` depths of a target into its column. Returns the largest finite weight. */
export function storeTarget(target: u32, length: u32, measured: u32): i32 {
  const column = (target as usize) << 2
  let largest: i32 = 0
  let to = targetLabels + column
  for (let at = targetRow; at < targetRow + ((length as usize) << 2); at += 4, to += stride) {
    const label = load<i32>(at)
    largest = max<i32>(largest, select<i32>(0, label, label >= INFINITE))
    store<i32>(to, label)
  }
  if (measured === NO_ATTRIBUTES) return largest
  const measures = targetRow + rowAttributes(rowHeight)
  to = targetAttributes + (column << 2)
  for (let at = measures; at < measures + ((length as usize) << 4); at += 16, to += stride << 2) {
    v128.store(to, v128.load(at))
  }
  if (measured !== FADING_ATTRIBUTES) return largest
  storeDoubles(targetRow + rowGrowths(rowHeight), length, targetGrowths + (column << 1))
  storeDoubles(targetRow + rowSteady(rowHeight), length, targetSteady + (column << 1))
  return largest
}

function storeDoubles(from: usize, length: u32, column: usize): void {
  let to = column
  for (let at = from; at < from + ((length as usize) << 3); at += 8, to += stride << 1) {
    store<f64>(to, load<f64>(at))
  }
}

/** Returns the largest finite weight in a source's row. */
export function largestSource(source: u32, length: u32): i32 {
  const row = sourceLabels + (((source as usize) * rowHeight) << 2)
  let largest: i32 = 0
  for (let at = row; at < row + ((length as usize) << 2); at += 4) {
    const label = load<i32>(at)
    largest = max<i32>(largest, select<i32>(0, label, label >= INFINITE))
  }
  return largest
}

export function clearCells(sources: u32): void {
  const infinite = i32x4.splat(INFINITE)
  const end = best + (sources as usize) * stride
  for (let at = best; at < end; at += 16) v128.store(at, infinite)
}

/**
 * Finishes the row of a source. Sums by depth in tree order become weights and attributes in the caller's order. `bits`
 * is the number of depth bits in the packed sums; see packing.ts.
 */
export function finishRow(source: u32, measured: u32, bits: u32, fadeCs: f64): void {
  const row = (source as usize) * stride
  if (bits > 0) unpackRow(row, bits)
  writeWeights(row, load<i32>(sourceMinWeight + ((source as usize) << 2)))
  const there = sourceAttributes + (((source as usize) * rowHeight) << 4)
  const steady = sourceSteady + (((source as usize) * rowHeight) << 3)
  if (measured === FADING_ATTRIBUTES) writeFading(row, there, steady, fadeCs)
  else if (measured !== NO_ATTRIBUTES) writeSteady(row, there)
}

function writeWeights(row: usize, least: i32): void {
  for (let column: usize = 0; column < (targetCount as usize) << 2; column += 4) {
    const sum = load<i32>(best + row + column)
    const total = sum + least + load<i32>(targetMinWeight + column)
    const to = outWeight + ((load<u32>(targetPoint + column) as usize) << 2)
    store<i32>(to, select<i32>(total, INFINITE, sum < INFINITE))
  }
}

function writeSteady(row: usize, there: usize): void {
  for (let column: usize = 0; column < (targetCount as usize) << 2; column += 4) {
    const to = (load<u32>(targetPoint + column) as usize) << 3
    if (load<i32>(best + row + column) < INFINITE) {
      const depth = load<u32>(meetingDepth + row + column) as usize
      const back = targetAttributes + ((depth * stride + column) << 2)
      const both = f64x2.add(v128.load(there + (depth << 4)), v128.load(back))
      store<f64>(outLength + to, f64x2.extract_lane(both, 0))
      store<f64>(outDuration + to, f64x2.extract_lane(both, 1))
    } else {
      store<f64>(outLength + to, Number.POSITIVE_INFINITY)
      store<f64>(outDuration + to, Number.POSITIVE_INFINITY)
    }
  }
}

/**
 * Writes the durations of a row. The duration of the second half of a path grows with the time spent on the first half.
 * `durationOfHalves` in matrix/matrix-cells.ts is the reference.
 */
function writeFading(row: usize, there: usize, steady: usize, fadeCs: f64): void {
  for (let column: usize = 0; column < (targetCount as usize) << 2; column += 4) {
    const to = (load<u32>(targetPoint + column) as usize) << 3
    if (load<i32>(best + row + column) < INFINITE) {
      const depth = load<u32>(meetingDepth + row + column) as usize
      const from = there + (depth << 4)
      const cell = depth * stride + column
      const back = targetAttributes + (cell << 2)
      const untilCs = load<f64>(from, 8)
      const growth = load<f64>(targetGrowths + (cell << 1))
      const durationCs = untilCs + load<f64>(back, 8) + growth * untilCs
      let isRight = durationCs < fadeCs
      if (!isRight) {
        const thereSteady = load<f64>(steady + (depth << 3))
        isRight = isLongRight(untilCs, durationCs, thereSteady, load<f64>(targetSteady + (cell << 1)), fadeCs)
      }
      store<f64>(outLength + to, load<f64>(from) + load<f64>(back))
      store<f64>(outDuration + to, isRight ? durationCs : Number.NaN)
    } else {
      store<f64>(outLength + to, Number.POSITIVE_INFINITY)
      store<f64>(outDuration + to, Number.POSITIVE_INFINITY)
    }
  }
}
