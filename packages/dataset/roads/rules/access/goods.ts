import { RoadFlag } from '@fairway/road'
import type { VehicleLimits } from '../rules.ts'
import { directedKey, type WayTags } from '../way-tags.ts'
import { parseConditional } from './conditional.ts'
import { noLimits, strictestLimits } from './limits.ts'
import { excludesThroughTraffic } from './vehicle-groups.ts'

const hgvConditionalKey = directedKey('hgv', ':conditional')
const tunnelCategoryKey = directedKey('hazmat:adr_tunnel_cat')

const flagByTunnelCategory = new Map<string, number>([
  ['B', RoadFlag.tunnelB],
  ['C', RoadFlag.tunnelC],
  ['D', RoadFlag.tunnelD],
  ['E', RoadFlag.tunnelE],
])

const excludingTags = [
  { key: directedKey('trailer'), flag: RoadFlag.noTrailers },
  { key: directedKey('hazmat:water'), flag: RoadFlag.noWaterHazards },
  { key: directedKey('hazmat:explosive'), flag: RoadFlag.noExplosives },
] as const

/**
 * Returns the bits of RoadFlag that exclude trailers and some hazardous goods. A tag for one direction closes both
 * directions, because the flags belong to the road.
 */
export function readGoodsFlags(tags: WayTags): number {
  const tunnel = flagByTunnelCategory.get(tags.findUndirected(tunnelCategoryKey) ?? '') ?? 0
  return excludingTags.reduce(
    (flags, { key, flag }) =>
      tags.find(key, 'forward') === 'no' || tags.find(key, 'backward') === 'no' ? flags | flag : flags,
    tunnel,
  )
}

/**
 * Reads limits such as `hgv:conditional=no @ (weight>7.5)`. The value becomes a weight limit for all vehicles, because
 * only trucks are that heavy. Timed conditions apply to trucks only and are read in vehicle-groups.ts.
 */
export function readGoodsVehicleLimits(tags: WayTags): VehicleLimits {
  const tagValue = tags.findUndirected(hgvConditionalKey)
  if (tagValue === undefined) return noLimits
  return parseConditional(tagValue).reduce(
    (limits, { value, condition }) =>
      condition.kind === 'larger' && excludesThroughTraffic(value) ? strictestLimits(limits, condition.limits) : limits,
    noLimits,
  )
}
