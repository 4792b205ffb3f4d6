import type { ArcTable, RoadNetwork } from '../../network/network.ts'
import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { Metric } from '../metric.ts'
import { firstPart, secondPart } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'
import { type MeasurePlace, takeMeasurePlace } from '../wasm/attribute-memory.ts'
import { kernelOf } from '../wasm/kernel.ts'
import { showMore } from '../wasm/memory-pressure.ts'
import { type TurnArcs, turnArcsOf } from './turn-arcs.ts'

/** How long the arcs of the road take. */
export interface RoadTimes {
  /** Hundredths of a second for one who comes to the arc at departure, turns excluded. */
  readonly arcDurationCs: Uint32Array | Float64Array
  /** How much longer it takes for every hundredth of a second that one comes later; all zero when undefined. */
  readonly arcGrowth?: Float64Array | undefined
}

/**
 * Length and duration of what every arc of the hierarchy stands for under one metric: of the very path that unpacking it
 * would give. As good as the metric is old: one that has changed needs new ones. In memory that threads share.
 *
 * Where durations depend on when one comes by, they do so as a straight line, and then the duration of every path does:
 * who begins it x later needs `duration + growth · x`.
 */
export interface PathMeasures extends RoadTimes {
  /** Length and duration of every arc of the hierarchy, beside each other; with growth, if anything grows. */
  readonly values: Int32Array | Float64Array
  readonly size: 2 | 3
  /** What the arcs of the hierarchy stand for, as in the metric. */
  readonly parts: Float64Array
  /** Of the road's own arcs and turns. */
  readonly arcLengthCm: Uint32Array
  readonly turnDurationCs: Uint16Array
  /** Where the kernels find them; undefined where only plain queries can use them. */
  readonly place?: MeasurePlace | undefined
}

/** Without times, as on an empty road. */
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

/** The same for all measures of a map. */
function lengthsOf({ arcs, edges }: RoadNetwork): Uint32Array {
  const known = lengths.get(arcs)
  if (known) return known
  const lengthCm = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) lengthCm[arc] = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  lengths.set(arcs, lengthCm)
  return lengthCm
}

/**
 * An arc that is a turn stands for the arc of the road that is left behind, and the turn. Whole numbers and doubles each
 * have a loop of their own: code that knows what it writes is faster.
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

/** Lower vertices first: the two parts of an arc lie below it. */
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
