import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import { createUpstream } from '../upstream/create-upstream.ts'
import { RoutingService } from './service.ts'

/**
 * Creates the routing service for the loaded maps. Outside the maps, routes come from an upstream server, if
 * configured.
 */
export function createRouting(
  config: Config,
  clock: Clock,
  regions: RegionDirectory,
): { routing: RoutingService; close: () => unknown } {
  const upstream = createUpstream(config, clock)
  const routing = new RoutingService({ regions, upstream, snapRadiusMeters: config.snapRadiusMeters })
  return { routing, close: () => upstream?.close() }
}
