import {
  destinationOf,
  findRangeGap,
  firstStationOf,
  type LegEnds,
  nodeCountOf,
  type Plan,
  readStationDetails,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import type { RoutingFailure } from '../api/failures.ts'
import type { RouteQuery } from '../api/request.ts'
import type { RegionRoute, RegionRouteFailure } from '../route-on-region.ts'
import type { Trip } from '../trip.ts'
import { type ChargedTrip, driveTrip } from './charged-trip.ts'
import { type ChargingOutcome, ChargingPlanner } from './charging-planner.ts'
import { isChargeSufficient } from './direct-energy.ts'
import { toEnergyReply } from './energy-reply.ts'
import type { ElectricQuery } from './request.ts'
import type { EnergyFields } from './schemas.ts'

/** Energy data of a route. */
export interface ElectricRoute {
  readonly trip: Trip
  readonly energy: EnergyFields
  /** Charge at the start of each arc, by leg, in tenths of a percent. */
  readonly chargePermille: readonly (readonly number[])[]
  /** Legs that end at a charging station that the planner added. */
  readonly stationLegs: ReadonlySet<number>
}

export type ElectricOutcome =
  | {
      readonly kind: 'planned'
      readonly plan: Plan
      readonly snapshot: MetricSnapshot
      readonly electric: ElectricRoute
    }
  | { readonly kind: 'refused'; readonly failure: RoutingFailure }
  | RegionRouteFailure

/** Adds charging stops to the fastest route unless the charge is sufficient. */
export async function chargeRoute(
  region: Region,
  routeQuery: RouteQuery,
  electricQuery: ElectricQuery,
  directRoute: RegionRoute,
  radiusMeters: number,
): Promise<ElectricOutcome> {
  const { snapshot } = directRoute
  const withoutStops = driveTrip(
    region,
    snapshot,
    routeQuery.time,
    electricQuery,
    [{ legs: directRoute.plan.legs }],
    [],
    [],
  )
  if (isChargeSufficient(electricQuery, withoutStops.chargeKwh))
    return toOutcome(region, electricQuery, snapshot, withoutStops, [])
  const outcome = await new ChargingPlanner(region, snapshot, routeQuery, electricQuery, radiusMeters).plan()
  if (outcome.kind === 'unreachable')
    return { kind: 'refused', failure: explainRefusal(region, routeQuery, electricQuery, outcome) }
  return outcome.kind === 'charged'
    ? toOutcome(region, electricQuery, snapshot, outcome.trip, outcome.stations)
    : outcome
}

function toOutcome(
  region: Region,
  electricQuery: ElectricQuery,
  snapshot: MetricSnapshot,
  chargedTrip: ChargedTrip,
  stations: Parameters<typeof toEnergyReply>[3],
): ElectricOutcome {
  const { trip, chargeKwh, stops } = chargedTrip
  const weight = trip.legs.reduce((sum, leg) => sum + leg.weight, 0)
  return {
    kind: 'planned',
    snapshot,
    plan: { kind: 'plan', legs: trip.legs, weight, alternatives: [] },
    electric: {
      trip,
      energy: toEnergyReply(region, electricQuery, chargedTrip, stations),
      chargePermille: chargeKwh.map((leg) => leg.map((kwh) => Math.round((1000 * kwh) / electricQuery.batteryKwh))),
      stationLegs: new Set(stops.map(({ leg }) => leg)),
    },
  }
}

/** Describes how far the vehicle gets and how much range is missing. */
function explainRefusal(
  { charging }: Region,
  { stops }: RouteQuery,
  electricQuery: ElectricQuery,
  { problem, matrix, choice, closedCount, triedPlanCount }: Extract<ChargingOutcome, { kind: 'unreachable' }>,
): RoutingFailure {
  const stationCounts = { ...choice.stationCounts, closed: closedCount }
  const { connectors } = electricQuery
  const gap = findRangeGap(problem)
  const nodeCount = nodeCountOf(problem)
  const sumAlong = (ends: LegEnds, values: Float64Array): number => {
    const passedStops = Array.from({ length: ends.stageTo - ends.stageFrom }, (_, index) => ends.stageFrom + index + 1)
    const tripStops = [ends.from, ...passedStops, ends.to]
    const cells = tripStops.slice(1).map((to, index) => values[(tripStops[index] ?? 0) * nodeCount + to] ?? 0)
    return cells.reduce((sum, value) => sum + value, 0)
  }
  const toKm = (ends: LegEnds): number => sumAlong(ends, matrix.distanceMeters) / 1000
  const nameOf = (node: number): string => {
    if (node === destinationOf(problem)) return stops.at(-1)?.field ?? 'to'
    const station = choice.stations[node - firstStationOf(problem)]
    if (!station) return 'from'
    const { name, operator, osm } = readStationDetails(charging, station.index)
    return `the station ${name ?? operator ?? osm} at [${station.latitude}, ${station.longitude}]`
  }
  if (!gap) return { kind: 'out-of-range', stationCounts, connectors, triedPlanCount, gap: undefined }
  const kmPerKwh = toKm(gap.leg) / Math.max(sumAlong(gap.leg, matrix.energyKwh), 1e-9)
  const isArrival = gap.leg.to === destinationOf(problem) && electricQuery.arriveKwh > electricQuery.minKwh
  return {
    kind: 'out-of-range',
    stationCounts,
    connectors,
    triedPlanCount,
    gap: {
      reachedKm: gap.path.reduce((sum, ends) => sum + toKm(ends), 0) + Math.max(0, gap.usableKwh) * kmPerKwh,
      chargingStopCount: gap.path.length,
      target: nameOf(gap.leg.to),
      missingKwh: gap.missingKwh,
      missingKm: gap.missingKwh * kmPerKwh,
      arrivePct: isArrival ? (100 * electricQuery.arriveKwh) / electricQuery.batteryKwh : undefined,
    },
  }
}
