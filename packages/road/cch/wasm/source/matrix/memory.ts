import { load } from '~lib/builtins'
import {
  M_BEST,
  M_HEIGHT,
  M_MEETING_DEPTH,
  M_OUT_DURATION,
  M_OUT_LENGTH,
  M_OUT_WEIGHT,
  M_SOURCE_ATTRIBUTES,
  M_SOURCE_LABELS,
  M_SOURCE_MIN_WEIGHT,
  M_SOURCE_STEADY,
  M_TARGET_ATTRIBUTES,
  M_TARGET_COUNT,
  M_TARGET_DURATION_GROWTHS,
  M_TARGET_LABELS,
  M_TARGET_MIN_WEIGHT,
  M_TARGET_POINT,
  M_TARGET_ROW,
  M_TARGET_STEADY,
  M_TARGET_STRIDE,
} from './layout.ts'

/** The matrix of this instance. The names are the same as in layout.ts. */
export let rowHeight: usize = 0
export let targetCount: u32 = 0
/** Size of a row of minimum sums and of the labels of one depth, in bytes. Attributes need four times as much. */
export let stride: usize = 0
export let sourceLabels: usize = 0
export let sourceAttributes: usize = 0
export let targetAttributes: usize = 0
export let targetGrowths: usize = 0
export let targetRow: usize = 0
export let sourceSteady: usize = 0
export let targetSteady: usize = 0
export let targetLabels: usize = 0
export let best: usize = 0
export let meetingDepth: usize = 0
export let sourceMinWeight: usize = 0
export let targetMinWeight: usize = 0
export let targetPoint: usize = 0
export let outWeight: usize = 0
export let outLength: usize = 0
export let outDuration: usize = 0

/** Reads the parameters from the header. This function must be called whenever the targets change. */
export function openMatrix(): void {
  rowHeight = load<u32>(M_HEIGHT)
  targetCount = load<u32>(M_TARGET_COUNT)
  stride = load<u32>(M_TARGET_STRIDE) << 2
  sourceLabels = load<u32>(M_SOURCE_LABELS)
  sourceAttributes = load<u32>(M_SOURCE_ATTRIBUTES)
  targetAttributes = load<u32>(M_TARGET_ATTRIBUTES)
  targetGrowths = load<u32>(M_TARGET_DURATION_GROWTHS)
  targetRow = load<u32>(M_TARGET_ROW)
  sourceSteady = load<u32>(M_SOURCE_STEADY)
  targetSteady = load<u32>(M_TARGET_STEADY)
  targetLabels = load<u32>(M_TARGET_LABELS)
  best = load<u32>(M_BEST)
  meetingDepth = load<u32>(M_MEETING_DEPTH)
  sourceMinWeight = load<u32>(M_SOURCE_MIN_WEIGHT)
  targetMinWeight = load<u32>(M_TARGET_MIN_WEIGHT)
  targetPoint = load<u32>(M_TARGET_POINT)
  outWeight = load<u32>(M_OUT_WEIGHT)
  outLength = load<u32>(M_OUT_LENGTH)
  outDuration = load<u32>(M_OUT_DURATION)
}
