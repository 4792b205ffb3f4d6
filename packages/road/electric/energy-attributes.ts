import { buildPathAttributes, type PathAttributes } from '../cch/attributes/path-attributes.ts'
import type { Metric } from '../cch/metric.ts'
import type { Topology } from '../cch/topology.ts'
import { TravelMode } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { ascentDmOf, type TerrainTable } from '../network/terrain.ts'
import type { Climb } from '../route/climb.ts'
import type { PlannedLeg } from '../route/leg.ts'
import type { LegAttributes } from '../route/leg-attributes.ts'
import { NO_ID } from '../sentinels.ts'
import { type ConsumptionModel, toEnergyKwh } from './consumption.ts'

/** Unit of the integral of the squared speed, in m · (m/s)². With this unit, 6,000 km on motorways fit into 31 bits. */
export const DRAG_UNIT = 4

/**
 * Distance and integral of the squared speed for every arc. Both are 0 on ferries and trains, because the vehicle does
 * not drive.
 */
interface DrivenArcs {
  readonly meters: Float64Array
  readonly squaredSpeedMeters: Float64Array
}

const drivenArcs = new WeakMap<RoadNetwork['arcs'], DrivenArcs>()

export function drivenArcsOf({ arcs, edges, roads }: RoadNetwork): DrivenArcs {
  const cached = drivenArcs.get(arcs)
  if (cached) return cached
  const meters = new Float64Array(arcs.count)
  const squaredSpeedMeters = new Float64Array(arcs.count)
  for (let arc = 0; arc < arcs.count; arc++) {
    const edge = arcs.edgeSide[arc] >>> 1
    if (roads.mode[2 * edges.road[edge] + (arcs.edgeSide[arc] & 1)] !== TravelMode.driving) continue
    meters[arc] = edges.lengthCm[edge] / 100
    const movingSeconds = (arcs.duration[arc] - arcs.delay[arc]) / 100
    if (movingSeconds > 0) squaredSpeedMeters[arc] = meters[arc] * (meters[arc] / movingSeconds) ** 2
  }
  const drivenSums = { meters, squaredSpeedMeters }
  drivenArcs.set(arcs, drivenSums)
  return drivenSums
}

/**
 * Builds path attributes for energy matrices. The length is the driven distance, and the duration is the integral of
 * the squared speed in DRAG_UNIT. The integral is rounded up, so that no leg needs more energy than planned.
 */
export function buildEnergyAttributes(network: RoadNetwork, topology: Topology, cchMetric: Metric): PathAttributes {
  const { arcs, edges } = network
  const { meters, squaredSpeedMeters } = drivenArcsOf(network)
  const arcDurationCs = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  const arcLengthCm = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; arc < arcs.count; arc++) {
    arcDurationCs[arc] = Math.ceil(squaredSpeedMeters[arc] / DRAG_UNIT)
    if (meters[arc] > 0) arcLengthCm[arc] = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
  }
  return buildPathAttributes(withoutTurnTimes(network), topology, cchMetric, { arcDurationCs, arcLengthCm })
}

/** Builds path attributes for climb matrices. The duration is the ascent or the descent in decimeters. */
export function buildClimbAttributes(
  network: RoadNetwork,
  topology: Topology,
  cchMetric: Metric,
  kind: 'ascent' | 'descent',
): PathAttributes {
  const { arcs, terrain } = network
  const { meters } = drivenArcsOf(network)
  const arcDurationCs = new Uint32Array(new SharedArrayBuffer(4 * arcs.count))
  for (let arc = 0; terrain && arc < arcs.count; arc++) {
    if (meters[arc] > 0) arcDurationCs[arc] = ascentDmOf(terrain, arcs.edgeSide[arc] ^ (kind === 'ascent' ? 0 : 1))
  }
  return buildPathAttributes(withoutTurnTimes(network), topology, cchMetric, { arcDurationCs })
}

function withoutTurnTimes(network: RoadNetwork): RoadNetwork {
  const { turns } = network
  return { ...network, turns: { ...turns, duration: new Uint16Array(new SharedArrayBuffer(2 * turns.count)) } }
}

/**
 * Returns the energy from the beginning of a leg to the beginning of each arc, in kWh. The last entry is the total. The
 * values decrease where the vehicle recovers more energy downhill than it uses. Traffic changes the speed on an arc in
 * proportion to its duration.
 */
export function energyAlongLeg(
  network: RoadNetwork,
  model: ConsumptionModel,
  leg: PlannedLeg,
  { durationCs }: LegAttributes,
): number[] {
  const { arcs, turns, terrain } = network
  const { meters, squaredSpeedMeters } = drivenArcsOf(network)
  const energyKwh = [0]
  for (let i = 0; i < leg.arcs.length; i++) {
    const arc = leg.arcs[i]
    const from = i === 0 ? leg.startFraction : 0
    const to = i === leg.arcs.length - 1 ? leg.endFraction : 1
    const fraction = Math.max(0, to - from)
    const seconds = (durationCs[i + 1] - durationCs[i]) / 100
    const turn = i === 0 ? NO_ID : leg.turns[i - 1]
    const usualSeconds = (arcs.duration[arc] / 100) * fraction
    const arcSeconds = seconds - (turn === NO_ID ? 0 : turns.duration[turn] / 100)
    const slowdown = usualSeconds > 0 && arcSeconds > 0 ? arcSeconds / usualSeconds : 1
    const drivenSquaredSpeedMeters = (squaredSpeedMeters[arc] * fraction) / slowdown ** 2
    const climb = terrain && meters[arc] > 0 ? toClimb(terrain, arcs.edgeSide[arc], fraction) : undefined
    energyKwh.push(energyKwh[i] + toEnergyKwh(model, meters[arc] * fraction, drivenSquaredSpeedMeters, seconds, climb))
  }
  return energyKwh
}

function toClimb(terrain: TerrainTable, edgeSide: number, fraction: number): Climb {
  return {
    ascentMeters: (ascentDmOf(terrain, edgeSide) / 10) * fraction,
    descentMeters: (ascentDmOf(terrain, edgeSide ^ 1) / 10) * fraction,
  }
}
