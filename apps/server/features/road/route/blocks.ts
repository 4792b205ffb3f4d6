import {
  ArcFlag,
  type Avoidable,
  areaTest,
  closedHazmatFlags,
  closedRoadFlags,
  defaultProfile,
  excludedGroupsOf,
  isTollRoad,
  type Plan,
  RoadClass,
  RoadFlag,
  type RoadNetwork,
  TravelMode,
  type TravelProfile,
  tollClassOf,
  type VehicleSize,
  vehicleGroupsOf,
} from '@fairway/road'
import { isCustomModel } from '../models/read-model.ts'
import type { RouteQuery } from './api/request.ts'

/** Minimum weight in tons to which restrictions for goods vehicles apply. */
const GOODS_VEHICLE_TONS = 3.5

/** Lists the request options that block the route, by checking the best path without these options. */
export function listBlockingOptions(
  network: RoadNetwork,
  unrestrictedPlan: Pick<Plan, 'legs'>,
  { profile, avoidAreas }: Pick<RouteQuery, 'profile' | 'avoidAreas'>,
): string[] {
  const blockingOptions = new Set<string>()
  const isInArea = areaTest(network.edges, avoidAreas)
  for (const leg of unrestrictedPlan.legs) {
    for (const arc of leg.arcs) {
      for (const avoidedFeature of profile.avoid)
        if (usesAvoided(network, arc, avoidedFeature, profile)) blockingOptions.add(`avoid ${avoidedFeature}`)
      if (isClosedToProfile(network, arc, profile)) blockingOptions.add(`profile ${profile.name}`)
      for (const limit of listExceededLimits(network, arc, profile.vehicle)) blockingOptions.add(limit)
      if (isInArea((network.arcs.edgeSide[arc] ?? 0) >>> 1)) blockingOptions.add('avoid_areas')
    }
  }
  if (blockingOptions.size > 0) return [...blockingOptions].sort()
  // The unrestricted path violates no restriction along its roads. Therefore, either the start or end of the path is
  // not allowed, or its weight under the model is too high.
  return [
    ...profile.avoid.map((avoidedFeature) => `avoid ${avoidedFeature}`),
    ...(avoidAreas.length > 0 ? ['avoid_areas'] : []),
    ...(profile.name === undefined ? [] : [`profile ${profile.name}`]),
    ...(profile.name === undefined && profile.vehicle !== defaultProfile.vehicle ? ['vehicle'] : []),
    ...(profile.model && isCustomModel(profile.model) ? ['model'] : []),
  ]
}

/**
 * Returns whether a road is closed to the profile, for example steps for a wheelchair. Turns at barriers are not
 * checked and are attributed to the profile.
 */
function isClosedToProfile({ arcs, edges, roads }: RoadNetwork, arc: number, profile: TravelProfile): boolean {
  const flags = roads.flags[edges.road[(arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0] ?? 0
  return (flags & (profile.closedFlags?.road ?? 0)) !== 0 || (excludedGroupsOf(flags) & vehicleGroupsOf(profile)) !== 0
}

function usesAvoided(
  { arcs, edges, roads }: RoadNetwork,
  arc: number,
  avoidedFeature: Avoidable,
  profile: TravelProfile,
): boolean {
  const road = edges.road[(arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0
  const flags = roads.flags[road] ?? 0
  const roadClass = roads.roadClass[road]
  switch (avoidedFeature) {
    case 'tolls':
      return isTollRoad(flags, tollClassOf(profile))
    case 'tunnels':
      return (flags & RoadFlag.tunnel) !== 0
    case 'unpaved':
      return (flags & RoadFlag.unpaved) !== 0
    case 'ferries':
      return roads.mode[2 * road] === TravelMode.ferry
    case 'motorways':
      return (
        (flags & RoadFlag.motorway) !== 0 || roadClass === RoadClass.motorway || roadClass === RoadClass.motorwayLink
      )
  }
}

function listExceededLimits({ arcs, edges, limits, roads }: RoadNetwork, arc: number, vehicle: VehicleSize): string[] {
  const limitRow = arcs.limit[arc] ?? 0
  const road = edges.road[(arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0
  const closedFlags = (roads.flags[road] ?? 0) & closedRoadFlags(vehicle)
  const flags = arcs.flags[arc] ?? 0
  const closesHazmat = (flags & ArcFlag.noHazardousGoods) !== 0 || (closedFlags & closedHazmatFlags(vehicle)) !== 0
  const closesTunnel = (closedFlags & ~(RoadFlag.noTrailers | closedHazmatFlags(vehicle))) !== 0
  const describeExcess = (name: string, size: number, limit: number, perUnit: number): string[] =>
    limit !== 0 && Math.round(size * perUnit) > limit ? [`${name} ${size} where ${limit / perUnit} is allowed`] : []
  return [
    ...describeExcess('vehicle.height_m', vehicle.heightMeters, limits.heightCm[limitRow] ?? 0, 100),
    ...describeExcess('vehicle.width_m', vehicle.widthMeters, limits.widthCm[limitRow] ?? 0, 100),
    ...describeExcess('vehicle.length_m', vehicle.lengthMeters, limits.lengthCm[limitRow] ?? 0, 100),
    ...describeExcess('vehicle.weight_t', vehicle.weightTons, limits.weightKg[limitRow] ?? 0, 1000),
    ...describeExcess('vehicle.axle_load_t', vehicle.axleLoadTons, limits.axleLoadKg[limitRow] ?? 0, 1000),
    ...((flags & ArcFlag.noGoodsVehicles) !== 0 && vehicle.weightTons > GOODS_VEHICLE_TONS
      ? ['vehicle.weight_t (goods vehicles are not allowed)']
      : []),
    ...(closesHazmat && vehicle.hazardousGoods ? ['vehicle.hazmat'] : []),
    ...((closedFlags & RoadFlag.noTrailers) !== 0 ? ['vehicle.trailer'] : []),
    ...(closesTunnel ? [vehicle.tunnelCode ? 'vehicle.tunnel_code' : 'vehicle.hazmat'] : []),
  ]
}
