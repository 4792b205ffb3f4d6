import {
  type ChargePlan,
  type ChargeProblem,
  ChargingCurve,
  destinationOf,
  firstStationOf,
  type LegCost,
  type LegEnds,
  nodeCountOf,
  planCharging,
  readStationDetails,
  toLegKey,
} from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { threadTurns } from '../../../../platform/compute/turns.ts'
import { OpeningHoursEvaluator } from '../../../places/nearby/opening-hours.ts'
import type { NamedStop, RouteQuery } from '../api/request.ts'
import { type RegionRouteFailure, routeWithSnapshot } from '../route-on-region.ts'
import { type ChargedTrip, type DrivenPart, driveTrip } from './charged-trip.ts'
import { computeEnergyMatrix, type EnergyMatrix } from './energy-matrix.ts'
import { listOpeningChecks } from './opening-checks.ts'
import type { ElectricQuery } from './request.ts'
import { type StationChoice, selectStations, type UsableStation } from './select-stations.ts'

/** Feasible trip, or the reason why there is none. */
export type ChargingOutcome =
  | { readonly kind: 'charged'; readonly trip: ChargedTrip; readonly stations: readonly UsableStation[] }
  | {
      readonly kind: 'unreachable'
      readonly problem: ChargeProblem
      readonly matrix: EnergyMatrix
      readonly choice: StationChoice
      /** Number of stations that are closed when the vehicle would arrive. */
      readonly closedCount: number
      /** Number of plans tried without success, if other plans may exist. */
      readonly triedPlanCount: number | undefined
    }
  | RegionRouteFailure

/** Maximum number of plans to simulate and correct. Without traffic and via points, the first plan is exact. */
const MAX_PLANS = 40
/** Tolerance for rounding errors of sums, in kWh. */
const TOLERANCE_KWH = 1e-6

const openingHours = new OpeningHoursEvaluator()
let plannerCount = 0

/** Plans the charging stops of a trip for which the charge of the vehicle is not sufficient. */
export class ChargingPlanner {
  private readonly region: Region
  private readonly snapshot: MetricSnapshot
  private readonly routeQuery: RouteQuery
  private readonly electricQuery: ElectricQuery
  private readonly radiusMeters: number
  private readonly choice: StationChoice
  private readonly curves: readonly ChargingCurve[]
  private readonly legCostCache = new Map<number, LegCost>()
  private readonly parts = new Map<number, DrivenPart>()
  private readonly closedStations = new Set<number>()
  private readonly name = `${++plannerCount}`

  constructor(
    region: Region,
    snapshot: MetricSnapshot,
    routeQuery: RouteQuery,
    electricQuery: ElectricQuery,
    radiusMeters: number,
  ) {
    this.region = region
    this.snapshot = snapshot
    this.routeQuery = routeQuery
    this.electricQuery = electricQuery
    this.radiusMeters = radiusMeters
    this.choice = selectStations(region.charging, electricQuery, routeQuery.stops)
    const { curve, batteryKwh } = electricQuery
    this.curves = this.choice.stations.map(({ limitKw }) => new ChargingCurve(curve, batteryKwh, limitKw))
  }

  /**
   * Simulates the best plan. If the plan needs more energy than assumed, or a station is closed, plans again with the
   * new data.
   */
  async plan(): Promise<ChargingOutcome> {
    const { region, snapshot, routeQuery, electricQuery, radiusMeters, choice } = this
    const nodes = [...routeQuery.stops, ...choice.stations]
    const takeTurn = () => threadTurns.take(this.name)
    const options = { time: routeQuery.time, radiusMeters, takeTurn }
    const matrix = await computeEnergyMatrix(region, snapshot, nodes, electricQuery, options)
    const problem = this.toProblem(matrix)
    const refuse = (triedPlanCount?: number): ChargingOutcome => {
      return { kind: 'unreachable', problem, matrix, choice, closedCount: this.closedStations.size, triedPlanCount }
    }
    for (let attempt = 0; attempt < MAX_PLANS; attempt++) {
      await takeTurn()
      const plan = planCharging(problem)
      if (!plan) return refuse()
      const trip = await this.drive(problem, plan)
      if ('kind' in trip) return trip
      const closedStations = this.listClosed(trip)
      for (const station of closedStations) {
        this.closedStations.add(station)
        banStation(problem, station)
      }
      if (!this.learnCosts(problem, plan, trip) && closedStations.length === 0) {
        return { kind: 'charged', trip, stations: choice.stations }
      }
    }
    return refuse(MAX_PLANS)
  }

  private toProblem({ durationSeconds, energyKwh }: EnergyMatrix): ChargeProblem {
    const { batteryKwh, startKwh, minKwh, arriveKwh, stopSeconds } = this.electricQuery
    return {
      capacityKwh: batteryKwh,
      startKwh,
      minKwh,
      arriveKwh,
      stopSeconds,
      viaCount: this.routeQuery.stops.length - 2,
      curves: this.curves,
      durationSeconds,
      energyKwh,
      measuredLegs: this.legCostCache,
    }
  }

  private async drive(problem: ChargeProblem, plan: ChargePlan): Promise<ChargedTrip | RegionRouteFailure> {
    const parts: DrivenPart[] = []
    for (const ends of plan.legs) {
      const key = toLegKey(problem, ends)
      const part = this.parts.get(key) ?? (await this.routePart(problem, ends))
      if ('kind' in part) return part
      this.parts.set(key, part)
      parts.push(part)
    }
    const { region, snapshot, routeQuery, electricQuery, curves } = this
    return driveTrip(region, snapshot, routeQuery.time, electricQuery, parts, plan.stops, curves)
  }

  /**
   * Routes one part of the trip. The parts are independent, because a vehicle may leave a charging station in any
   * direction.
   */
  private async routePart(problem: ChargeProblem, ends: LegEnds): Promise<DrivenPart | RegionRouteFailure> {
    const { region, snapshot, routeQuery, radiusMeters } = this
    await threadTurns.take(this.name)
    const vias = routeQuery.stops.slice(ends.stageFrom + 1, ends.stageTo + 1)
    const stops = [this.toStop(problem, ends.from), ...vias, this.toStop(problem, ends.to)]
    const route = await routeWithSnapshot(region, { ...routeQuery, stops }, { radiusMeters, alternatives: 0 }, snapshot)
    return route.kind === 'planned' ? { legs: route.plan.legs } : route
  }

  private toStop(problem: ChargeProblem, node: number): NamedStop {
    const station = this.choice.stations[node - firstStationOf(problem)]
    const stop = station
      ? { field: 'a charging station', latitude: station.latitude, longitude: station.longitude, heading: -1 }
      : this.routeQuery.stops[node === destinationOf(problem) ? this.routeQuery.stops.length - 1 : 0]
    if (!stop) throw new Error(`the trip has no node ${node}`)
    return stop
  }

  /** Records legs that need more energy than planned. Returns false if there are none. */
  private learnCosts(problem: ChargeProblem, plan: ChargePlan, trip: ChargedTrip): boolean {
    let hasNewCost = false
    for (const [index, ends] of plan.legs.entries()) {
      const cost = trip.costs[index]
      const departKwh = plan.stops[index - 1]?.departKwh ?? problem.startKwh
      const plannedKwh = departKwh - (plan.stops[index]?.arriveKwh ?? plan.arriveKwh)
      if (!cost || cost.energyKwh <= plannedKwh + TOLERANCE_KWH) continue
      this.legCostCache.set(toLegKey(problem, ends), cost)
      hasNewCost = true
    }
    return hasNewCost
  }

  /**
   * Lists the stations that are closed during a part of their stop. Stations with unreadable opening hours count as
   * open.
   */
  private listClosed({ stops }: ChargedTrip): number[] {
    const { region, choice } = this
    return stops.flatMap(({ station, arriveMs, departMs }) => {
      const usableStation = choice.stations[station]
      const hours = usableStation && readStationDetails(region.charging, usableStation.index).opening_hours
      if (!usableStation || hours === undefined || hours === '24/7') return []
      const isClosed = listOpeningChecks(arriveMs, departMs).some((ms) => {
        return openingHours.isOpen(hours, region.country, usableStation, { kind: 'instant', ms }) === false
      })
      return isClosed ? [station] : []
    })
  }
}

function banStation(problem: ChargeProblem, station: number): void {
  const nodeCount = nodeCountOf(problem)
  const bannedNode = firstStationOf(problem) + station
  for (let node = 0; node < nodeCount; node++) {
    problem.energyKwh[node * nodeCount + bannedNode] = Number.POSITIVE_INFINITY
    problem.energyKwh[bannedNode * nodeCount + node] = Number.POSITIVE_INFINITY
  }
}
