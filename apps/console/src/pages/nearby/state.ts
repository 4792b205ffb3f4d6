import type { NearbyPlace, NearbyReply } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { currentMap } from '../../map/current-map.ts'
import { formatPoint, type Point, parsePoint, roundPoint } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import { type ApiCall, toUrl } from '../../state/calls.ts'
import { pageLocation, writeToUrl } from '../../state/page-location.ts'
import { findCategory } from './categories.tsx'

export interface Search {
  /** Center of the search. If undefined, the search uses the map center. */
  readonly at?: Point
  /** Whether the user chose the center. Otherwise the center comes from the map. */
  readonly isPinned: boolean
  readonly label: string
  readonly category: string
  /** Search words that replace the category. Empty if the user selected a category. */
  readonly words: string
  readonly radiusM: number
  readonly isByRoad: boolean
  readonly isOpenOnly: boolean
}

export const RADIUS_CHOICES_M = [500, 1_000, 2_000, 5_000, 10_000, 25_000, 50_000] as const

const initialSearch: Search = {
  isPinned: false,
  label: '',
  category: '',
  words: '',
  radiusM: 2_000,
  isByRoad: true,
  isOpenOnly: false,
}

/** Current search, stored outside the page so that it survives a visit to another page. */
export const search = signal<Search>(initialSearch)
/** Request for places. Replies for one search are not shown for another search. */
export const nearbyRequest = createApiRequest<NearbyReply>((first, second) => toUrl(first) === toUrl(second))
/** Id of the place that is selected in the list and on the map. */
export const selectedPlaceId = signal<string | undefined>(undefined)
export const shouldFitView = signal(false)

/** Maximum length of the search words that the service accepts, in characters. */
export const MAX_WORDS_LENGTH = 100
/** Maximum number of places that the service returns. Some of these places may be closed. */
const MAX_RESULTS = 100
export const MAX_SHOWN_PLACES = 25

/** Places in the list. With the open-only filter, the list contains only places that are known to be open. */
export const shownPlaces = computed((): readonly NearbyPlace[] => {
  const allPlaces = nearbyRequest.state.value.answer?.places ?? []
  return (search.value.isOpenOnly ? allPlaces.filter(({ open }) => open === true) : allPlaces).slice(
    0,
    MAX_SHOWN_PLACES,
  )
})

/** Number of places omitted because their opening hours are unknown. These places may still be open. */
export const unknownHoursCount = computed(() => {
  const allPlaces = nearbyRequest.state.value.answer?.places ?? []
  return search.value.isOpenOnly ? allPlaces.filter(({ open }) => open === undefined).length : 0
})

export function changeSearch(next: Partial<Search>, { show = false, isStep = false } = {}): void {
  const position = next.at ?? search.value.at ?? findMapCenter()
  search.value = { ...search.value, ...next, ...(position === undefined ? {} : { at: position }) }
  selectedPlaceId.value = undefined
  if (show) shouldFitView.value = true
  writeToUrl('nearby', toQuery(search.value), { pushHistory: isStep })
  requestNearby()
}

export function clearPin(): void {
  const { at: _, ...others } = search.value
  search.value = { ...others, isPinned: false, label: '' }
  changeSearch({})
}

export function findMapCenter(): Point | undefined {
  const center = currentMap.peek()?.getCenter().wrap()
  return center === undefined ? undefined : roundPoint([center.lat, center.lng])
}

function requestNearby(): void {
  const call = toCall(search.value)
  if (call !== undefined) void nearbyRequest.send(call)
}

/** Returns the request, or undefined before the user selects a category. */
function toCall({ at, category, words, radiusM, isByRoad, isOpenOnly }: Search): ApiCall | undefined {
  if (at === undefined || category === '') return undefined
  const query = {
    lat: at[0],
    lon: at[1],
    ...(words !== '' ? { q: words } : category === 'all' ? {} : { category }),
    radius_m: radiusM,
    limit: isOpenOnly ? MAX_RESULTS : MAX_SHOWN_PLACES,
    ...(isByRoad ? { by: 'road' } : {}),
  }
  return { method: 'GET', path: '/v1/nearby', query }
}

function toQuery({ at, isPinned, category, words, radiusM, isByRoad, isOpenOnly }: Search): Record<string, string> {
  return {
    ...(at === undefined ? {} : { at: at.join(',') }),
    ...(isPinned ? { pin: '1' } : {}),
    ...(words !== '' ? { q: words } : category === '' ? {} : { category }),
    ...(radiusM === initialSearch.radiusM ? {} : { radius_m: String(radiusM) }),
    ...(isByRoad ? {} : { by: 'straight' }),
    ...(isOpenOnly ? { open: '1' } : {}),
  }
}

export function openFromUrl(): void {
  const { query } = pageLocation.peek()
  if (new URLSearchParams(toQuery(search.peek())).toString() === query.toString()) return
  if (query.size === 0) return changeSearch({})
  const position = parsePoint(query.get('at') ?? '')
  const words = (query.get('q') ?? '').slice(0, MAX_WORDS_LENGTH)
  const categoryName = words === '' ? (query.get('category') ?? '') : 'all'
  const radius = Number(query.get('radius_m') ?? initialSearch.radiusM)
  search.value = {
    ...initialSearch,
    ...(position === undefined ? {} : { at: position }),
    isPinned: position !== undefined && query.get('pin') === '1',
    label: position === undefined ? '' : formatPoint(position),
    category: categoryName === 'all' || findCategory(categoryName) !== undefined ? categoryName : '',
    words,
    radiusM: radius >= 1 && radius <= 50_000 ? radius : initialSearch.radiusM,
    isByRoad: query.get('by') !== 'straight',
    isOpenOnly: query.get('open') === '1',
  }
  shouldFitView.value = position !== undefined
  requestNearby()
}

/** This effect starts the search after the map has loaded, because the user may select a category earlier. */
effect(() => {
  if (currentMap.value === undefined || pageLocation.value.page !== 'nearby') return
  const { at, category } = search.peek()
  if (at === undefined && category !== '') changeSearch({})
})
