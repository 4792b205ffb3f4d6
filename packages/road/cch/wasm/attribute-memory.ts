import type { Topology } from '../topology.ts'
import { metricName } from './metric-name.ts'
import { ATTRIBUTES, ATTRIBUTES_BYTES, ATTRIBUTES_COUNT, ATTRIBUTES_MAX, HEADER_BYTES } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * Maximum number of path attribute sets in a metric's memory, where the kernels can access them. Unused sets only
 * reserve address space. A metric typically has one or two sets. The limit includes the sets of a metric that was
 * updated in place.
 */
export const MAX_ATTRIBUTES = 4

/**
 * Maximum offset, in bytes, at which the last of several attribute sets may end. A large map needs the remaining
 * address space for other data.
 */
const MAX_BYTES = 2 ** 31

/** Location of path attributes: the name of the memory that contains them and the offsets in this memory. */
export interface AttributeOffsets {
  readonly memory: string
  /** Offset of three doubles or two integers for every hierarchy arc. */
  readonly valuesOffset: number
  /** Offset of the 16-bit duration of every turn. */
  readonly turnsOffset: number
}

/** Returns the size of an attribute set: the durations of all turns and three doubles for every hierarchy arc. */
export function attributeBytes({ arcCount, slotOfTurn }: Topology): number {
  return turnBytes(slotOfTurn.length) + 64 * Math.ceil((24 * arcCount) / 64)
}

/** Returns the number of attribute sets to reserve after the other data of a metric. */
export function countAttributes(topology: Topology, usedBytes: number): number {
  const maxCount = Math.floor((MAX_BYTES - usedBytes) / attributeBytes(topology))
  return Math.max(1, Math.min(MAX_ATTRIBUTES, maxCount))
}

function turnBytes(turnCount: number): number {
  return 64 * Math.ceil((2 * turnCount) / 64)
}

/** Reserves an attribute set and returns its offsets, or undefined if no room is left. */
export function takeAttributeOffsets(memory: SharedMemory, turnCount: number): AttributeOffsets | undefined {
  const header = new Uint32Array(memory.buffer, 0, HEADER_BYTES / 4)
  const blockIndex = Atomics.add(header, ATTRIBUTES_COUNT / 4, 1)
  if (blockIndex >= header[ATTRIBUTES_MAX / 4]) return undefined
  const turnsOffset = header[ATTRIBUTES / 4] + blockIndex * header[ATTRIBUTES_BYTES / 4]
  return { memory: metricName(memory), turnsOffset, valuesOffset: turnsOffset + turnBytes(turnCount) }
}
