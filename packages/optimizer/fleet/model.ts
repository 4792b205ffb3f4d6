import type { FleetProblem } from '../problem/problem.ts'
import type { FleetStop, TimeWindow } from '../problem/stop.ts'
import type { Vehicle } from '../problem/vehicle.ts'
import { type AllowedStops, computeAllowedStops } from './allowed.ts'
import { assertProblem } from './assert-problem.ts'
import { type NodeMatrices, toNodeMatrices } from './node-matrices.ts'
import { type OrderRules, toOrderRules } from './order-rules.ts'
import { type SoftWindowTable, toSoftWindowTable } from './timing/soft-windows.ts'

export const NO_STOP = -1
export const NO_GROUP = -1

/**
 * Time windows of many owners in one list. The windows of `owner` range from `first[owner]` up to but excluding
 * `first[owner + 1]`.
 */
export interface TimeWindowTable {
  readonly first: Int32Array
  readonly from: Float64Array
  readonly to: Float64Array
}

/**
 * The problem as flat arrays indexed by node, as the search uses it. Nodes are the stops, followed by one hub per
 * vehicle. A hub represents both the start and the end of its vehicle.
 */
export interface FleetModel extends NodeMatrices, AllowedStops, OrderRules {
  readonly problem: FleetProblem
  readonly stopCount: number
  readonly waitingCost: number
  readonly vehicleCount: number
  readonly service: Float64Array
  readonly windows: TimeWindowTable
  readonly softWindows: SoftWindowTable | undefined
  /** Earliest time at which the goods of each stop can leave the start of a tour. */
  readonly release: Float64Array
  readonly hasReleases: boolean
  readonly dimensionCount: number
  /** Demand by stop and dimension. The demand is zero at the delivery of a pair. */
  readonly demand: Float64Array
  readonly capacity: Float64Array
  /** The other stop of the pair, or NO_STOP. */
  readonly partner: Int32Array
  readonly isPickup: Uint8Array
  /** Whether each stop may be left out at the cost of its prize. The prize of a pair is the prize of its pickup. */
  readonly isOptional: Uint8Array
  readonly prize: Float64Array
  /** Whether some stops may be left out because they are optional or another stop of their group is served. */
  readonly hasChoices: boolean
  /** Stops of each group. At most one stop of a group is served. */
  readonly groups: readonly (readonly number[])[]
  /** Index into `groups` for each stop, or NO_GROUP. */
  readonly groupOf: Int32Array
  /** Rank of each stop's priority among all priorities of the problem. 0 is the highest. */
  readonly priorityLevel: Int32Array
  readonly priorityLevelCount: number
  /**
   * Kind of each vehicle. Vehicles of one kind are interchangeable, so checking one empty vehicle per kind is enough.
   */
  readonly vehicleKind: Int32Array
  readonly vehicleKindCount: number
  /** Index of each vehicle's first break. The breaks of a vehicle end before `breakFirst[vehicle + 1]`. */
  readonly breakFirst: Int32Array
  readonly breakDuration: Float64Array
  readonly breakWindows: TimeWindowTable
  readonly shiftFrom: Float64Array
  /** End of each vehicle's shift. Infinite for a vehicle that may work overtime. */
  readonly shiftTo: Float64Array
  /** Cost of each vehicle per unit of waiting time, and per unit of time after `overtimeFrom`. */
  readonly paidWaiting: Float64Array
  readonly overtimeFrom: Float64Array
  readonly overtimeCost: Float64Array
  readonly maxTrips: Float64Array
  readonly hasReloads: boolean
  readonly reloadTime: Float64Array
  readonly hasDrivingRules: boolean
  /** Maximum driving time of each tour. */
  readonly maxDriving: Float64Array
  /** Maximum distance of each tour. Includes the range of a vehicle that makes a single trip. */
  readonly maxDistance: Float64Array
  /** Maximum distance of each trip of a vehicle that may make multiple trips. */
  readonly range: Float64Array
  readonly maxDuration: Float64Array
  readonly maxStops: Float64Array
}

export function toFleetModel(problem: FleetProblem): FleetModel {
  assertProblem(problem)
  const { stops, vehicles, pairs = [] } = problem
  const partner = new Int32Array(stops.length).fill(NO_STOP)
  const isPickup = new Uint8Array(stops.length)
  for (const { pickup, delivery } of pairs) {
    partner[pickup] = delivery
    partner[delivery] = pickup
    isPickup[pickup] = 1
  }
  const dimensionCount = Math.max(0, ...stops.map(({ demand = [] }) => demand.length))
  const demand = new Float64Array(stops.length * dimensionCount)
  stops.forEach((stop, index) => {
    if (partner[index] === NO_STOP || isPickup[index]) demand.set(stop.demand ?? [], index * dimensionCount)
  })
  const groups = toGroups(stops)
  const priorities = [...new Set(stops.map(({ priority = 0 }) => priority))].sort((a, b) => b - a)
  const toLimits = (limit: (vehicle: Vehicle) => number | undefined): Float64Array =>
    Float64Array.from(vehicles, (vehicle) => limit(vehicle) ?? Number.POSITIVE_INFINITY)
  const baseModel = {
    problem,
    stopCount: stops.length,
    waitingCost: problem.waitingCost ?? 0,
    vehicleCount: vehicles.length,
    ...toNodeMatrices(problem),
    ...toOrderRules(problem),
    service: Float64Array.from(stops, ({ service = 0 }) => service),
    windows: toTimeWindowTable(stops.map(({ windows = [] }) => windows)),
    softWindows: toSoftWindowTable(stops),
    release: Float64Array.from(stops, ({ release = 0 }) => release),
    hasReleases: stops.some(({ release = 0 }) => release > 0),
    dimensionCount,
    demand,
    capacity: toCapacities(vehicles, dimensionCount),
    partner,
    isPickup,
    ...toOptionalStops(stops, partner, isPickup),
    ...groups,
    hasChoices: stops.some(({ prize, group }) => prize !== undefined || group !== undefined),
    priorityLevel: Int32Array.from(stops, ({ priority = 0 }, stop) => {
      const members = groups.groups[groups.groupOf[stop]] ?? []
      return priorities.indexOf(Math.max(priority, ...members.map((member) => stops[member].priority ?? 0)))
    }),
    priorityLevelCount: priorities.length,
    ...groupVehiclesByKind(vehicles),
    ...toBreakTables(vehicles),
    shiftFrom: Float64Array.from(vehicles, ({ shift }) => shift?.[0] ?? 0),
    shiftTo: toLimits(({ shift, costs }) => (costs?.perOvertime === undefined ? shift?.[1] : undefined)),
    paidWaiting: Float64Array.from(vehicles, ({ costs }) => costs?.perDuration ?? 0),
    overtimeFrom: toLimits(({ shift, costs }) => (costs?.perOvertime === undefined ? undefined : shift?.[1])),
    overtimeCost: Float64Array.from(vehicles, ({ costs }) => costs?.perOvertime ?? 0),
    maxTrips: Float64Array.from(vehicles, ({ reloads }) => reloads?.maxTrips ?? 1),
    hasReloads: vehicles.some(({ reloads }) => reloads !== undefined && reloads.maxTrips > 1),
    reloadTime: Float64Array.from(vehicles, ({ reloads }) => reloads?.duration ?? 0),
    hasDrivingRules: vehicles.some(({ drivingRules }) => drivingRules !== undefined),
    maxDriving: toLimits(({ drivingRules }) => drivingRules?.maxDriving),
    maxDistance: toLimits(({ maxDistance = Number.POSITIVE_INFINITY, range, reloads }) =>
      (reloads?.maxTrips ?? 1) > 1 ? maxDistance : Math.min(maxDistance, range ?? Number.POSITIVE_INFINITY),
    ),
    range: toLimits(({ range, reloads }) => ((reloads?.maxTrips ?? 1) > 1 ? range : undefined)),
    maxDuration: toLimits(({ maxDuration = Number.POSITIVE_INFINITY, drivingRules }) =>
      Math.min(maxDuration, drivingRules?.maxDuration ?? Number.POSITIVE_INFINITY),
    ),
    maxStops: toLimits(({ maxStops }) => maxStops),
  }
  return { ...baseModel, ...computeAllowedStops(baseModel) }
}

/** Determines which stops are optional. A group is optional if all of its stops are. */
function toOptionalStops(
  stops: readonly FleetStop[],
  partner: Int32Array,
  isPickup: Uint8Array,
): Pick<FleetModel, 'isOptional' | 'prize'> {
  const isOptional = new Uint8Array(stops.length)
  const prize = new Float64Array(stops.length)
  stops.forEach((stop, index) => {
    const otherPrize = partner[index] === NO_STOP ? undefined : stops[partner[index]].prize
    if (stop.prize === undefined && otherPrize === undefined) return
    isOptional[index] = 1
    if (partner[index] === NO_STOP || isPickup[index]) prize[index] = (stop.prize ?? 0) + (otherPrize ?? 0)
  })
  return { isOptional, prize }
}

function toGroups(stops: readonly FleetStop[]): Pick<FleetModel, 'groups' | 'groupOf'> {
  const names = [...new Set(stops.flatMap(({ group }) => (group === undefined ? [] : [group])))]
  return {
    groups: names.map((name) => [...stops.keys()].filter((stop) => stops[stop].group === name)),
    groupOf: Int32Array.from(stops, ({ group }) => (group === undefined ? NO_GROUP : names.indexOf(group))),
  }
}

function toTimeWindowTable(lists: readonly (readonly TimeWindow[])[]): TimeWindowTable {
  const first = new Int32Array(lists.length + 1)
  lists.forEach((list, owner) => {
    first[owner + 1] = first[owner] + list.length
  })
  const allWindows = lists.flat()
  return {
    first,
    from: Float64Array.from(allWindows, ([from]) => from),
    to: Float64Array.from(allWindows, ([, to]) => to),
  }
}

function toBreakTables(
  vehicles: readonly Vehicle[],
): Pick<FleetModel, 'breakFirst' | 'breakDuration' | 'breakWindows'> {
  const breakFirst = new Int32Array(vehicles.length + 1)
  vehicles.forEach(({ breaks = [] }, vehicle) => {
    breakFirst[vehicle + 1] = breakFirst[vehicle] + breaks.length
  })
  const allBreaks = vehicles.flatMap(({ breaks = [] }) => breaks)
  return {
    breakFirst,
    breakDuration: Float64Array.from(allBreaks, ({ duration }) => duration),
    breakWindows: toTimeWindowTable(allBreaks.map(({ windows = [] }) => windows)),
  }
}

function toCapacities(vehicles: readonly Vehicle[], dimensionCount: number): Float64Array {
  const capacity = new Float64Array(vehicles.length * dimensionCount).fill(Number.POSITIVE_INFINITY)
  vehicles.forEach((vehicle, index) => {
    capacity.set((vehicle.capacity ?? []).slice(0, dimensionCount), index * dimensionCount)
  })
  return capacity
}

/** Groups identical vehicles. A vehicle with stops in `mustVisit` forms a separate kind. */
function groupVehiclesByKind(vehicles: readonly Vehicle[]): Pick<FleetModel, 'vehicleKind' | 'vehicleKindCount'> {
  const keys = vehicles.map((vehicle, index) => {
    const { start, end, capacity, shift, breaks = [], maxDistance, maxDuration, maxStops, mustVisit = [] } = vehicle
    const { fixed, perDistance, perDuration, perOvertime } = vehicle.costs ?? {}
    const mustVisitKey = mustVisit.length > 0 ? index : -1
    const skills = [...(vehicle.skills ?? [])].sort((a, b) => a - b)
    const endpoints = [start ?? -1, end ?? -1]
    return JSON.stringify([
      mustVisitKey,
      endpoints,
      capacity,
      skills,
      shift,
      breaks,
      maxDistance,
      maxDuration,
      maxStops,
      vehicle.reloads,
      vehicle.range,
      vehicle.travel,
      vehicle.lifo === true,
      vehicle.drivingRules,
      [vehicle.costs !== undefined, fixed, perDistance, perDuration, perOvertime],
    ])
  })
  const distinctKeys = [...new Set(keys)]
  return {
    vehicleKind: Int32Array.from(keys, (key) => distinctKeys.indexOf(key)),
    vehicleKindCount: distinctKeys.length,
  }
}
