import { nearMap } from '../entry/near-map.ts'
import { type Point, pointText } from '../points.ts'
import type { Call } from '../state/calls.ts'

export interface Found {
  readonly at: Point
  readonly label: string
}

export interface Result extends Found {
  readonly kind: string
  readonly distance_km?: number
}

/** The typed text may itself be a valid choice, such as a port that the service finds by name. It is offered first. */
export interface AsTyped {
  readonly say: (typed: string) => string
  readonly onPick: (typed: string) => void
}

export type Suggestion =
  | (Found & Partial<Result>)
  | { readonly typed: string; readonly label: string; readonly at?: never }

export function question(text: string): Call {
  return { method: 'GET', path: '/v1/geocode', query: { q: text.trim(), limit: 6, near: nearMap() } }
}

export function suggestions(
  typed: Point | undefined,
  text: string | undefined,
  results: readonly Result[] | undefined,
  asTyped: AsTyped | undefined,
): readonly Suggestion[] {
  if (typed !== undefined) return [{ at: typed, label: pointText(typed) }]
  if (text === undefined) return []
  const word = text.trim()
  const own = asTyped === undefined || word === '' ? [] : [{ typed: word, label: asTyped.say(word) }]
  return [...own, ...(results ?? [])]
}

export function describe(suggestion: Suggestion): string {
  const { kind, distance_km }: Partial<Result> = suggestion
  const far = distance_km === undefined ? undefined : farText(distance_km, kind)
  return [kind?.replaceAll('_', ' '), far].filter(Boolean).join(' · ')
}

/** For areas as wide as a town, tenths of a kilometer are meaningless. */
const wideKinds = new Set(['country', 'region', 'city', 'town', 'village', 'suburb', 'postcode'])

function farText(km: number, kind: string | undefined): string {
  const isWide = kind !== undefined && wideKinds.has(kind)
  if (km >= 99.95 || (isWide && km >= 1)) return `${Math.round(km).toLocaleString('en')} km`
  return `${km.toFixed(1)} km`
}
