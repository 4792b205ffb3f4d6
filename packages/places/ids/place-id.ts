import { type PlaceDetails, readDetails } from '../index/details.ts'
import { findCountryCode, getKind, getLabel, getPosition } from '../index/place-index.ts'
import type { PlaceKind } from '../index/record.ts'
import type { PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/position.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'

/** Entry that an ID refers to, with optional details. */
export interface PlaceTarget {
  readonly entry: number
  /** House number on the street of the entry. */
  readonly houseNumber?: string | undefined
  /** Second street of an intersection. */
  readonly otherEntry?: number | undefined
}

/** Tags with codes of airports and ports, most common first. */
const codeTags = ['iata', 'icao', 'unlocode'] as const
/** Number of decimals in IDs, the same as for positions in responses. */
const ID_DECIMALS = 6

/**
 * Returns the ID of a place. The ID does not change when the map is compiled again from newer data. It contains the ID
 * from the source data. IDs of streets and houses contain their name and approximate position instead.
 */
export function toPlaceId(
  index: PlaceIndex,
  { entry, houseNumber, otherEntry }: PlaceTarget,
  position: Position = getPosition(index, entry),
  /** Details of the entry, if the caller has already read them. */
  details: PlaceDetails | undefined = readDetails(index, entry),
): string {
  const positionText = formatPosition(position)
  if (otherEntry !== undefined)
    return `crossing/${positionText},${hashName(index, entry)},${hashName(index, otherEntry)}`
  if (houseNumber !== undefined)
    return `house/${positionText},${hashName(index, entry)},${houseNumber.replaceAll('/', '~')}`
  const kind = getKind(index, entry)
  return toSourceId(index, entry, kind, details) ?? toOwnId(index, entry, kind, positionText)
}

/** Returns the ID of a position that is not a place. */
export function toPositionId(position: Position): string {
  return `position/${formatPosition(position)}`
}

function toSourceId(
  index: PlaceIndex,
  entry: number,
  kind: PlaceKind,
  details: PlaceDetails | undefined,
): string | undefined {
  if (details?.osm) return details.osm
  if (kind === 'country') {
    const code = findCountryCode(index, entry)
    return code && `country/${code}`
  }
  if (kind === 'airport' || kind === 'port') {
    const tag = codeTags.find((code) => details?.tags?.[code])
    return tag && `${tag}/${details?.tags?.[tag]}`
  }
  const ref = index.entries.ref[entry]
  return isGeoNamesKind(kind) && ref > 0 ? `geonames/${ref}` : undefined
}

/**
 * Returns the ID of an entry without a source ID. Points of interest from tiles may lack an OpenStreetMap ID and often
 * have no name.
 */
function toOwnId(index: PlaceIndex, entry: number, kind: PlaceKind, positionText: string): string {
  return kind === 'poi' ? `at/${positionText}` : `${kind}/${positionText},${hashName(index, entry)}`
}

export function isGeoNamesKind(kind: PlaceKind): boolean {
  return kind === 'city' || kind === 'town' || kind === 'village' || kind === 'suburb'
}

function formatPosition({ latitude, longitude }: Position): string {
  return `${Number(latitude.toFixed(ID_DECIMALS))},${Number(longitude.toFixed(ID_DECIMALS))}`
}

/** Returns a short hash of the name that ignores case, accents, and punctuation. */
export function hashName(index: PlaceIndex, entry: number): string {
  let hash = 0x811c9dc5
  for (const letter of tokenizeToStrings(getLabel(index, entry)).join(' '))
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
