import { ArcFlag, RoadClass, RoadFlag, TravelMode } from '../network/attributes.ts'
import { type NetworkName, type RoadNetwork, TurnFlag } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { isTollRoad, tollClassOf } from '../tolls/toll-class.ts'
import type { TravelModel } from './model/travel-model.ts'
import {
  closedRoadFlags,
  excludedGroupsOf,
  GROUPS_WITH_ARC_FLAG,
  passengerCar,
  type VehicleSize,
  vehicleGroupsOf,
} from './vehicle-access.ts'

export const avoidableFeatures = ['tolls', 'motorways', 'ferries', 'tunnels', 'unpaved'] as const
export type AvoidableFeature = (typeof avoidableFeatures)[number]

export interface TravelProfile {
  /** Network that the trip uses. The default is the car network. */
  readonly network?: NetworkName
  /** Value of `profile`, if it differs from the name of the network. */
  readonly name?: 'truck' | 'motorcycle' | 'wheelchair'
  readonly avoid: readonly AvoidableFeature[]
  readonly vehicle: VehicleSize
  /** Flags that close roads and turns. */
  readonly closedFlags?: { readonly road: number; readonly turn: number }
  /** Speeds and preferences that differ from those of the network. */
  readonly model?: TravelModel
}

export const defaultProfile: TravelProfile = { avoid: [], vehicle: passengerCar }

/** Default profile of each network. Always use these objects, so that metrics can be looked up by identity. */
export const plainProfiles: Readonly<Record<NetworkName, TravelProfile>> = {
  car: defaultProfile,
  bicycle: { ...defaultProfile, network: 'bicycle' },
  foot: { ...defaultProfile, network: 'foot' },
}

/**
 * Cost, in hundredths of a second, of entering a road that is open only to residents and deliveries. This cost equals a
 * detour of 50 minutes, so a route uses such a road only at its ends and practically never as a cut-through.
 */
const RESTRICTED_ENTRY_WEIGHT = 3000_00
/** Cost of getting off a bicycle. This cost is higher than the actual time, because dismounting is inconvenient. */
const DISMOUNT_WEIGHT = 60_00
/** Cost of waiting for a ferry. Few timetables are mapped, so the wait affects only the choice of the path. */
const BOARDING_WEIGHT = 300_00

/** Arcs and turns that are closed at the time of travel. A value of 1 means closed. */
export interface Closures {
  readonly arcs: Uint8Array
  readonly turns: Uint8Array
  /**
   * Groups of vehicles that may use an arc at the time of travel although the arc is permanently closed to them, as
   * bits of VehicleGroup. Undefined if there are none.
   */
  readonly admitted?: Uint8Array
}

/**
 * The weights of one metric for arcs and turns. The weight of a turn includes the arc that it leaves. INFINITE_WEIGHT
 * means that access is prohibited.
 */
export interface CarWeights {
  readonly arc: Int32Array
  readonly turn: Int32Array
}

/**
 * Computes the weights of a profile. `duration` contains the travel time of each arc. By default, free-flow durations
 * apply.
 */
export function carWeights(
  network: RoadNetwork,
  profile: TravelProfile,
  closures: Closures,
  duration: Uint32Array = network.arcs.duration,
): CarWeights {
  const { arcs, turns } = network
  const weightCalculator = new CarWeightCalculator(network, profile)
  const weights = { arc: new Int32Array(arcs.count), turn: new Int32Array(turns.count) }
  for (let arc = 0; arc < arcs.count; arc++) weights.arc[arc] = weightCalculator.arcWeight(arc, closures, duration)
  for (let arc = 0; arc < arcs.count; arc++) weightCalculator.writeTurnWeights(arc, closures, weights)
  return weights
}

/** Computes the weights of individual arcs and turns for one profile. */
export class CarWeightCalculator {
  private readonly network: RoadNetwork
  private readonly roadIsAvoided: Uint8Array
  private readonly limitForbids: Uint8Array
  /** Groups that the vehicle belongs to, and the groups that each road excludes, as bits of VehicleGroup. */
  private readonly groups: number
  private readonly groupsExcludedByRoad: Uint8Array
  private readonly closedTurnFlags: number

  constructor(network: RoadNetwork, profile: TravelProfile) {
    const { vehicle, closedFlags } = profile
    this.network = network
    this.roadIsAvoided = markAvoidedRoads(network, profile)
    this.closedTurnFlags = closedFlags?.turn ?? 0
    this.limitForbids = forbiddingLimits(network, vehicle)
    this.groups = vehicleGroupsOf(profile)
    this.groupsExcludedByRoad = Uint8Array.from(network.roads.flags, excludedGroupsOf)
  }

  arcWeight(arc: number, closures: Closures, duration: Uint32Array): number {
    const { arcs, edges } = this.network
    const road = edges.road[arcs.edgeSide[arc] >>> 1]
    const closedFlags =
      this.roadIsAvoided[road] |
      this.limitForbids[arcs.limit[arc]] |
      (this.groups === 0 ? 0 : this.excludedGroups(arc, road, closures)) |
      closures.arcs[arc]
    return closedFlags === 0 ? weightInTraffic(arcs.weight[arc], arcs.duration[arc], duration[arc]) : INFINITE_WEIGHT
  }

  /** Returns the groups of the vehicle to which an arc is closed, as bits of VehicleGroup. */
  private excludedGroups(arc: number, road: number, { admitted }: Closures): number {
    const groups = (this.network.arcs.flags[arc] & GROUPS_WITH_ARC_FLAG) | this.groupsExcludedByRoad[road]
    return groups & this.groups & ~(admitted?.[arc] ?? 0)
  }

  /** Computes the weights of all turns out of an arc from the arc weights. */
  writeTurnWeights(arc: number, closures: Closures, weights: CarWeights): void {
    const { first } = this.network.turns
    const end = first[arc + 1]
    for (let turn = first[arc]; turn < end; turn++) {
      weights.turn[turn] = this.turnWeight(arc, turn, closures, weights.arc)
    }
  }

  turnWeight(arc: number, turn: number, closures: Closures, arcWeight: Int32Array): number {
    const { arcs, turns } = this.network
    const ownWeight = arcWeight[arc]
    const to = turns.to[turn]
    const closedFlags = closures.turns[turn] | (turns.flags[turn] & this.closedTurnFlags)
    if (ownWeight >= INFINITE_WEIGHT || arcWeight[to] >= INFINITE_WEIGHT || closedFlags !== 0) return INFINITE_WEIGHT
    const entersRestricted =
      (arcs.flags[to] & ~arcs.flags[arc] & ArcFlag.restricted) !== 0 ||
      (turns.flags[turn] & TurnFlag.restrictedGate) !== 0
    return Math.min(
      ownWeight +
        turns.duration[turn] +
        (entersRestricted ? RESTRICTED_ENTRY_WEIGHT : 0) +
        extraWeight(turns.flags[turn]),
      INFINITE_WEIGHT - 1,
    )
  }
}

function extraWeight(turnFlags: number): number {
  if ((turnFlags & (TurnFlag.dismount | TurnFlag.board)) === 0) return 0
  return (turnFlags & TurnFlag.dismount) !== 0 ? DISMOUNT_WEIGHT : BOARDING_WEIGHT
}

/** Scales the penalty of an unpleasant road in proportion to its duration in traffic. */
function weightInTraffic(weight: number, empty: number, duration: number): number {
  const scaledWeight =
    duration === empty ? weight : empty > 0 ? Math.round(weight * (duration / empty)) : weight + duration
  return Math.min(scaledWeight, INFINITE_WEIGHT - 1)
}

function markAvoidedRoads({ roads }: RoadNetwork, profile: TravelProfile): Uint8Array {
  const { avoid, vehicle, closedFlags } = profile
  const flags =
    (closedFlags?.road ?? 0) |
    closedRoadFlags(vehicle) |
    (avoid.includes('tunnels') ? RoadFlag.tunnel : 0) |
    (avoid.includes('unpaved') ? RoadFlag.unpaved : 0) |
    (avoid.includes('motorways') ? RoadFlag.motorway : 0)
  const tollClass = avoid.includes('tolls') ? tollClassOf(profile) : undefined
  const isAvoided = new Uint8Array(roads.count)
  for (let road = 0; road < roads.count; road++) {
    const isMotorway = roads.roadClass[road] === RoadClass.motorway || roads.roadClass[road] === RoadClass.motorwayLink
    const isFerry = roads.mode[2 * road] === TravelMode.ferry
    if (
      (roads.flags[road] & flags) !== 0 ||
      (tollClass !== undefined && isTollRoad(roads.flags[road], tollClass)) ||
      (isMotorway && avoid.includes('motorways')) ||
      (isFerry && avoid.includes('ferries'))
    ) {
      isAvoided[road] = 1
    }
  }
  return isAvoided
}

/** Returns an array with 1 for every row of the limit table with a limit that the vehicle exceeds. */
export function forbiddingLimits({ limits }: RoadNetwork, vehicle: VehicleSize): Uint8Array {
  const exceeds = (size: number, perUnit: number, limit: number) => limit !== 0 && Math.round(size * perUnit) > limit
  const isForbidding = new Uint8Array(limits.count)
  for (let row = 0; row < limits.count; row++) {
    if (
      exceeds(vehicle.heightMeters, 100, limits.heightCm[row]) ||
      exceeds(vehicle.widthMeters, 100, limits.widthCm[row]) ||
      exceeds(vehicle.lengthMeters, 100, limits.lengthCm[row]) ||
      exceeds(vehicle.weightTons, 1000, limits.weightKg[row]) ||
      exceeds(vehicle.axleLoadTons, 1000, limits.axleLoadKg[row])
    ) {
      isForbidding[row] = 1
    }
  }
  return isForbidding
}
