import type { ArcTable, RoadNetwork } from '../../network/network.ts'
import type { Metric } from '../metric.ts'
import type { Topology } from '../topology.ts'
import { type AttributeOffsets, takeAttributeOffsets } from '../wasm/attribute-memory.ts'
import { kernelOf } from '../wasm/kernel.ts'
import { reportAdditionalSize } from '../wasm/memory-pressure.ts'
import { copyMetric } from '../wasm/metric-memory.ts'
import type { SharedMemory } from '../wasm/web-assembly.ts'
import { type TurnArcs, turnArcsOf } from './turn-arcs.ts'

/** Durations of road arcs and, optionally, lengths to use instead of their own. */
export interface RoadTimes {
  /** Duration in hundredths of a second when the arc is entered at departure time, excluding turns. */
  readonly arcDurationCs: Uint32Array | Float64Array
  /**
   * Increase in duration for every hundredth of a second by which the arc is entered later. Undefined means that no
   * duration grows.
   */
  readonly arcGrowth?: Float64Array | undefined
  /** Lengths that replace the lengths of the roads. The array must be in shared memory. */
  readonly arcLengthCm?: Uint32Array
}

/**
 * Length and duration of every hierarchy arc under one metric, equal to those of the unpacked path. The attributes are
 * valid only for this version of the metric, and they are in shared memory. Time-dependent durations are linear in the
 * start time, and so is the duration of every path. A trip that starts `x` later takes `duration + growth · x`.
 */
export interface PathAttributes extends RoadTimes {
  /**
   * Length and duration of every hierarchy arc, interleaved. If any duration grows, every arc also has a growth value.
   */
  readonly values: Int32Array | Float64Array
  readonly size: 2 | 3
  /** Length of every road arc and duration of every turn. */
  readonly arcLengthCm: Uint32Array
  readonly turnDurationCs: Uint16Array
  readonly offsets: AttributeOffsets
  /** The copy of the metric that contains the attributes. Set only if the memory of the metric has no room left. */
  readonly copy?: SharedMemory | undefined
}

/** Computes the attributes of all hierarchy arcs. Without `times`, durations exclude traffic. */
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
      ? new Int32Array(memory.buffer, offsets.valuesOffset, length)
      : new Float64Array(memory.buffer, offsets.valuesOffset, length)
  const arcLengthCm = times.arcLengthCm ?? lengthsOf(network)
  const attributes = { ...times, values, size, arcLengthCm, turnDurationCs: turns.duration, offsets, copy } as const
  writeTurns(turnArcsOf(network, topology), attributes)
  reportAdditionalSize(memory, values.byteLength)
  new Uint16Array(memory.buffer, offsets.turnsOffset, turns.count).set(turns.duration)
  if (size === 2) kernelOf(memory).joinSteady(offsets.valuesOffset)
  else kernelOf(memory).joinFading(offsets.valuesOffset)
  return attributes
}

/**
 * Reserves memory for the attributes next to the metric, where the kernels read them. If no room is left, the
 * attributes are stored with a copy of the metric.
 */
function reserveMemory(metric: Metric, turnCount: number) {
  const offsets = takeAttributeOffsets(metric.memory, turnCount)
  if (offsets) return { memory: metric.memory, offsets, copy: undefined }
  const { memory } = copyMetric(metric)
  const newOffsets = takeAttributeOffsets(memory, turnCount)
  if (!newOffsets) throw new Error('a metric has no room for path attributes')
  return { memory, offsets: newOffsets, copy: memory }
}

const lengths = new WeakMap<ArcTable['edgeSide'], Uint32Array>()

/**
 * Returns the length of every arc. The path attributes of all profiles share this array, unless they replace the
 * lengths.
 */
export function lengthsOf({ arcs, edges }: RoadNetwork): Uint32Array {
  const cached = lengths.get(arcs.edgeSide)
  if (cached) return cached
  const lengthCm = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) lengthCm[arc] = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  lengths.set(arcs.edgeSide, lengthCm)
  return lengthCm
}

/**
 * Writes the attributes of hierarchy arcs that represent turns. Such an arc represents a turn and the road arc that the
 * turn leaves. Integers and doubles have separate loops, because monomorphic code is faster.
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
