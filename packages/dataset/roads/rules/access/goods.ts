import { RoadFlag } from '@fairway/road'
import type { VehicleLimits } from '../rules.ts'
import { directedKey, type WayTags } from '../way-tags.ts'
import { parseConditional } from './conditional.ts'
import { noLimits, strictestLimits } from './limits.ts'
import { excludesThroughTraffic } from './vehicle-groups.ts'

const hgvConditionalKey = directedKey('hgv', ':conditional')
const tunnelCategoryKey = directedKey('hazmat:adr_tunnel_cat')
const trailerKey = directedKey('trailer')

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
