import type { Track } from '@fairway/road'
import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { explainMissingMaps, toMarginDegrees } from '../route/coverage.ts'
import type { AnyFailure } from './failures.ts'

/** Margin around a map in degrees, because a position slightly outside may still be near a road. */
const MARGIN_DEGREES = toMarginDegrees(100)

export interface TraceRegion {
  readonly region: Region
  /** 1 for each point outside the map, otherwise 0. */
  readonly outside: Uint8Array
  readonly outsideCount: number
}

/** Returns the smallest map that contains the trace. Points that are on no map are ignored. */
export async function findTraceRegion(
  directory: RegionDirectory,
  field: string,
  track: Track,
): Promise<Result<TraceRegion, AnyFailure>> {
  const regions = directory.list()
  let bestRegion: TraceRegion | undefined
  for (const region of regions) {
    const isOutsideRegion = markOutside(region, track)
    const outsideCount = isOutsideRegion.reduce((sum, flag) => sum + flag, 0)
    if (!bestRegion || outsideCount < bestRegion.outsideCount)
      bestRegion = { region, outside: isOutsideRegion, outsideCount }
  }
  if (!bestRegion) return fail(await explainMissingMaps(directory))
  if (bestRegion.outsideCount === 0) return ok(bestRegion)
  const otherRegionNames = findOtherRegions(regions, track, bestRegion)
  const { region, outsideCount } = bestRegion
  if (otherRegionNames.length > 0) {
    return fail({ kind: 'across-regions', regions: [...new Set([region.handle.region, ...otherRegionNames])].sort() })
  }
  if (outsideCount < track.count) return ok(bestRegion)
  return fail(explainOutside(regions, field, track))
}

function markOutside(region: Region, { count, latitude, longitude }: Track): Uint8Array {
  const isOutsideRegion = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    if (!region.covers(latitude[i] ?? 0, longitude[i] ?? 0, MARGIN_DEGREES)) isOutsideRegion[i] = 1
  }
  return isOutsideRegion
}

/** Returns the names of other maps that contain the points outside the best map. */
function findOtherRegions(regions: readonly Region[], track: Track, { region, outside }: TraceRegion): string[] {
  const otherRegions = regions.filter((other) => other !== region)
  return otherRegions
    .filter((other) => markOutside(other, track).some((isOutside, i) => isOutside === 0 && outside[i] === 1))
    .map(({ handle }) => handle.region)
}

function explainOutside(regions: readonly Region[], field: string, { latitude, longitude }: Track): AnyFailure {
  const [first = 0, second = 0] = [latitude[0], longitude[0]]
  return {
    kind: 'points-outside-coverage',
    fields: [field],
    regions: regions.map(({ handle }) => handle.region).sort(),
    regionIfSwapped: regions.find((region) => region.covers(second, first, MARGIN_DEGREES))?.handle.region,
  }
}
