import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { expect, test } from 'vitest'
import { buildMatchMap } from '../match/match-map.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { EventLocator } from './event-locator.ts'
import type { EventPlace, EventStretches, Point } from './event-place.ts'

const examples = sharedPath('data/traffic/wzdx/examples/')
const hasExamples = existsSync(examples)
if (!hasExamples) {
  console.warn('\n*** SKIPPED: no WZDx examples next to the repository (../shared/data/traffic/wzdx) ***\n')
}

const towns = {
  'a town': { south: 41, west: -8 },
  'a town in the far north': { south: 78.2, west: 15.6 },
  'a town on the date line': { south: -16.5, west: 179.995 },
}

function locatorFor(seed: number, corner: { south: number; west: number }): [EventLocator, number] {
  const map = buildRoadMap(randomNetwork(seededRandom(seed), { columns: 9, rows: 9, ...corner }))
  return [new EventLocator(buildMatchMap(map, buildMetric(map))), map.network.arcs.count]
}

function expectSound(found: EventStretches | undefined, arcCount: number, what: string): void {
  if (!found) return
  const { count, arc, from, to } = found
  expect([arc.length, from.length, to.length], what).toEqual([count, count, count])
  expect(count, what).toBeGreaterThan(0)
  for (let i = 0; i < count; i++) {
    expect(arc[i], what).toBeLessThan(arcCount)
    if (i > 0) expect(arc[i], what).toBeGreaterThan(arc[i - 1])
    expect(from[i] >= 0 && from[i] < to[i] && to[i] <= 1, `${what}: ${from[i]} to ${to[i]}`).toBe(true)
  }
}

test.each(Object.entries(towns))('never throws for any %s', (_, corner) => {
  const [locator, arcCount] = locatorFor(3, corner)
  const random = seededRandom(17)
  const point = (): Point => {
    const kind = random()
    if (kind < 0.03) return [90, 0]
    if (kind < 0.06) return [-90, -180]
    if (kind < 0.1) return [180 * random() - 90, 360 * random() - 180]
    const longitude = corner.west + 0.013 * random() - 0.001
    return [corner.south + 0.013 * random() - 0.001, longitude > 180 ? longitude - 360 : longitude]
  }
  const nearby = ([latitude, longitude]: Point): Point => [latitude, Math.min(180, longitude + 0.0003 * random())]
  let found = 0
  for (let round = 0; round < 200; round++) {
    const points = Array.from({ length: Math.floor(7 * random()) }, point)
    const walk = points.flatMap((each) => (random() < 0.3 ? [each, each] : [each, nearby(each)]))
    const places: EventPlace[] = [{ line: walk }, { line: walk, sparse: true }, { area: walk }, { at: point() }]
    for (const place of places) {
      const stretches = locator.locate(place, random() < 0.5 ? 'along' : 'both')
      expectSound(stretches, arcCount, JSON.stringify(place))
      if (stretches) found++
    }
  }
  expect(found, 'some events are located').toBeGreaterThan(200)
})

test('quickly handles lines around the globe and lines with very many points', () => {
  const [locator] = locatorFor(4, towns['a town'])
  const globe = Array.from({ length: 20_000 }, (_, i): Point => [41 + Math.sin(i) * 40, ((i * 37) % 360) - 180])
  const dense = Array.from({ length: 200_000 }, (_, i): Point => [41.005 + 1e-8 * i, -7.995])
  const before = process.cpuUsage()
  for (const line of [globe, dense]) {
    locator.locate({ line }, 'both')
    locator.locate({ area: line }, 'both')
  }
  locator.locate({ line: globe, sparse: true }, 'both')
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(100)
})

test.runIf(hasExamples)('recognizes that the WZDx examples are outside the map', () => {
  const [locator] = locatorFor(5, towns['a town'])
  const files = readdirSync(`${examples}WorkZoneFeed`).filter((name) => name.endsWith('.geojson'))
  let lines = 0
  for (const file of files) {
    const { features } = JSON.parse(readFileSync(`${examples}WorkZoneFeed/${file}`, 'utf8')) as {
      features: { geometry: { type: string; coordinates: [number, number][] } }[]
    }
    for (const { geometry } of features) {
      const line = geometry.coordinates.map(([longitude, latitude]): Point => [latitude, longitude])
      const place: EventPlace = geometry.type === 'MultiPoint' ? { line, sparse: true } : { line }
      expect(locator.locate(place, 'both'), file).toBeUndefined()
      expect(locator.locate({ at: line[0] }, 'both'), file).toBeUndefined()
      lines++
    }
  }
  expect(lines).toBeGreaterThanOrEqual(files.length)
})
