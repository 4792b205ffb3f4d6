import { formatMapCenter } from '../entry/near-map.ts'
import { formatPoint, type Point } from '../points.ts'
import type { ApiCall } from '../state/calls.ts'

export interface PickedPlace {
  readonly at: Point
  readonly label: string
}

export interface SearchResult extends PickedPlace {
  readonly kind: string
  readonly distance_km?: number
}

/** Option to use the typed text itself, such as a port that the service finds by name. This option is offered first. */
export interface FreeTextOption {
  readonly toLabel: (typed: string) => string
  /** Kind of results that come before all others, such as ports for a voyage. */
  readonly preferredKind?: string
  readonly onPick: (typed: string) => void
}

export type Suggestion =
  | (PickedPlace & Partial<SearchResult> & { readonly isRecent?: true })
  | { readonly typed: string; readonly label: string; readonly at?: never }
  | { readonly clear: () => void; readonly label: string; readonly at?: never }

export function toSuggestCall(input: string): ApiCall {
  return { method: 'GET', path: '/v1/geocode', query: { q: input.trim(), limit: 6, near: formatMapCenter() } }
}

export function listSuggestions(
  typedPoint: Point | undefined,
  input: string | undefined,
  results: readonly SearchResult[] | undefined,
  asTyped: FreeTextOption | undefined,
): readonly Suggestion[] {
  if (typedPoint !== undefined) return [{ at: typedPoint, label: formatPoint(typedPoint) }]
  if (input === undefined) return []
  const trimmedText = input.trim()
  const freeText =
    asTyped === undefined || trimmedText === '' ? [] : [{ typed: trimmedText, label: asTyped.toLabel(trimmedText) }]
  const preferredKind = asTyped?.preferredKind
  const preferredResults = (results ?? []).filter(({ kind }) => kind === preferredKind)
  const otherResults = (results ?? []).filter(({ kind }) => kind !== preferredKind)
  return [...freeText, ...preferredResults, ...otherResults]
}

const kindLabels: Readonly<Record<string, string>> = {
  country: 'Country',
  region: 'Region',
  city: 'City',
  town: 'Town',
  village: 'Village',
  suburb: 'Neighborhood',
  postcode: 'Postal code',
  airport: 'Airport',
  port: 'Port',
  street: 'Street',
  address: 'Address',
  crossing: 'Intersection',
  poi: 'Place',
  position: 'Coordinates',
}

export function describeSuggestion(suggestion: Suggestion): string {
  const { kind, distance_km, isRecent }: Partial<SearchResult> & { isRecent?: true } = suggestion
  const distanceText = distance_km === undefined ? undefined : formatDistance(distance_km, kind)
  return [isRecent && 'Recent', kind && (kindLabels[kind] ?? kind.replaceAll('_', ' ')), distanceText]
    .filter(Boolean)
    .join(' · ')
}

/** Kinds of places that are as wide as a town. Tenths of a kilometer are meaningless for them. */
const areaKinds = new Set(['country', 'region', 'city', 'town', 'village', 'suburb', 'postcode'])

function formatDistance(km: number, kind: string | undefined): string {
  const isArea = kind !== undefined && areaKinds.has(kind)
  if (km >= 99.95 || (isArea && km >= 1)) return `${Math.round(km).toLocaleString('en')} km`
  return `${km.toFixed(1)} km`
}
