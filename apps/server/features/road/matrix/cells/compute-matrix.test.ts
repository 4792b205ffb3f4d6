import { expect, test } from 'vitest'
import { MapCustomizer } from '../../../../maps/metrics/map-customizer.ts'
import { RegionDirectory } from '../../../../maps/regions/region-directory.ts'
import { MapTraffic } from '../../../../maps/traffic/map-traffic.ts'
import { makeRandomTown } from '../../../../maps/traffic/testing/town.ts'
import { computeMatrix } from './compute-matrix.ts'
import type { MatrixJob, PointList } from './matrix-job.ts'

const NOW = Date.parse('2026-11-16T08:07:00Z')
const town = makeRandomTown(17)
const points: PointList = { field: 'points', latitude: [41.001, 41.004, 41.006], longitude: [-7.999, -7.996, -7.994] }
const job: MatrixJob = {
  origins: points,
  destinations: points,
  metrics: ['duration'],
  profile: undefined,
  avoidAreas: [],
  departMs: NOW,
  nowMs: NOW,
  radiusMeters: 1000,
}

test.each([
  ['up to the limit in traffic', true, 9, 'numbers'],
  ['not above the limit in traffic', true, 8, 'too-heavy'],
  ['above the limit without traffic', false, 8, 'numbers'],
] as const)('a thread computes a matrix %s', async (_title, hasTraffic, maxCellsInTraffic, expected) => {
  const customizer = new MapCustomizer()
  customizer.add(town)
  const mapTraffic = new MapTraffic(town.dataset, customizer.get(town.dataset))
  const traffic = mapTraffic.takeSnapshot({ version: 1, nowMs: NOW, feeds: [], maxAgeMs: 0 })
  customizer.addTrafficVersion(town.dataset, traffic)
  const regions = new RegionDirectory({
    customize: async (request) => customizer.customize(request),
    getMatchingData: async (spec) => customizer.getMatchingData(spec),
    computePathAttributes: async (spec) => customizer.computePathAttributes(spec),
    computeLivePathAttributes: async (spec) => customizer.computeLivePathAttributes(spec),
    announceMatrices: async () => {},
  })
  await regions.update([hasTraffic ? { ...town, traffic } : town], NOW)
  const options = { isCancelled: () => false, maxSingles: Number.POSITIVE_INFINITY, maxCellsInTraffic }
  const outcome = await computeMatrix(regions, job, options)
  expect(outcome.kind).toBe(expected)
})
