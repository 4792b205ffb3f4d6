import type { Topology } from '../topology.ts'
import { metricName } from './metric-name.ts'
import { HEADER_BYTES, MEASURES, MEASURES_BYTES, MEASURES_COUNT, MEASURES_MOST } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * So many sets of measures can lie in a metric's memory, so that the kernels reach them; what is never used exists only
 * as addresses. Mostly there are one or two. Those of a metric that was changed in place count, too.
 */
export const MOST_MEASURES = 4

/** Beyond this address there are none: of a large map, a metric without room for measures is better than no metric. */
const MOST_BYTES = 2 ** 31

/** Where measures lie: in the memory of which metric, and the addresses there. */
export interface MeasurePlace {
  readonly metric: string
  /** Three doubles for every arc of the hierarchy, or two integers. */
  readonly values: number
  /** 16 bits for every turn. */
  readonly turns: number
}

/** Durations of all turns, and then three doubles for every arc of the hierarchy. */
export function measureBytes({ arcCount, slotOfTurn }: Topology): number {
  return turnBytes(slotOfTurn.length) + 64 * Math.ceil((24 * arcCount) / 64)
}

/** How many there are room for behind what else a metric needs. */
export function countMeasures(topology: Topology, usedBytes: number): number {
  const room = Math.floor((MOST_BYTES - usedBytes) / measureBytes(topology))
  return Math.max(0, Math.min(MOST_MEASURES, room))
}

function turnBytes(turnCount: number): number {
  return 64 * Math.ceil((2 * turnCount) / 64)
}

/** Undefined when there is no room any more. */
export function takeMeasurePlace(memory: SharedMemory, turnCount: number): MeasurePlace | undefined {
  const header = new Uint32Array(memory.buffer, 0, HEADER_BYTES / 4)
  const piece = Atomics.add(header, MEASURES_COUNT / 4, 1)
  if (piece >= header[MEASURES_MOST / 4]) return undefined
  const turns = header[MEASURES / 4] + piece * header[MEASURES_BYTES / 4]
  return { metric: metricName(memory), turns, values: turns + turnBytes(turnCount) }
}
