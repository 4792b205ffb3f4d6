import { ArcFlag, RoadFlag } from '../network/attributes.ts'

/** Vehicle dimensions that roads must allow, in meters and tons. Missing values default to a passenger car. */
export interface VehicleSize {
  readonly heightMeters: number
  readonly widthMeters: number
  readonly lengthMeters: number
  readonly weightTons: number
  readonly axleLoadTons: number
  readonly hazardousGoods: boolean
  /** Classes of the hazardous goods. Undefined if they are unknown, which means that all restrictions apply. */
  readonly hazmatClasses?: readonly HazmatClass[]
  /**
   * Tunnel restriction code of the goods. Tunnels of this category and of stricter categories are closed. The default
   * is B, the first category with restrictions.
   */
  readonly tunnelCode?: TunnelCode
  readonly hasTrailer?: boolean
}

/** Tunnel restriction codes of the European agreement on dangerous goods (ADR). */
export const tunnelCodes = ['B', 'C', 'D', 'E'] as const
type TunnelCode = (typeof tunnelCodes)[number]

/** Classes of hazardous goods that road signs distinguish. `other` stands for all goods without a sign of their own. */
export const hazmatClasses = ['explosive', 'flammable', 'water', 'other'] as const
export type HazmatClass = (typeof hazmatClasses)[number]

const flagByHazmatClass = {
  explosive: RoadFlag.noExplosives,
  flammable: RoadFlag.noExplosives,
  water: RoadFlag.noWaterHazards,
  other: 0,
} as const satisfies Record<HazmatClass, number>

const tunnelFlags = [RoadFlag.tunnelB, RoadFlag.tunnelC, RoadFlag.tunnelD, RoadFlag.tunnelE] as const

/** Returns the bits of RoadFlag that close a road to the vehicle. */
export function closedRoadFlags(vehicle: VehicleSize): number {
  const trailerFlags = vehicle.hasTrailer ? RoadFlag.noTrailers : 0
  if (!vehicle.hazardousGoods) return trailerFlags
  return [...closedTunnelFlags(vehicle), closedHazmatFlags(vehicle)].reduce((flags, flag) => flags | flag, trailerFlags)
}

function closedTunnelFlags({ tunnelCode = 'B' }: VehicleSize): readonly number[] {
  return tunnelFlags.slice(tunnelCodes.indexOf(tunnelCode))
}

/** Returns the bits of RoadFlag that close a road to the hazardous goods of the vehicle. */
export function closedHazmatFlags({ hazardousGoods, hazmatClasses: classes = hazmatClasses }: VehicleSize): number {
  return hazardousGoods ? classes.reduce((flags, name) => flags | flagByHazmatClass[name], 0) : 0
}

/** A vehicle with the dimensions of a large passenger car. */
export const passengerCar: VehicleSize = {
  heightMeters: 2,
  widthMeters: 1.9,
  lengthMeters: 4.8,
  weightTons: 2,
  axleLoadTons: 1,
  hazardousGoods: false,
}

/** Weight above which goods vehicle restrictions apply, in tons. */
const GOODS_VEHICLE_TONS = 3.5

/**
 * Groups of vehicles that have their own access rules in addition to the rules for all vehicles, as bits. The first two
 * bits equal the flags of arcs that are permanently closed to the group.
 */
export const VehicleGroup = {
  /** Goods vehicles over 3.5 t (`hgv`). */
  goodsVehicles: ArcFlag.noGoodsVehicles,
  /** Vehicles with hazardous goods (`hazmat`). */
  hazardousGoods: ArcFlag.noHazardousGoods,
  motorcycles: 1 << 3,
  /** Goods vehicles up to 3.5 t (`goods`). */
  vans: 1 << 4,
  /** Vehicles that are neither motorcycles nor over 3.5 t. No timed rule applies to this group only. */
  cars: 1 << 5,
} as const
export type VehicleGroupName = keyof typeof VehicleGroup

/** Names of the groups in the order of their numbers in `ConditionTable.subjectKind`. */
export const vehicleGroupNames: readonly VehicleGroupName[] = ['goodsVehicles', 'hazardousGoods', 'motorcycles', 'vans']

/** Bits of the groups for which an arc flag closes an arc permanently. */
export const GROUPS_WITH_ARC_FLAG = VehicleGroup.goodsVehicles | VehicleGroup.hazardousGoods

interface Traveler {
  readonly name?: string
  readonly vehicle: VehicleSize
}

/** Returns the groups that a vehicle belongs to, as bits of VehicleGroup. */
export function vehicleGroupsOf({ name, vehicle: { weightTons, hazardousGoods } }: Traveler): number {
  const isHeavy = weightTons > GOODS_VEHICLE_TONS
  return (
    (isHeavy ? VehicleGroup.goodsVehicles : 0) |
    (hazardousGoods ? VehicleGroup.hazardousGoods : 0) |
    (name === 'motorcycle' ? VehicleGroup.motorcycles : 0) |
    (name === 'truck' && !isHeavy ? VehicleGroup.vans : 0) |
    (name !== 'motorcycle' && !isHeavy ? VehicleGroup.cars : 0)
  )
}

/** Returns the groups to which a road with these flags is permanently closed, as bits of VehicleGroup. */
export function excludedGroupsOf(roadFlags: number): number {
  return (
    ((roadFlags & RoadFlag.noMotorcycles) === 0 ? 0 : VehicleGroup.motorcycles) |
    ((roadFlags & RoadFlag.noVans) === 0 ? 0 : VehicleGroup.vans) |
    ((roadFlags & RoadFlag.noCars) === 0 ? 0 : VehicleGroup.cars)
  )
}
