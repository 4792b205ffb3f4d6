import { existsSync, readFileSync } from 'node:fs'
import { compileRoads } from '@fairway/dataset'
import { sharedPath } from '@fairway/geo/testing'
import { describe, expect, test } from 'vitest'
import { findActiveClosures } from '../profiles/closures.ts'
import { buildMetric } from '../testing/map-of.ts'
import { buildMatchMap } from './match-map.ts'
import { Matcher } from './matcher.ts'
import { hasHof, hofMap, readHof } from './testing/hof.ts'
import { coveredMeters, linesOf } from './testing/lines.ts'
import { addShares, noShares } from './testing/shares.ts'
import { type Point, trackOf } from './testing/track-of.ts'

const shared = sharedPath('data/')
const gpx = `${shared}traffic/andorra_for_map_matching.gpx`
const extract = `${shared}roads/andorra-2026.osm.pbf`
const hasAndorra = existsSync(gpx) && existsSync(extract)

if (!hasHof) console.warn('\n*** SKIPPED: no tracks of Hof next to the repository (../shared/data/traffic) ***\n')
if (!hasAndorra) console.warn('\n*** SKIPPED: no data of Andorra next to the repository (../shared/data) ***\n')

describe.runIf(hasHof)('263 manually corrected trips around Hof', () => {
  test('finds at least 95 % of the driven roads, with at least 95 % correct', async () => {
    const drives = readHof()
    expect(drives.length).toBe(263)
    const map = await hofMap(drives)
    const matcher = new Matcher(buildMatchMap(map, buildMetric(map)))
    const sum = noShares()
    for (const { track, truth } of drives) addShares(sum, map.network, truth, matcher.match(track))
    const { driven, covered, matched, right } = sum
    console.info(
      `Hof: ${percent(covered / driven)} of ${km(driven)} found; ${percent(right / matched)} of ${km(matched)} correct`,
    )
    expect(covered / driven).toBeGreaterThan(0.95)
    expect(right / matched).toBeGreaterThan(0.95)
  })
})

describe.runIf(hasAndorra)('track through Andorra with three points moved off the road', () => {
  test('follows the road, not the moved points', async () => {
    const map = await compileRoads({ extract, threads: 1, onProgress() {} })
    const metric = buildMetric(
      map,
      findActiveClosures(map.network, () => false),
    )
    const points = [...readFileSync(gpx, 'utf8').matchAll(/<trkpt lat="([^"]+)" lon="([^"]+)"/g)].map(
      ([, latitude, longitude]): Point => [Number(latitude), Number(longitude)],
    )
    const matched = new Matcher(buildMatchMap(map, metric)).match(trackOf(points))
    expect(points.length).toBe(21)
    expect(matched.pieces.length).toBe(1)
    // Shifted points have more digits than points on the road.
    const onRoad = points.filter((point) => point.every((degrees) => String(degrees).length <= 10))
    expect(onRoad.length).toBe(17)
    const lines = linesOf(map.network, matched)
    const truth = [onRoad.slice(0, 4), onRoad.slice(4)]
    const parts = truth.map((line) => coveredMeters(line, lines))
    const [covered, total] = [parts[0].covered + parts[1].covered, parts[0].total + parts[1].total]
    console.info(`Andorra: ${percent(covered / total)} of ${km(total)} found`)
    expect(covered / total).toBeGreaterThan(0.95)
    // Without a detour, the path is as long as the road between its ends.
    expect(matched.pieces[0].lengthMeters).toBeGreaterThan(0.97 * 677)
    expect(matched.pieces[0].lengthMeters).toBeLessThan(1.03 * 677)
  })
})

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
function km(meters: number): string {
  return `${(meters / 1000).toFixed(1)} km`
}
