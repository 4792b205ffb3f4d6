import { describe, expect, test } from 'vitest'
import { createTestIndex, fillSmallWorld } from '../testing/small-index.ts'
import type { UpstreamPlace } from '../upstream/geocoder.ts'
import { Geocoder } from './geocoder.ts'

/**
 * Index with two towns of the same name, which match with the same confidence, and a village with a part of that name.
 */
const placeIndex = createTestIndex((builder) => {
  fillSmallWorld(builder)
  const add = (latitude: number, importance: number) =>
    builder.add({ kind: 'town', names: ['Saint-Rome'], latitude, longitude: 2, importance, countryCode: 'FR' })
  add(43, 0.1)
  add(44, 0.7)
  builder.add({ kind: 'village', names: ['Saint'], latitude: 45, longitude: 2, importance: 0.1, countryCode: 'FR' })
})

const toUpstreamPlace = (name: string, code: string | undefined, latitude = 40): UpstreamPlace => ({
  latitude,
  longitude: 2,
  label: name,
  name,
  kind: 'town',
  address: { country_code: code },
  said: name,
})
const geocode = async (text: string, places: readonly UpstreamPlace[] | undefined, countryCode?: string) => {
  const answer = places && { source: 'upstream' as const, places, attribution: 'them' }
  const geocoder = new Geocoder({ listIndexes: () => [placeIndex], worldState: 'known' }, { query: async () => answer })
  const query = { text, limit: 10, near: undefined, countryCode, language: undefined }
  return (await geocoder.find(query)).result.map(({ name, latitude, source }) => `${source} ${name} ${latitude}`)
}
const POOR = 'Saint-Rome qqqqqqq zzzzzzz'

describe('upstream geocoder results', () => {
  test('leave the local results unchanged when they are empty', async () => {
    const alone = await geocode(POOR, undefined)
    expect(alone.slice(0, 2)).toEqual(['local Saint-Rome 44', 'local Saint-Rome 43'])
    expect(await geocode(POOR, [])).toEqual(alone)
  })

  test('come before the first local result that matches worse, and keep the local order', async () => {
    const alone = await geocode(POOR, undefined)
    const theirs = [toUpstreamPlace('Nothing of it', 'FR'), toUpstreamPlace('Saint-Rome qqqqqqq', 'FR')]
    const both = await geocode(POOR, theirs)
    expect(both[0]).toBe('upstream Saint-Rome qqqqqqq 40')
    expect(both.at(-1)).toBe('upstream Nothing of it 40')
    expect(both.slice(1, -1)).toEqual(alone)
  })

  test('replace a duplicate local result', async () => {
    const both = await geocode(POOR, [toUpstreamPlace('Saint-Rome', 'FR', 44.001)])
    expect(both.filter((one) => one.endsWith(' 44'))).toEqual([])
    expect(both).toContain('upstream Saint-Rome 44.001')
  })

  test('are limited to the requested country, using borders when the result has no country', async () => {
    const theirs = [
      toUpstreamPlace('In Spain', 'ES'),
      toUpstreamPlace('In France', 'FR', 48),
      toUpstreamPlace('Unsaid, Spain', undefined),
      toUpstreamPlace('Unsaid', undefined, 47),
    ]
    const matches = (await geocode('qqqqqqq', theirs, 'FR')).filter((one) => one.startsWith('upstream'))
    expect(matches).toEqual(['upstream In France 48', 'upstream Unsaid 47'])
    expect(await geocode('qqqqqqq', theirs)).toHaveLength(4)
  })
})
