import { seededRandom } from '@fairway/geo'
import { defaultProfile } from '@fairway/road'
import { expect, test } from 'vitest'
import { MapCustomizer } from '../../../maps/metrics/map-customizer.ts'
import { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { makeRandomTown } from '../../../maps/traffic/testing/town.ts'
import { MAX_MATCH_SECONDS } from './limits.ts'
import type { MatchJob } from './match-job.ts'
import { runMatch } from './run-match.ts'

const town = makeRandomTown(5)
const customizer = new MapCustomizer()
customizer.add(town)
const notNeeded = () => Promise.reject(new Error('a trace needs no metric of a request'))
const directory = new RegionDirectory({
  customize: notNeeded,
  getMatchingData: async (request) => customizer.getMatchingData(request),
  computePathAttributes: notNeeded,
  computeLivePathAttributes: notNeeded,
  announceMatrices: notNeeded,
})
await directory.update([town], 0)

const random = seededRandom(8)
const { south, west, north, east } = town.boundingBox
const count = 40
const job: MatchJob = {
  details: undefined,
  trace: {
    kind: 'track',
    field: 'points',
    track: {
      count,
      latitude: Float64Array.from({ length: count }, () => south + random() * (north - south)),
      longitude: Float64Array.from({ length: count }, () => west + random() * (east - west)),
      seconds: undefined,
      accuracy: undefined,
      heading: undefined,
    },
  },
  profile: defaultProfile,
  gaps: 'split',
  geometry: 'points',
  steps: false,
  language: 'en',
  units: undefined,
  nowMs: 0,
}
const runAt = (elapsedSeconds: number) => {
  const times = [0]
  return runMatch(
    directory,
    job,
    () => false,
    () => times.pop() ?? 1000 * elapsedSeconds,
  )
}

test('rejects a trace that takes longer than the limit, and not before', async () => {
  expect(await runAt(MAX_MATCH_SECONDS)).toMatchObject({ kind: 'matched' })
  expect(await runAt(MAX_MATCH_SECONDS + 0.001)).toEqual({
    kind: 'failure',
    failure: { kind: 'trace-too-slow', field: 'points', given: count },
  })
})
