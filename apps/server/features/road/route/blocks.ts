import {
  ArcFlag,
  type Avoidable,
  areaTest,
  defaultProfile,
  type Plan,
  RoadClass,
  RoadFlag,
  type RoadNetwork,
  TravelMode,
  type VehicleSize,
} from '@fairway/road'
import type { RouteQuery } from './api/request.ts'

/** Restrictions for goods vehicles apply from this weight. */
const GOODS_VEHICLE_TONS = 3.5

/**
 * Determines which of the caller's restrictions block the route, in the caller's terms. It checks the best path without
 * those restrictions.
 */
export function listBlockingOptions(
  network: RoadNetwork,
  unrestrictedPlan: Plan,
  { profile, avoidAreas }: RouteQuery,
): string[] {
  const blocks = new Set<string>()
  const isInArea = areaTest(network.edges, avoidAreas)
  for (const leg of unrestrictedPlan.legs) {
    for (const arc of leg.arcs) {
      for (const avoided of profile.avoid) if (usesAvoided(network, arc, avoided)) blocks.add(`avoid ${avoided}`)
      for (const limit of listExceededLimits(network, arc, profile.vehicle)) blocks.add(limit)
      if (isInArea((network.arcs.edgeSide[arc] ?? 0) >>> 1)) blocks.add('avoid_areas')
    }
  }
  if (blocks.size > 0) return [...blocks].sort()
  // The unrestricted path breaks no restriction along the way, but its start or end is not allowed.
  return [
    ...profile.avoid.map((avoided) => `avoid ${avoided}`),
    ...(avoidAreas.length > 0 ? ['avoid_areas'] : []),
    ...(profile.vehicle === defaultProfile.vehicle ? [] : ['vehicle']),
  ]
}

function usesAvoided({ arcs, edges, roads }: RoadNetwork, arc: number, avoided: Avoidable): boolean {
  const road = edges.road[(arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0
  const flags = roads.flags[road] ?? 0
  const roadClass = roads.roadClass[road]
  switch (avoided) {
    case 'tolls':
      return (flags & RoadFlag.toll) !== 0
    case 'tunnels':
      return (flags & RoadFlag.tunnel) !== 0
    case 'unpaved':
      return (flags & RoadFlag.unpaved) !== 0
    case 'ferries':
      return roads.mode[road] === TravelMode.ferry
    case 'motorways':
      return (
        (flags & RoadFlag.motorway) !== 0 || roadClass === RoadClass.motorway || roadClass === RoadClass.motorwayLink
      )
  }
}

function listExceededLimits({ arcs, limits }: RoadNetwork, arc: number, vehicle: VehicleSize): string[] {
  const row = arcs.limit[arc] ?? 0
  const flags = arcs.flags[arc] ?? 0
  const listExcess = (name: string, size: number, limit: number, perUnit: number): string[] =>
    limit !== 0 && Math.round(size * perUnit) > limit ? [`${name} ${size} where ${limit / perUnit} is allowed`] : []
  return [
    ...listExcess('vehicle.height_m', vehicle.heightMeters, limits.heightCm[row] ?? 0, 100),
    ...listExcess('vehicle.width_m', vehicle.widthMeters, limits.widthCm[row] ?? 0, 100),
    ...listExcess('vehicle.length_m', vehicle.lengthMeters, limits.lengthCm[row] ?? 0, 100),
    ...listExcess('vehicle.weight_t', vehicle.weightTons, limits.weightKg[row] ?? 0, 1000),
    ...listExcess('vehicle.axle_load_t', vehicle.axleLoadTons, limits.axleLoadKg[row] ?? 0, 1000),
    ...((flags & ArcFlag.noGoodsVehicles) !== 0 && vehicle.weightTons > GOODS_VEHICLE_TONS
      ? ['vehicle.weight_t (goods vehicles are not allowed)']
      : []),
    ...((flags & ArcFlag.noHazardousGoods) !== 0 && vehicle.hazardousGoods ? ['vehicle.hazmat'] : []),
  ]
}
