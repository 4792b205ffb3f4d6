import { rulerAt } from '@fairway/geo'
import type { RoadMetric } from '../../map.ts'
import type { RoadNetwork } from '../../network/network.ts'
import type { PlannedLeg } from '../../route/leg.ts'
import { attributesOfLeg } from '../../route/leg-attributes.ts'
import type { Planner } from '../../route/planner.ts'
import type { MatchedTrack } from '../matched-track.ts'
import type { Track } from '../track.ts'
import { pointAt, shapeOf } from './lines.ts'
import { type Point, trackOf } from './track-of.ts'

export interface SimulatedTrip {
  readonly leg: PlannedLeg
  readonly track: Track
  /** Positions without noise. */
  readonly points: readonly Point[]
}

export interface SimulationOptions {
  readonly everySeconds: number
  readonly noiseMeters: number
  /** Factor by which the vehicle is slower than without traffic. */
  readonly slower?: number
}

/**
 * Returns a trip between two random positions on the map, or undefined if there is no path or only a very short one.
 */
export function randomLeg(planner: Planner, metric: RoadMetric, random: () => number): PlannedLeg | undefined {
  const { nodes } = planner.map.network
  const stop = () => {
    const node = Math.floor(random() * nodes.count)
    return { point: [nodes.latitude[node] / 1e6, nodes.longitude[node] / 1e6] as const }
  }
  const [from, to] = [stop(), stop()]
  const plan = planner.plan({
    metric,
    stops: [from, to].map(({ point: [latitude, longitude] }) => ({ latitude, longitude, heading: -1 })),
    radiusMeters: 500,
    alternatives: 0,
  })
  if (plan.kind !== 'plan' || plan.legs[0].arcs.length < 3) return undefined
  return plan.legs[0]
}

/**
 * Simulates the positions of a vehicle that drives a leg without traffic, at regular times and at the end of the leg,
 * with Gaussian noise. The vehicle waits at a junction for the duration of each turn.
 */
export function simulate(
  network: RoadNetwork,
  leg: PlannedLeg,
  { everySeconds, noiseMeters, slower = 1 }: SimulationOptions,
  random: () => number,
): SimulatedTrip {
  const { durationCs } = attributesOfLeg(network, leg)
  const total = durationCs[durationCs.length - 1] / 100
  const regular = Array.from({ length: Math.ceil(total / everySeconds) }, (_, i) => i * everySeconds)
  let arc = 0
  const points = [...regular, total].map((second) => {
    while (arc < leg.arcs.length - 1 && durationCs[arc + 1] < 100 * second) arc++
    const turn = arc > 0 ? network.turns.duration[leg.turns[arc - 1]] : 0
    return pointDuring(network, leg, arc, durationCs[arc] + turn, durationCs[arc + 1], 100 * second)
  })
  const noisy = points.map((point) => blur(point, noiseMeters, random))
  const seconds = [...regular, total].map((second) => second * slower)
  return { leg, points, track: trackOf(noisy, seconds) }
}

function pointDuring(network: RoadNetwork, leg: PlannedLeg, i: number, begin: number, end: number, now: number): Point {
  const from = i === 0 ? leg.startFraction : 0
  const to = i === leg.arcs.length - 1 ? leg.endFraction : 1
  const share = end > begin ? Math.max(0, now - begin) / (end - begin) : 0
  const shape = shapeOf(network, leg.arcs[i])
  const length = network.edges.lengthCm[network.arcs.edgeSide[leg.arcs[i]] >>> 1] / 100
  return pointAt(shape, Math.max(0, from + share * (to - from)) * length)
}

export function blur([latitude, longitude]: Point, meters: number, random: () => number): Point {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  // The noise uses the Box–Muller transform.
  const radius = meters * Math.sqrt(-2 * Math.log(1 - random()))
  const angle = 2 * Math.PI * random()
  return [
    latitude + (radius * Math.sin(angle)) / perLatitudeDegree,
    longitude + (radius * Math.cos(angle)) / perLongitudeDegree,
  ]
}

export interface Agreement {
  readonly driven: number
  readonly matched: number
  /** Length that was both driven and matched in the same direction, in meters. */
  readonly common: number
}

/** Compares the match with the driven path. */
export function agree(network: RoadNetwork, leg: PlannedLeg, { pieces }: Pick<MatchedTrack, 'pieces'>): Agreement {
  const truth = new Map<number, number>()
  const sideOf = (arc: number) => network.arcs.edgeSide[arc]
  const metersOf = (side: number, share: number) => (network.edges.lengthCm[side >>> 1] / 100) * share
  leg.arcs.forEach((arc, i) => {
    const from = i === 0 ? leg.startFraction : 0
    const to = i === leg.arcs.length - 1 ? leg.endFraction : 1
    truth.set(sideOf(arc), (truth.get(sideOf(arc)) ?? 0) + metersOf(sideOf(arc), to - from))
  })
  const driven = [...truth.values()].reduce((sum, meters) => sum + meters, 0)
  let [matched, common] = [0, 0]
  for (const { stretches } of pieces) {
    for (let i = 0; i < stretches.count; i++) {
      const side = sideOf(stretches.arc[i])
      const meters = metersOf(side, stretches.to[i] - stretches.from[i])
      const left = truth.get(side) ?? 0
      matched += meters
      common += Math.min(left, meters)
      truth.set(side, left - Math.min(left, meters))
    }
  }
  return { driven, matched, common }
}
