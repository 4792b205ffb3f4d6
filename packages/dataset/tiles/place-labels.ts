import {
  type Position,
  type ShapeDrawer,
  type TileId,
  type TileLayer,
  toLatitude,
  toLongitude,
  toTileBox,
} from '@fairway/geo'
import {
  countAreas,
  findCountryCode,
  findCountryName,
  getImportance,
  getKind,
  getLabel,
  getPosition,
  listPointsInBox,
  type PlaceIndex,
  type PlaceKind,
} from '@fairway/places'
import { readCountryLabels } from './world-overview.ts'

/** Number of labels on a tile at which no further areas are labeled. More labels would not fit. */
const MAX_LABELS = 60

/** Highest zoom level with country labels. At higher zoom levels, town labels replace them. */
const MAX_COUNTRY_ZOOM = 7
/** Maximum distance between two entries of the same town part, in microdegrees (about 2 km). */
const REPEATED_MICRODEGREES = 20_000
/** Zoom ranges of the other kinds of labels. */
const zoomRanges: Partial<Record<PlaceKind, readonly [from: number, to: number]>> = {
  city: [2, 16],
  town: [6, 16],
  village: [9, 16],
  suburb: [11, 16],
}
/**
 * Returns the minimum importance of a label. The minimum decreases with each zoom level, so that capitals appear first.
 */
const minImportanceAt = (z: number): number => Math.max(0, 0.95 - 0.06 * z)

/**
 * Lowest zoom level at which the spatial index is used. At lower zoom levels, a tile shows only the most important
 * entries, which a scan of the list finds faster.
 */
const TREE_ZOOM = 6

/** Draws settlement labels. Entries are sorted by importance, so the first entries in a tile are the most important. */
export function drawLabels(
  drawer: ShapeDrawer,
  layer: TileLayer,
  index: PlaceIndex,
  tile: TileId,
  kinds?: readonly PlaceKind[],
): void {
  const minImportance = minImportanceAt(tile.z)
  let rank = 0
  const draw = (entry: number, kind: PlaceKind, position: Position): void => {
    const tags = layer.encodeTags({
      name: kind === 'country' ? getCountryName(index, entry) : getLabel(index, entry),
      kind,
      country: findCountryCode(index, entry),
      importance: Math.round(getImportance(index, entry) * 100),
      rank: rank + 1,
    })
    if (drawer.drawPoint(layer, tags, position)) rank++
  }
  if (tile.z <= MAX_COUNTRY_ZOOM && kinds?.includes('country') !== false) {
    for (const { entry, position } of listCountries(index)) {
      if (getImportance(index, entry) >= minImportance) draw(entry, 'country', position)
    }
  }
  for (const entry of listAreasInTile(index, tile)) {
    if (rank >= MAX_LABELS || getImportance(index, entry) < minImportance) break
    const kind = getKind(index, entry)
    const [from, to] = zoomRanges[kind] ?? [1, 0]
    if (tile.z < from || tile.z > to || kinds?.includes(kind) === false) continue
    if (kind === 'suburb' && isRepeated(index, entry)) continue
    const { latitude, longitude } = getPosition(index, entry)
    draw(entry, kind, [latitude, longitude])
  }
}

const countriesByIndex = new WeakMap<PlaceIndex, readonly { entry: number; position: Position }[]>()
let countryLabels: ReadonlyMap<string, Position> | undefined

/** Returns the usual name of a country. The gazetteer contains some official names (Kingdom of the Netherlands). */
function getCountryName(index: PlaceIndex, entry: number): string {
  const code = findCountryCode(index, entry)
  return (code ? findCountryName(code) : undefined) ?? getLabel(index, entry)
}

/**
 * Lists the countries with the position of their labels, largest country first. Labels are in the middle of a country,
 * while the gazetteer contains the position of the capital.
 */
function listCountries(index: PlaceIndex): readonly { readonly entry: number; readonly position: Position }[] {
  const cachedCountries = countriesByIndex.get(index)
  if (cachedCountries) return cachedCountries
  countryLabels ??= readCountryLabels()
  const countries: { entry: number; position: Position }[] = []
  for (let entry = 0, count = countAreas(index); entry < count; entry++) {
    if (getKind(index, entry) !== 'country') continue
    const { latitude, longitude } = getPosition(index, entry)
    const position = countryLabels.get(findCountryCode(index, entry) ?? '') ?? [latitude, longitude]
    countries.push({ entry, position })
  }
  const sizeOrder = [...countryLabels.keys()]
  const getSizeRank = (entry: number) => {
    const rank = sizeOrder.indexOf(findCountryCode(index, entry) ?? '')
    return rank < 0 ? sizeOrder.length : rank
  }
  countries.sort((a, b) => getSizeRank(a.entry) - getSizeRank(b.entry))
  countriesByIndex.set(index, countries)
  return countries
}

/**
 * Returns whether a more important entry has the same label nearby. A part of a town is often mapped both as a point
 * and as an area, possibly on different tiles.
 */
function isRepeated(index: PlaceIndex, entry: number): boolean {
  const [latitude, longitude] = [index.points.latitude[entry], index.points.longitude[entry]]
  const box = {
    west: longitude - REPEATED_MICRODEGREES,
    east: longitude + REPEATED_MICRODEGREES,
    south: latitude - REPEATED_MICRODEGREES,
    north: latitude + REPEATED_MICRODEGREES,
  }
  const name = toComparedName(getLabel(index, entry))
  return [...listPointsInBox(index.points, index.areas.order, box)].some(
    (other) => other < entry && getKind(index, other) === 'suburb' && toComparedName(getLabel(index, other)) === name,
  )
}

/**
 * Normalizes a name by removing case differences, accents, punctuation and articles. For example, "Les Moneghetti" and
 * "Moneghetti" are the same label.
 */
function toComparedName(name: string): string {
  const nameWithoutAccents = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return nameWithoutAccents
    .replace(/^(?:the|le|la|les|l'|el|los|las|il|lo|gli|o|os|as)[ ']/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Lists the areas in a tile, most important first. */
function listAreasInTile(index: PlaceIndex, tile: TileId): Iterable<number> {
  const { west, north, east, south } = toTileBox(tile, 0)
  const box = { west: toLongitude(west), east: toLongitude(east), south: toLatitude(south), north: toLatitude(north) }
  if (tile.z >= TREE_ZOOM) return listPointsInBox(index.points, index.areas.order, box).sort((a, b) => a - b)
  return listFirstAreas(index, box)
}

function* listFirstAreas(
  index: PlaceIndex,
  box: { west: number; east: number; south: number; north: number },
): Generator<number> {
  const { latitude, longitude } = index.points
  for (let entry = 0, count = countAreas(index); entry < count; entry++) {
    const [lat, lon] = [latitude[entry], longitude[entry]]
    if (lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east) yield entry
  }
}
