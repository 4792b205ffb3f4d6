import type { ArcTable, RoadNetwork } from '../../network/network.ts'
import type { Metric } from '../metric.ts'
import type { Topology } from '../topology.ts'
import { type AttributeOffsets, takeAttributeOffsets } from '../wasm/attribute-memory.ts'
import { kernelOf } from '../wasm/kernel.ts'
import { reportAdditionalSize } from '../wasm/memory-pressure.ts'
import { copyMetric } from '../wasm/metric-memory.ts'
import type { SharedMemory } from '../wasm/web-assembly.ts'
import { type TurnArcs, turnArcsOf } from './turn-arcs.ts'

/** Durations of road arcs. */
export interface RoadTimes {
  /** Hundredths of a second when entering the arc at departure time, excluding turns. */
  readonly arcDurationCs: Uint32Array | Float64Array
  /** Increase of the duration per hundredth of a second by which the arc is entered later; all zero if undefined. */
  readonly arcGrowth?: Float64Array | undefined
  /** Replaces the lengths of the roads. Must be in shared memory. */
  readonly arcLengthCm?: Uint32Array
}

/**
 * Length and duration of every hierarchy arc under one metric, equal to those of its unpacked path. Valid only for this
 * version of the metric. Stored in shared memory. Time-dependent durations are linear in the start time, and so is the
 * duration of every path: starting x later takes `duration + growth · x`.
 */
export interface PathAttributes extends RoadTimes {
  /** Length and duration of every hierarchy arc, interleaved. Includes growth if any duration grows. */
  readonly values: Int32Array | Float64Array
  readonly size: 2 | 3
  /** Length of every road arc, and duration of every turn. */
  readonly arcLengthCm: Uint32Array
  readonly turnDurationCs: Uint16Array
  readonly offsets: AttributeOffsets
  /** The copy of the metric that contains the attributes, if the memory of the metric had no room left. */
  readonly copy?: SharedMemory | undefined
}

/** Without `times`, uses durations without traffic. */
export function buildPathAttributes(
  network: RoadNetwork,
  topology: Topology,
  metric: Metric,
  times: RoadTimes = { arcDurationCs: network.arcs.duration },
): PathAttributes {
  const { turns } = network
  const { memory, offsets, copy } = reserveMemory(metric, turns.count)
  const size = times.arcGrowth || times.arcDurationCs instanceof Float64Array ? 3 : 2
  const length = size * topology.arcCount
  const values =
    size === 2
      ? new Int32Array(memory.buffer, offsets.values, length)
      : new Float64Array(memory.buffer, offsets.values, length)
  const arcLengthCm = times.arcLengthCm ?? lengthsOf(network)
  const attributes = { ...times, values, size, arcLengthCm, turnDurationCs: turns.duration, offsets, copy } as const
  writeTurns(turnArcsOf(network, topology), attributes)
  reportAdditionalSize(memory, values.byteLength)
  new Uint16Array(memory.buffer, offsets.turns, turns.count).set(turns.duration)
  if (size === 2) kernelOf(memory).joinSteady(offsets.values)
  else kernelOf(memory).joinFading(offsets.values)
  return attributes
}

/** The kernels read attributes next to the metric. When there is no room left, the attributes get a copy of the metric. */
function reserveMemory(metric: Metric, turnCount: number) {
  const offsets = takeAttributeOffsets(metric.memory, turnCount)
  if (offsets) return { memory: metric.memory, offsets, copy: undefined }
  const { memory } = copyMetric(metric)
  const newOffsets = takeAttributeOffsets(memory, turnCount)
  if (!newOffsets) throw new Error('a metric has no room for path attributes')
  return { memory, offsets: newOffsets, copy: memory }
}

const lengths = new WeakMap<ArcTable['edgeSide'], Uint32Array>()

/** The length of every arc. Shared by all path attributes of a map, regardless of their profile. */
export function lengthsOf({ arcs, edges }: RoadNetwork): Uint32Array {
  const cached = lengths.get(arcs.edgeSide)
  if (cached) return cached
  const lengthCm = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) lengthCm[arc] = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  lengths.set(arcs.edgeSide, lengthCm)
  return lengthCm
}

/**
 * An arc that is a turn represents the road arc it leaves plus the turn. Integers and doubles have separate loops,
 * because monomorphic code is faster.
 */
function writeTurns(turnArcs: TurnArcs, attributes: PathAttributes): void {
  const { values } = attributes
  if (values instanceof Int32Array) writeSteadyTurns(turnArcs, attributes, values)
  else writeFadingTurns(turnArcs, attributes, values)
}

function writeSteadyTurns({ arc, turn, tail }: TurnArcs, attributes: PathAttributes, values: Int32Array): void {
  const { arcLengthCm, arcDurationCs, turnDurationCs } = attributes
  for (let i = 0; i < arc.length; i++) {
    values[2 * arc[i]] = arcLengthCm[tail[i]]
    values[2 * arc[i] + 1] = arcDurationCs[tail[i]] + turnDurationCs[turn[i]]
  }
}

function writeFadingTurns({ arc, turn, tail }: TurnArcs, attributes: PathAttributes, values: Float64Array): void {
  const { arcLengthCm, arcDurationCs, arcGrowth, turnDurationCs } = attributes
  for (let i = 0; i < arc.length; i++) {
    values[3 * arc[i]] = arcLengthCm[tail[i]]
    values[3 * arc[i] + 1] = arcDurationCs[tail[i]] + turnDurationCs[turn[i]]
    values[3 * arc[i] + 2] = arcGrowth ? arcGrowth[tail[i]] : 0
  }
}
