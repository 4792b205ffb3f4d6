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

/** Returns whether goods vehicles over 3.5 t are forbidden or allowed only for deliveries. */
export function excludesGoodsVehicles(tags: WayTags, direction: Direction): boolean {
  const hgvAccess = tags.find(hgvKey, direction)
  if (hgvAccess !== undefined) return excludesVehicles(hgvAccess)
  // A value of `destination` for all vehicles does not count as a goods restriction.
  return isOpenToCarsOnly(tags, direction)
}

/**
 * Returns whether a drivable road is open only to cars. For example, `motor_vehicle=no` with `motorcar=yes` excludes
 * trucks and motorcycles.
 */
function isOpenToCarsOnly(tags: WayTags, direction: Direction): boolean {
  const generalAccess = tags.find(motorVehicleKey, direction) ?? tags.find(vehicleKey, direction)
  return generalAccess !== undefined && toCarPermission(generalAccess) === 'closed'
}

/** Returns whether motorcycles may not use a road that cars may use. */
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

/** Returns the bits of RoadFlag that exclude trailers and some hazardous goods in both directions. */
export function readGoodsFlags(tags: WayTags): number {
  const tunnel = flagByTunnelCategory.get(tags.findUndirected(tunnelCategoryKey) ?? '') ?? 0
  return tunnel | (tags.findUndirected(trailerKey) === 'no' ? RoadFlag.noTrailers : 0)
}

/**
 * Reads limits such as `hgv:conditional=no @ (weight>7.5)`. The value becomes a weight limit for all vehicles, because
 * only trucks are that heavy. Timed conditions are ignored.
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
