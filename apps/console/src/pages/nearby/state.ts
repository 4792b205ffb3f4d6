import type { NearbyPlace, NearbyReply } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { theMap } from '../../map/the-map.ts'
import { type Point, parsePoint, pointText, roundPoint } from '../../points.ts'
import { createAsking } from '../../state/asked.ts'
import { type Call, urlOf } from '../../state/calls.ts'
import { keepInUrl, place } from '../../state/place-in-url.ts'
import { categoryOf } from './categories.tsx'

export interface Search {
  /** The search center. If absent, the map center at the time of the search. */
  readonly at?: Point
  /** Chosen by the user, not taken from the map center. */
  readonly isPinned: boolean
  readonly label: string
  readonly category: string
  readonly radiusM: number
  readonly isByRoad: boolean
  readonly isOpenOnly: boolean
}

export const RADII_M = [500, 1_000, 2_000, 5_000, 10_000, 25_000, 50_000] as const

const first: Search = { isPinned: false, label: '', category: '', radiusM: 2_000, isByRoad: true, isOpenOnly: false }

/** Outlives the page. */
export const search = signal<Search>(first)
/** Results of one category do not apply to another. */
export const asking = createAsking<NearbyReply>((one, other) => urlOf(one) === urlOf(other))
/** The place selected in the list and on the map. */
export const chosen = signal<string | undefined>(undefined)
export const isToBeShown = signal(false)

/** The maximum that the service returns. Some of these may be closed. */
const MOST = 100
export const SHOWN = 25

/** The listed places. With the open-only filter, those known to be open. */
export const shown = computed((): readonly NearbyPlace[] => {
  const places = asking.state.value.answer?.places ?? []
  return (search.value.isOpenOnly ? places.filter(({ open }) => open === true) : places).slice(0, SHOWN)
})

/** Places left out because their hours are unknown. That does not mean that they are closed. */
export const unknownHours = computed(() => {
  const places = asking.state.value.answer?.places ?? []
  return search.value.isOpenOnly ? places.filter(({ open }) => open === undefined).length : 0
})

export function change(next: Partial<Search>, { show = false, isStep = false } = {}): void {
  const at = next.at ?? search.value.at ?? middleOfMap()
  search.value = { ...search.value, ...next, ...(at === undefined ? {} : { at }) }
  chosen.value = undefined
  if (show) isToBeShown.value = true
  keepInUrl('nearby', toQuery(search.value), { isStep })
  askAgain()
}

export function clearPin(): void {
  const { at: _, ...others } = search.value
  search.value = { ...others, isPinned: false, label: '' }
  change({})
}

export function middleOfMap(): Point | undefined {
  const center = theMap.peek()?.getCenter().wrap()
  return center === undefined ? undefined : roundPoint([center.lat, center.lng])
}

function askAgain(): void {
  const call = toCall(search.value)
  if (call !== undefined) void asking.ask(call)
}

/** No request is sent before a category is selected. */
export function toCall({ at, category, radiusM, isByRoad, isOpenOnly }: Search): Call | undefined {
  if (at === undefined || category === '') return undefined
  const query = {
    lat: at[0],
    lon: at[1],
    ...(category === 'all' ? {} : { category }),
    radius_m: radiusM,
    limit: isOpenOnly ? MOST : SHOWN,
    ...(isByRoad ? { by: 'road' } : {}),
  }
  return { method: 'GET', path: '/v1/nearby', query }
}

function toQuery({ at, isPinned, category, radiusM, isByRoad, isOpenOnly }: Search): Record<string, string> {
  return {
    ...(at === undefined ? {} : { at: at.join(',') }),
    ...(isPinned ? { pin: '1' } : {}),
    ...(category === '' ? {} : { category }),
    ...(radiusM === first.radiusM ? {} : { radius_m: String(radiusM) }),
    ...(isByRoad ? {} : { by: 'straight' }),
    ...(isOpenOnly ? { open: '1' } : {}),
  }
}

export function openFromUrl(): void {
  const { query } = place.peek()
  if (new URLSearchParams(toQuery(search.peek())).toString() === query.toString()) return
  if (query.size === 0) return change({})
  const at = parsePoint(query.get('at') ?? '')
  const named = query.get('category') ?? ''
  const radius = Number(query.get('radius_m') ?? first.radiusM)
  search.value = {
    ...first,
    ...(at === undefined ? {} : { at }),
    isPinned: at !== undefined && query.get('pin') === '1',
    label: at === undefined ? '' : pointText(at),
    category: named === 'all' || categoryOf(named) !== undefined ? named : '',
    radiusM: radius >= 1 && radius <= 50_000 ? radius : first.radiusM,
    isByRoad: query.get('by') !== 'straight',
    isOpenOnly: query.get('open') === '1',
  }
  isToBeShown.value = at !== undefined
  askAgain()
}

/** A category may be selected before the map is loaded and has a center. */
effect(() => {
  if (theMap.value === undefined || place.value.page !== 'nearby') return
  const { at, category } = search.peek()
  if (at === undefined && category !== '') change({})
})
