import { distanceMeters } from '@fairway/geo'
import { toCountryCode } from '../gazetteer/country-codes.ts'
import { findWord } from '../index/dictionary.ts'
import { encodeCountry, getImportance, getKind, getLabel, getPosition } from '../index/place-index.ts'
import { countAreas, type PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/position.ts'
import { containsBytes } from './details-bytes.ts'
import type { PlaceMatch, SearchOptions } from './search-types.ts'

/** Kind of code, as tagged in the details of airports and ports. */
type CodeKind = 'iata' | 'icao' | 'unlocode'

/** Rank of a result that was found by its code. No other result can reach this rank. */
const CODE_RANK = 10
/** Rank of a country that was found by its code. It is below the rank of an airport, because PER is Perth before Peru. */
const COUNTRY_CODE_RANK = 5
/**
 * Minimum importance of a town that outweighs the code of an airfield. LIMA is the city, not an airfield near Turin.
 */
const MIN_TOWN_IMPORTANCE = 0.6
/** Minimum importance of an airport. Below it, the entry is an airfield or has no scheduled flights. */
const MIN_AIRPORT_IMPORTANCE = 0.4
/** Country abbreviations that are also codes of small airports. Users mean the country. */
const countryAbbreviations = new Set(['USA', 'UAE'])

const encoder = new TextEncoder()

/**
 * Returns the airport or port if the whole query is its code in capital letters, such as MEX, SUMU, UYMVD, or UY MVD.
 */
export function findByCode(index: PlaceIndex, text: string, options: SearchOptions): PlaceMatch | undefined {
  const code = parseCode(text)
  if (!code) return undefined
  const word = findWord(index.words, code.value.toLowerCase())
  if (word < 0) return undefined
  const { first, entry: postings } = index.postings
  const tag = encoder.encode(`"${code.kind}":"${code.value}"`)
  const country = encodeCountry(options.countryCode)
  let hasTown = false
  for (let posting = first[word]; posting < first[word + 1] && postings[posting] < countAreas(index); posting++) {
    const entry = postings[posting]
    if (country !== 0 && index.entries.country[entry] !== country) continue
    if (options.accepts && !options.accepts(entry)) continue
    if (!containsBytes(index, entry, tag)) {
      hasTown ||= isNamedTown(index, entry, code.value)
      continue
    }
    if (hasTown && getImportance(index, entry) < MIN_AIRPORT_IMPORTANCE) return undefined
    return toMatch(index, entry, CODE_RANK, options.near)
  }
  return undefined
}

/** Returns the country if the whole query is its ISO 3166-1 code in capital letters, such as UY or URY. */
export function findByCountryCode(index: PlaceIndex, text: string, options: SearchOptions): PlaceMatch | undefined {
  const trimmedText = text.trim()
  if (!/^[A-Z]{2,3}$/.test(trimmedText)) return undefined
  const code = encodeCountry(toCountryCode(trimmedText))
  const filter = encodeCountry(options.countryCode)
  if (code === 0 || (filter !== 0 && filter !== code)) return undefined
  const entry = listCountryEntries(index).get(code)
  if (entry === undefined || (options.accepts && !options.accepts(entry))) return undefined
  return toMatch(index, entry, COUNTRY_CODE_RANK, options.near)
}

/** Country entries of each index by encoded code. They are listed once, because an index has many other areas. */
const countryEntryCache = new WeakMap<PlaceIndex, ReadonlyMap<number, number>>()

function listCountryEntries(index: PlaceIndex): ReadonlyMap<number, number> {
  const cached = countryEntryCache.get(index)
  if (cached) return cached
  const entries = new Map<number, number>()
  for (let entry = countAreas(index) - 1; entry >= 0; entry--)
    if (getKind(index, entry) === 'country') entries.set(index.entries.country[entry], entry)
  countryEntryCache.set(index, entries)
  return entries
}

function toMatch(index: PlaceIndex, entry: number, rank: number, nearPosition: Position | undefined): PlaceMatch {
  const { latitude, longitude } = getPosition(index, entry)
  const meters = nearPosition && distanceMeters(nearPosition.latitude, nearPosition.longitude, latitude, longitude)
  const certainScore = { confidence: 1, rank, asTown: 0, isGuess: false }
  return { entry, latitude, longitude, ...certainScore, ...(meters !== undefined && { distanceMeters: meters }) }
}

function parseCode(text: string): { readonly kind: CodeKind; readonly value: string } | undefined {
  const trimmedText = text.trim()
  if (countryAbbreviations.has(trimmedText)) return undefined
  if (/^[A-Z]{3}$/.test(trimmedText)) return { kind: 'iata', value: trimmedText }
  if (/^[A-Z]{4}$/.test(trimmedText)) return { kind: 'icao', value: trimmedText }
  return /^[A-Z]{2}[ -]?[A-Z]{3}$/.test(trimmedText)
    ? { kind: 'unlocode', value: trimmedText.replace(/[ -]/, '') }
    : undefined
}

/**
 * Returns whether an entry is an important town with this name. Areas are sorted by importance, so the town comes
 * before the airfield.
 */
function isNamedTown(index: PlaceIndex, entry: number, code: string): boolean {
  const kind = getKind(index, entry)
  if (kind === 'airport' || kind === 'port' || getImportance(index, entry) < MIN_TOWN_IMPORTANCE) return false
  return getLabel(index, entry).toUpperCase() === code
}
