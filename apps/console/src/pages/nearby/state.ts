import type { NearbyPlace, NearbyReply } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { currentMap } from '../../map/current-map.ts'
import { formatPoint, type Point, parsePoint, roundPoint } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import { type ApiCall, toUrl } from '../../state/calls.ts'
import { pageLocation, writeToUrl } from '../../state/page-location.ts'
import { findCategory } from './categories.tsx'

export interface Search {
  /** The search center. If absent, the map center at the time of the search. */
  readonly at?: Point
  /** Chosen by the user, not taken from the map center. */
  readonly isPinned: boolean
  readonly label: string
  readonly category: string
  /** Search words that replace the category. Empty if not used. */
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

/** Outlives the page. */
export const search = signal<Search>(initialSearch)
/** Results of one category do not apply to another. */
export const nearbyRequest = createApiRequest<NearbyReply>((first, second) => toUrl(first) === toUrl(second))
/** The place selected in the list and on the map. */
export const selectedPlaceId = signal<string | undefined>(undefined)
export const shouldFitView = signal(false)

/** The maximum that the service accepts. */
export const MAX_WORDS_LENGTH = 100
/** The maximum that the service returns. Some of these may be closed. */
const MAX_RESULTS = 100
export const MAX_SHOWN_PLACES = 25

/** The listed places. With the open-only filter, those known to be open. */
export const shownPlaces = computed((): readonly NearbyPlace[] => {
  const allPlaces = nearbyRequest.state.value.answer?.places ?? []
  return (search.value.isOpenOnly ? allPlaces.filter(({ open }) => open === true) : allPlaces).slice(
    0,
    MAX_SHOWN_PLACES,
  )
})

/** Places left out because their hours are unknown. That does not mean that they are closed. */
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

/** No request is sent before a category is selected. */
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

/** A category may be selected before the map is loaded and has a center. */
effect(() => {
  if (currentMap.value === undefined || pageLocation.value.page !== 'nearby') return
  const { at, category } = search.peek()
  if (at === undefined && category !== '') changeSearch({})
})
