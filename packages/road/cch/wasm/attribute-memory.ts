import type { Topology } from '../topology.ts'
import { metricName } from './metric-name.ts'
import { HEADER_BYTES, MEASURES, MEASURES_BYTES, MEASURES_COUNT, MEASURES_MOST } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * Maximum number of path attribute sets in a metric's memory, where the kernels can access them. Unused ones only
 * reserve address space. One or two are typical. Sets of a metric that was updated in place also count.
 */
export const MOST_MEASURES = 4

/** No attribute sets beyond this offset: for a large map, a metric without them is better than no metric. */
const MOST_BYTES = 2 ** 31

/** Location of path attributes: the metric whose memory holds them, and the offsets there. */
export interface MeasurePlace {
  readonly metric: string
  /** Three doubles or two integers for every hierarchy arc. */
  readonly values: number
  /** 16 bits for every turn. */
  readonly turns: number
}

/** Durations of all turns, then three doubles for every hierarchy arc. */
export function measureBytes({ arcCount, slotOfTurn }: Topology): number {
  return turnBytes(slotOfTurn.length) + 64 * Math.ceil((24 * arcCount) / 64)
}

/** Number of sets that fit after the other data of a metric. */
export function countMeasures(topology: Topology, usedBytes: number): number {
  const room = Math.floor((MOST_BYTES - usedBytes) / measureBytes(topology))
  return Math.max(0, Math.min(MOST_MEASURES, room))
}

function turnBytes(turnCount: number): number {
  return 64 * Math.ceil((2 * turnCount) / 64)
}

/** Undefined when there is no room left. */
export function takeMeasurePlace(memory: SharedMemory, turnCount: number): MeasurePlace | undefined {
  const header = new Uint32Array(memory.buffer, 0, HEADER_BYTES / 4)
  const piece = Atomics.add(header, MEASURES_COUNT / 4, 1)
  if (piece >= header[MEASURES_MOST / 4]) return undefined
  const turns = header[MEASURES / 4] + piece * header[MEASURES_BYTES / 4]
  return { metric: metricName(memory), turns, values: turns + turnBytes(turnCount) }
}
