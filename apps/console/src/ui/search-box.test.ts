import { afterEach, expect, test } from 'vitest'
import { formatMapCenter } from '../entry/near-map.ts'
import { currentMap } from '../map/current-map.ts'
import { describeSuggestion as describeFound } from './search-box-suggestions.ts'

test.each([
  ['address', 2.34, 'Address · 2.3 km'],
  ['airport', 16696, 'Airport · 16,696 km'],
  ['city', 42.4, 'City · 42 km'],
  ['poi', 99.96, 'Place · 100 km'],
  ['crossing', 3, 'Intersection · 3.0 km'],
  ['suburb', 3.4, 'Neighborhood · 3 km'],
])('shows a search result with its distance, as precise as useful: %s, %d km', (kind, distance_km, text) => {
  expect(describeFound({ at: [1, 2], label: 'x', kind, distance_km })).toBe(text)
})

afterEach(() => {
  currentMap.value = undefined
})

test.each([
  [0.00001, -0.00001, undefined],
  [-34.9, -56.16, '-34.9000,-56.1600'],
])('does not search near a map that has not been moved yet: %d, %d', (lat, lng, near) => {
  currentMap.value = { getCenter: () => ({ wrap: () => ({ lat, lng }) }) } as unknown as typeof currentMap.value
  expect(formatMapCenter()).toBe(near)
})
