import type { VehicleLimits } from '../rules.ts'
import { type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { parseConditional } from './conditional.ts'
import { noLimits, tighten } from './limits.ts'
import { toPermission } from './permission.ts'

const hgv = directedKey('hgv')
const hgvConditional = directedKey('hgv', ':conditional')
const motorVehicle = directedKey('motor_vehicle')
const vehicle = directedKey('vehicle')
const hazmat = directedKey('hazmat')
const tunnelCategory = directedKey('hazmat:adr_tunnel_cat')

/** Goods vehicles over 3.5 t are forbidden, or allowed only for deliveries. */
export function excludesGoodsVehicles(tags: WayTags, direction: Direction): boolean {
  const own = tags.find(hgv, direction)
  if (own !== undefined) return isExcluding(own)
  // motor_vehicle=no with motorcar=yes is open to cars, not to trucks. `destination` for all vehicles is not a goods
  // restriction.
  const general = tags.find(motorVehicle, direction) ?? tags.find(vehicle, direction)
  return general !== undefined && toPermission(general) === 'closed'
}

function isExcluding(value: string): boolean {
  const permission = toPermission(value)
  return permission === 'closed' || permission === 'restricted'
}

/** Tunnel categories of the European agreement on dangerous goods (ADR). A allows everything. */
const tunnelCategories = new Set(['B', 'C', 'D', 'E'])

export function excludesHazardousGoods(tags: WayTags, direction: Direction): boolean {
  const value = tags.find(hazmat, direction)
  return value === 'no' || tunnelCategories.has(tags.common(tunnelCategory) ?? '')
}

/**
 * `hgv:conditional=no @ (weight>7.5)`: only trucks are that heavy, so it is treated as a weight limit. Timed conditions
 * are ignored.
 */
export function goodsVehicleLimits(tags: WayTags): VehicleLimits {
  const text = tags.common(hgvConditional)
  if (text === undefined) return noLimits
  return parseConditional(text).reduce(
    (limits, { value, condition }) =>
      condition.kind === 'larger' && isExcluding(value) ? tighten(limits, condition.than) : limits,
    noLimits,
  )
}
