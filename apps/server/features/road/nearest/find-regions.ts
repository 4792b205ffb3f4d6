import type { NetworkName } from '@fairway/road'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { RoutingFailure } from '../route/api/failures.ts'
import type { NamedStop } from '../route/api/request.ts'
import { coversAll, explainMissingMaps } from '../route/coverage.ts'

/** Returns the maps that contain a point, smallest first, or the reason why there are none. */
export async function findRegions(
  directory: RegionDirectory,
  stop: NamedStop,
  network: NetworkName | undefined,
  radiusMeters: number,
): Promise<Result<readonly Region[], RoutingFailure>> {
  const knownMaps = directory.listKnown()
  if (knownMaps.length === 0) return fail(await explainMissingMaps(directory))
  const coveringRegions = directory.list().filter((region) => coversAll(region, [stop], radiusMeters))
  if (coveringRegions.length > 0) return ok(coveringRegions.map((region) => region.withNetwork(network)))
  const swappedStop = { latitude: stop.longitude, longitude: stop.latitude }
  return fail({
    kind: 'outside-coverage',
    field: stop.field,
    regions: knownMaps.map(({ handle }) => handle.region).sort(),
    regionIfSwapped: knownMaps.find((region) => coversAll(region, [swappedStop], radiusMeters))?.handle.region,
  })
}
