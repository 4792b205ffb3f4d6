import { bearingBetween, metersBetween, toVector } from '@fairway/geo'
import { INFINITE_WEIGHT, type PlannedLeg, type Planner, type RoadMap, type RoadMetric, TurnFlag } from '@fairway/road'
import { pointAt, randomLeg, shapeOf } from '@fairway/road/testing'
import { type AssetRoute, makeAssetRoute } from '@fairway/tracking'

/** Simulates trips on real roads. The true position of the vehicle is known for every second. */

type Point = readonly [number, number]
export interface Roads {
  readonly map: RoadMap
  readonly metric: RoadMetric
  readonly planner: Planner
}

/** Line with the time at each point, in seconds. */
interface Timeline {
  readonly points: Point[]
  readonly seconds: number[]
}

export interface Drive {
  readonly plan: AssetRoute
  readonly timeline: Timeline
  /** Time when the vehicle leaves the route at a junction, in seconds. */
  readonly leavesAtS: number | undefined
}

/** Driving time after the vehicle leaves the route, in seconds. */
const AFTER_LEAVING_S = 90

export function driveOnPlan(roads: Roads, random: () => number): Drive | undefined {
  const leg = randomLeg(roads.planner, roads.metric, random)
  if (leg === undefined) return undefined
  const timeline = lineOfLeg(roads, leg)
  return { plan: planOf(timeline), timeline: atPace(timeline, 0.8 + 0.6 * random()), leavesAtS: undefined }
}

/** Simulates a trip that follows the route to a random junction, takes another exit and does not return. */
export function driveOffPlan(roads: Roads, random: () => number): Drive | undefined {
  const { map, metric } = roads
  const { arcs: arcTable, turns } = map.network
  const leg = randomLeg(roads.planner, metric, random)
  if (leg === undefined) return undefined
  const edgeOf = (arc: number) => (arcTable.edgeSide[arc] ?? 0) >>> 1
  const onPlan = new Set(Array.from(leg.arcs, edgeOf))
  const waysOut = (arc: number): number[] => {
    const found: number[] = []
    for (let turn = turns.first[arc] ?? 0; turn < (turns.first[arc + 1] ?? 0); turn++) {
      const to = turns.to[turn] ?? 0
      const isShut = ((turns.flags[turn] ?? 0) & (TurnFlag.uturn | TurnFlag.restrictedGate)) !== 0
      if (!isShut && !onPlan.has(edgeOf(to)) && (metric.weights.arc[to] ?? 0) < INFINITE_WEIGHT) found.push(turn)
    }
    return found
  }
  const junctions = Array.from(leg.arcs.keys()).filter(
    (i) => i > 0 && i < leg.arcs.length - 2 && waysOut(leg.arcs[i] ?? 0).length > 0,
  )
  const at = junctions[Math.floor(random() * junctions.length)]
  if (at === undefined) return undefined
  const whole = lineOfLeg(roads, leg)
  const driven: Timeline = { points: [], seconds: [] }
  for (let i = 0; i <= at; i++) addArc(roads, driven, leg, i)
  const leaves = driven.seconds.at(-1) ?? 0
  let arc = leg.arcs[at] ?? 0
  while ((driven.seconds.at(-1) ?? 0) < leaves + AFTER_LEAVING_S) {
    const ways = waysOut(arc)
    const turn = ways[Math.floor(random() * ways.length)]
    if (turn === undefined) return undefined
    arc = turns.to[turn] ?? 0
    const waits = (turns.duration[turn] ?? 0) / 100
    addLine(driven, shapeOf(map.network, arc) as Point[], waits, (arcTable.duration[arc] ?? 0) / 100)
  }
  const pace = 0.8 + 0.6 * random()
  return { plan: planOf(whole), timeline: atPace(driven, pace), leavesAtS: leaves * pace }
}

function planOf({ points, seconds }: Timeline): AssetRoute {
  return makeAssetRoute({ kind: 'vehicle', points, secondsAt: seconds })
}

function atPace({ points, seconds }: Timeline, pace: number): Timeline {
  return { points, seconds: seconds.map((second) => second * pace) }
}

function lineOfLeg(roads: Roads, leg: PlannedLeg): Timeline {
  const line: Timeline = { points: [], seconds: [] }
  for (let i = 0; i < leg.arcs.length; i++) addArc(roads, line, leg, i)
  return line
}

function addArc({ map: { network } }: Roads, line: Timeline, leg: PlannedLeg, i: number): void {
  const arc = leg.arcs[i] ?? 0
  const from = i === 0 ? leg.startFraction : 0
  const to = i === leg.arcs.length - 1 ? leg.endFraction : 1
  const shape = shapeOf(network, arc) as Point[]
  const length = (network.edges.lengthCm[(network.arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0) / 100
  const inside = pieceOf(shape, from * length, to * length)
  const waits = i === 0 ? 0 : (network.turns.duration[leg.turns[i - 1] ?? 0] ?? 0) / 100
  addLine(line, inside, waits, (Math.max(0, to - from) * (network.arcs.duration[arc] ?? 0)) / 100)
}

function pieceOf(shape: readonly Point[], from: number, to: number): Point[] {
  const kept: Point[] = [pointAt(shape as [number, number][], from)]
  let along = 0
  shape.slice(1).forEach((point, i) => {
    along += metersOf(shape[i] ?? point, point)
    if (along > from && along < to) kept.push(point)
  })
  return [...kept, pointAt(shape as [number, number][], to)]
}

function metersOf(a: Point, b: Point): number {
  return metersBetween(toVector(...a), toVector(...b))
}

function addLine(line: Timeline, points: readonly Point[], waits: number, duration: number): void {
  const total = points.slice(1).reduce((sum, point, i) => sum + metersOf(points[i] ?? point, point), 0)
  const begin = (line.seconds.at(-1) ?? 0) + waits
  let along = 0
  points.forEach((point, i) => {
    along += i === 0 ? 0 : metersOf(points[i - 1] ?? point, point)
    line.points.push(point)
    line.seconds.push(begin + (total > 0 ? (duration * along) / total : 0))
  })
}

export interface TruePosition {
  readonly second: number
  readonly point: Point
  readonly speedMs: number
  readonly headingDeg: number
}

/** Returns one position per second. */
export function* positionsOf({ timeline: { points, seconds } }: Drive): Generator<TruePosition> {
  const last = seconds.at(-1) ?? 0
  let i = 0
  for (let second = 0; second <= last; second++) {
    while (i < seconds.length - 2 && (seconds[i + 1] ?? 0) <= second) i++
    const from: Point = points[i] ?? [0, 0]
    const to: Point = points[i + 1] ?? from
    const [begin, end] = [seconds[i] ?? 0, seconds[i + 1] ?? 0]
    const share = end > begin ? Math.min(1, (second - begin) / (end - begin)) : 1
    const point: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
    const speedMs = end > begin ? metersOf(from, to) / (end - begin) : 0
    yield { second, point, speedMs, headingDeg: bearingBetween(toVector(...from), toVector(...to)) }
  }
}
