import type { Point } from '../points.ts'
import { persistentSignal } from '../state/persistent-signal.ts'
import type { SearchResult, Suggestion } from './search-box-suggestions.ts'

type RecentPlace = Pick<SearchResult, 'at' | 'label' | 'kind'>

const MAX_RECENT_PLACES = 5

const recentPlaces = persistentSignal<readonly RecentPlace[]>('recent-places', [], isPlaceList)

/** Lists the places that the user selected last, and an entry that clears the list. */
export function listRecentPlaces(): readonly Suggestion[] {
  const places = recentPlaces.value.map((place) => ({ ...place, isRecent: true }) as const)
  return places.length === 0 ? [] : [...places, { label: 'Clear recent places', clear: clearRecentPlaces }]
}

/**
 * Adds a place to the top of the list. Coordinates are not added, because they are easier to select on the map again.
 */
export function addRecentPlace({ at, label, kind }: Partial<SearchResult>): void {
  if (at === undefined || label === undefined || kind === undefined || kind === 'position') return
  const others = recentPlaces.value.filter((place) => place.label !== label)
  recentPlaces.value = [{ at, label, kind }, ...others].slice(0, MAX_RECENT_PLACES)
}

export function clearRecentPlaces(): void {
  recentPlaces.value = []
}

function isPlaceList(value: unknown): value is readonly RecentPlace[] {
  return Array.isArray(value) && value.length <= MAX_RECENT_PLACES && value.every(isPlace)
}

function isPlace(value: unknown): value is RecentPlace {
  if (typeof value !== 'object' || value === null) return false
  const { at, label, kind }: Partial<Record<string, unknown>> = { ...value }
  return isPoint(at) && typeof label === 'string' && typeof kind === 'string'
}

function isPoint(value: unknown): value is Point {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}
