import type { ArcTable, RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Metric } from '../metric.ts'
import { firstPart, secondPart } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'
import { type MeasurePlace, takeMeasurePlace } from '../wasm/attribute-memory.ts'
import { kernelOf } from '../wasm/kernel.ts'
import { showMore } from '../wasm/memory-pressure.ts'
import { type TurnArcs, turnArcsOf } from './turn-arcs.ts'

/** Durations of road arcs. */
export interface RoadTimes {
  /** Hundredths of a second when entering the arc at departure time, excluding turns. */
  readonly arcDurationCs: Uint32Array | Float64Array
  /** Increase of the duration per hundredth of a second of later entry; all zero when undefined. */
  readonly arcGrowth?: Float64Array | undefined
}

/**
 * Length and duration of every hierarchy arc under one metric, equal to those of its unpacked path. Valid only for this
 * version of the metric. In shared memory. Time-dependent durations are linear in the start time, and so is the
 * duration of every path: starting x later takes `duration + growth · x`.
 */
export interface PathMeasures extends RoadTimes {
  /** Length and duration of every hierarchy arc, interleaved; with growth if anything grows. */
  readonly values: Int32Array | Float64Array
  readonly size: 2 | 3
  /** Shortcut children of the hierarchy arcs, as in the metric. */
  readonly parts: Float64Array
  /** For road arcs and turns. */
  readonly arcLengthCm: Uint32Array
  readonly turnDurationCs: Uint16Array
  /** Location for the kernels; undefined when only plain queries can use them. */
  readonly place?: MeasurePlace | undefined
}

/** Without `times`, uses durations without traffic. */
export function buildPathMeasures(
  network: RoadNetwork,
  topology: Topology,
  metric: Metric,
  times: RoadTimes = { arcDurationCs: network.arcs.duration },
): PathMeasures {
  const { turns } = network
  const arcLengthCm = lengthsOf(network)
  const { memory, parts } = metric
  const place = memory && takeMeasurePlace(memory, turns.count)
  const size = times.arcGrowth || times.arcDurationCs instanceof Float64Array ? 3 : 2
  const length = size * topology.arcCount
  const buffer = place && memory ? memory.buffer : new SharedArrayBuffer((size === 2 ? 4 : 8) * length)
  const at = place?.values ?? 0
  const values = size === 2 ? new Int32Array(buffer, at, length) : new Float64Array(buffer, at, length)
  const measures = { ...times, values, size, parts, arcLengthCm, turnDurationCs: turns.duration, place } as const
  writeTurns(turnArcsOf(network, topology), measures)
  if (place && memory) {
    showMore(memory, values.byteLength)
    new Uint16Array(memory.buffer, place.turns, turns.count).set(turns.duration)
    if (size === 2) kernelOf(memory).joinSteady(place.values)
    else kernelOf(memory).joinFading(place.values)
  } else joinPlainly(topology, metric.weight, measures)
  return measures
}

const lengths = new WeakMap<ArcTable, Uint32Array>()

/** Shared by all path attributes of a map. */
function lengthsOf({ arcs, edges }: RoadNetwork): Uint32Array {
  const known = lengths.get(arcs)
  if (known) return known
  const lengthCm = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) lengthCm[arc] = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  lengths.set(arcs, lengthCm)
  return lengthCm
}

/**
 * An arc that is a turn represents the road arc it leaves plus the turn. Integers and doubles have separate loops,
 * because monomorphic code is faster.
 */
function writeTurns(turnArcs: TurnArcs, measures: PathMeasures): void {
  const { values } = measures
  if (values instanceof Int32Array) writeSteadyTurns(turnArcs, measures, values)
  else writeFadingTurns(turnArcs, measures, values)
}

function writeSteadyTurns({ arc, turn, tail }: TurnArcs, measures: PathMeasures, values: Int32Array): void {
  const { arcLengthCm, arcDurationCs, turnDurationCs } = measures
  for (let i = 0; i < arc.length; i++) {
    values[2 * arc[i]] = arcLengthCm[tail[i]]
    values[2 * arc[i] + 1] = arcDurationCs[tail[i]] + turnDurationCs[turn[i]]
  }
}

function writeFadingTurns({ arc, turn, tail }: TurnArcs, measures: PathMeasures, values: Float64Array): void {
  const { arcLengthCm, arcDurationCs, arcGrowth, turnDurationCs } = measures
  for (let i = 0; i < arc.length; i++) {
    values[3 * arc[i]] = arcLengthCm[tail[i]]
    values[3 * arc[i] + 1] = arcDurationCs[tail[i]] + turnDurationCs[turn[i]]
    values[3 * arc[i] + 2] = arcGrowth ? arcGrowth[tail[i]] : 0
  }
}

/** Lower vertices first, because the shortcut children of an arc are below it. */
function joinPlainly(
  { vertexCount, upFirst, downFirst }: Topology,
  weight: Int32Array,
  { values, size, parts }: PathMeasures,
): void {
  const join = (arc: number): void => {
    const pair = parts[arc]
    if (weight[arc] >= INFINITE_WEIGHT || pair < 0) return
    const first = size * firstPart(pair)
    const second = size * secondPart(pair)
    const growth = size === 3 ? values[second + 2] : 0
    values[size * arc] = values[first] + values[second]
    values[size * arc + 1] = values[first + 1] + values[second + 1] + growth * values[first + 1]
    if (size === 3) values[size * arc + 2] = values[first + 2] + growth + values[first + 2] * growth
  }
  for (let v = 0; v < vertexCount; v++) {
    for (let arc = upFirst[v]; arc < upFirst[v + 1]; arc++) join(arc)
    for (let arc = downFirst[v]; arc < downFirst[v + 1]; arc++) join(arc)
  }
}
