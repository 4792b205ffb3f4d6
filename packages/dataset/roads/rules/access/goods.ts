import { RoadFlag } from '@fairway/road'
import type { VehicleLimits } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { parseConditional } from './conditional.ts'
import { noLimits, strictestLimits } from './limits.ts'
import { toCarPermission } from './permission.ts'

const hgvKey = directedKey('hgv')
const hgvConditionalKey = directedKey('hgv', ':conditional')
const motorcycleKey = directedKey('motorcycle')
const motorVehicleKey = directedKey('motor_vehicle')
const vehicleKey = directedKey('vehicle')
const hazmatKey = directedKey('hazmat')
const tunnelCategoryKey = directedKey('hazmat:adr_tunnel_cat')
const trailerKey = directedKey('trailer')

/** Goods vehicles over 3.5 t are forbidden, or allowed only for deliveries. */
export function excludesGoodsVehicles(tags: WayTags, direction: Direction): boolean {
  const hgvAccess = tags.find(hgvKey, direction)
  if (hgvAccess !== undefined) return excludesVehicles(hgvAccess)
  // `destination` for all vehicles is not a goods restriction.
  return isOpenToCarsOnly(tags, direction)
}

/** motor_vehicle=no with motorcar=yes is open to cars, not to trucks or motorcycles. */
function isOpenToCarsOnly(tags: WayTags, direction: Direction): boolean {
  const generalAccess = tags.find(motorVehicleKey, direction) ?? tags.find(vehicleKey, direction)
  return generalAccess !== undefined && toCarPermission(generalAccess) === 'closed'
}

/** A road for cars that motorcycles may not use. */
export function excludesMotorcycles(tags: WayTags, direction: Direction): boolean {
  const motorcycleAccess = tags.find(motorcycleKey, direction)
  if (motorcycleAccess !== undefined) return toCarPermission(motorcycleAccess) === 'closed'
  return isOpenToCarsOnly(tags, direction)
}

function excludesVehicles(value: string): boolean {
  const permission = toCarPermission(value)
  return permission === 'closed' || permission === 'restricted'
}

export function excludesHazardousGoods(tags: WayTags, direction: Direction): boolean {
  return tags.find(hazmatKey, direction) === 'no'
}

const flagByTunnelCategory = new Map<string, number>([
  ['B', RoadFlag.tunnelB],
  ['C', RoadFlag.tunnelC],
  ['D', RoadFlag.tunnelD],
  ['E', RoadFlag.tunnelE],
])

/** Bits of RoadFlag that keep out trailers and some dangerous goods, in both directions. */
export function readGoodsFlags(tags: WayTags): number {
  const tunnel = flagByTunnelCategory.get(tags.findUndirected(tunnelCategoryKey) ?? '') ?? 0
  return tunnel | (tags.findUndirected(trailerKey) === 'no' ? RoadFlag.noTrailers : 0)
}

/**
 * `hgv:conditional=no @ (weight>7.5)`: only trucks are that heavy, so it is treated as a weight limit. Timed conditions
 * are ignored.
 */
export function readGoodsVehicleLimits(tags: WayTags): VehicleLimits {
  const tagValue = tags.findUndirected(hgvConditionalKey)
  if (tagValue === undefined) return noLimits
  return parseConditional(tagValue).reduce(
    (limits, { value, condition }) =>
      condition.kind === 'larger' && excludesVehicles(value) ? strictestLimits(limits, condition.limits) : limits,
    noLimits,
  )
}
