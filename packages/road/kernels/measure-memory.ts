import type { Topology } from '../hierarchy/topology.ts'
import { MEASURES, MEASURES_BYTES, MEASURES_COUNT } from './assembly/layout.ts'
import { metricName } from './metric-name.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * So many sets of measures can lie in a metric's memory, so that the kernels reach them; what is never used exists only
 * as addresses. Mostly there are one or two. Those of a metric that was changed in place count, too.
 */
export const MOST_MEASURES = 4

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

function turnBytes(turnCount: number): number {
  return 64 * Math.ceil((2 * turnCount) / 64)
}

/** Undefined when there is no room any more. */
export function takeMeasurePlace(memory: SharedMemory, turnCount: number): MeasurePlace | undefined {
  const header = new Uint32Array(memory.buffer, 0, MEASURES_COUNT / 4 + 1)
  const piece = Atomics.add(header, MEASURES_COUNT / 4, 1)
  if (piece >= MOST_MEASURES) return undefined
  const turns = header[MEASURES / 4] + piece * header[MEASURES_BYTES / 4]
  return { metric: metricName(memory), turns, values: turns + turnBytes(turnCount) }
}
