import type { Region } from '../../../../maps/regions/region.ts'
import type { KnownMap, RegionDirectory } from '../../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import { explainMissingMaps, toMarginDegrees } from '../../route/coverage.ts'
import type { MatrixFailure } from './failures.ts'
import { type MatrixJob, type PointList, toPointName } from './matrix-job.ts'

/** Returns the maps that contain all points, smallest first. */
export async function findMaps(
  regions: RegionDirectory,
  job: Pick<MatrixJob, 'origins' | 'destinations' | 'profile' | 'radiusMeters'>,
): Promise<Result<readonly Region[], MatrixFailure>> {
  const allRegions = regions.list()
  const pointLists = job.origins === job.destinations ? [job.origins] : [job.origins, job.destinations]
  const coveringRegions = allRegions.filter((region) =>
    pointLists.every((list) => coversPoints(region, list, job.radiusMeters)),
  )
  if (coveringRegions.length > 0) return ok(coveringRegions.map((region) => region.withNetwork(job.profile?.network)))
  const knownMaps = regions.listKnown()
  if (knownMaps.length === 0) return fail(await explainMissingMaps(regions))
  return fail(explainUncovered(knownMaps, pointLists, job.radiusMeters))
}

function coversPoints(region: Region, list: PointList, radiusMeters: number): boolean {
  for (let index = 0; index < list.latitude.length; index++) {
    if (!coversPoint(region, list, index, radiusMeters)) return false
  }
  return true
}

function coversPoint(
  region: KnownMap,
  { latitude, longitude }: PointList,
  index: number,
  radiusMeters: number,
): boolean {
  return region.covers(latitude[index] ?? 0, longitude[index] ?? 0, toMarginDegrees(radiusMeters))
}

function explainUncovered(
  knownMaps: readonly KnownMap[],
  lists: readonly PointList[],
  radiusMeters: number,
): MatrixFailure {
  const uncovered: { list: PointList; index: number }[] = []
  const coveringRegionNames = new Set<string>()
  for (const list of lists) {
    list.latitude.forEach((_, index) => {
      const coveringRegions = knownMaps.filter((region) => coversPoint(region, list, index, radiusMeters))
      for (const { handle } of coveringRegions) coveringRegionNames.add(handle.region)
      if (coveringRegions.length === 0) uncovered.push({ list, index })
    })
  }
  const [first] = uncovered
  if (!first) return { kind: 'across-regions', regions: [...coveringRegionNames].sort() }
  const { latitude, longitude } = first.list
  const swappedList = { ...first.list, latitude: longitude, longitude: latitude }
  return {
    kind: 'points-outside-coverage',
    fields: uncovered.map(({ list, index }) => toPointName(list, index)),
    regions: knownMaps.map(({ handle }) => handle.region).sort(),
    regionIfSwapped: knownMaps.find((region) => coversPoint(region, swappedList, first.index, radiusMeters))?.handle
      .region,
  }
}
