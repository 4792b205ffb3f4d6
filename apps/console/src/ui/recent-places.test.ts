import { beforeEach, expect, test } from 'vitest'
import { addRecentPlace, clearRecentPlaces, listRecentPlaces } from './recent-places.ts'
import { describeSuggestion } from './search-box-suggestions.ts'

beforeEach(clearRecentPlaces)

const list = () => listRecentPlaces().map(({ label }) => label)
const CLEAR = 'Clear recent places'

test('lists the last five places, latest first, and an entry that clears the list', () => {
  expect(list()).toEqual([])
  for (const label of ['Rome', 'Oslo', 'Bern', 'Rome', 'Lima', 'Kyiv'])
    addRecentPlace({ at: [1, 2], label, kind: 'city' })
  expect(list()).toEqual(['Kyiv', 'Lima', 'Rome', 'Bern', 'Oslo', CLEAR])
  addRecentPlace({ at: [1, 2], label: 'Hanoi', kind: 'city' })
  expect(list()).toEqual(['Hanoi', 'Kyiv', 'Lima', 'Rome', 'Bern', CLEAR])
  const [first] = listRecentPlaces()
  expect(first && describeSuggestion(first)).toBe('Recent · City')
  const last = listRecentPlaces().at(-1)
  if (last && 'clear' in last) last.clear()
  expect(list()).toEqual([])
})

test('leaves out coordinates', () => {
  addRecentPlace({ at: [1, 2], label: '1, 2' })
  addRecentPlace({ at: [1, 2], label: '1, 2', kind: 'position' })
  expect(list()).toEqual([])
})
