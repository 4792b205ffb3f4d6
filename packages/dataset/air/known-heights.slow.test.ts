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
