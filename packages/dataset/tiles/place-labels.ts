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
import { labelLanguages, type NameProperties } from '../basemap/names.ts'
import { MAX_ZOOM } from './road-zooms.ts'
import { readCountryLabels } from './world-overview.ts'

/** Number of labels on a tile at which no further areas are labeled. More labels would not fit. */
const MAX_LABELS = 60

/** Highest zoom level with country labels. At higher zoom levels, town labels replace them. */
const MAX_COUNTRY_ZOOM = 7
/** Maximum distance between two entries that are the same place, in microdegrees (about 3 km). */
const REPEATED_MICRODEGREES = 30_000
/** Lowest zoom level of the other kinds of labels. */
const minZooms: Partial<Record<PlaceKind, number>> = { city: 2, town: 6, village: 9, suburb: 11 }
/**
 * Returns the minimum importance of a label. The minimum decreases with each zoom level, so that capitals appear first.
 */
const minImportanceAt = (z: number): number => Math.max(0, 0.95 - 0.06 * z)

/**
 * Lowest zoom level at which the spatial index is used. At lower zoom levels, a tile shows only the most important
 * entries, which a scan of the list finds faster.
 */
const TREE_ZOOM = 6

export interface PlaceSource {
  readonly index: PlaceIndex
  /** Kinds that are drawn from this index. */
  readonly kinds?: readonly PlaceKind[] | undefined
}

interface MicrodegreeBox {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

/**
 * Draws settlement labels. Entries are sorted by importance, so the first entries in a tile are the most important. Each
 * thread needs a separate instance, because an instance caches names.
 */
export class PlaceLabels {
  private readonly sources: readonly PlaceSource[]
  private readonly findTranslations: (name: string) => NameProperties | undefined
  /** Whether each entry repeats another label, by source. */
  private readonly repeated: readonly Map<number, boolean>[]
  private readonly countryNames = new Map<string, NameProperties>()

  constructor(
    sources: readonly PlaceSource[],
    findTranslations: (name: string) => NameProperties | undefined = () => undefined,
  ) {
    this.sources = sources
    this.findTranslations = findTranslations
    this.repeated = sources.map(() => new Map())
  }

  draw(drawer: ShapeDrawer, layer: TileLayer, tile: TileId): void {
    for (const source of this.sources.keys()) this.drawSource(drawer, layer, source, tile)
  }

  private drawSource(drawer: ShapeDrawer, layer: TileLayer, source: number, tile: TileId): void {
    const { index, kinds } = this.sources[source]
    const minImportance = minImportanceAt(tile.z)
    let rank = 0
    const draw = (entry: number, kind: PlaceKind, names: NameProperties, position: Position): void => {
      const { name, ...translations } = names
      const tags = layer.encodeTags({
        name,
        kind,
        country: findCountryCode(index, entry),
        importance: Math.round(getImportance(index, entry) * 100),
        rank: rank + 1,
        ...translations,
      })
      if (drawer.drawPoint(layer, tags, position)) rank++
    }
    if (tile.z <= MAX_COUNTRY_ZOOM && kinds?.includes('country') !== false) {
      for (const { entry, position } of listCountries(index)) {
        if (getImportance(index, entry) >= minImportance)
          draw(entry, 'country', this.getCountryNames(index, entry), position)
      }
    }
    for (const entry of listAreasInTile(index, tile)) {
      if (rank >= MAX_LABELS || getImportance(index, entry) < minImportance) break
      if (!this.isDrawn(source, entry)) continue
      const kind = getKind(index, entry)
      if (tile.z < (minZooms[kind] ?? 0) || this.isRepeated(source, entry)) continue
      const name = getLabel(index, entry)
      const { latitude, longitude } = getPosition(index, entry)
      draw(entry, kind, this.findTranslations(name) ?? { name }, [latitude, longitude])
    }
  }

  private isDrawn(source: number, entry: number): boolean {
    const { index, kinds } = this.sources[source]
    const kind = getKind(index, entry)
    return minZooms[kind] !== undefined && kinds?.includes(kind) !== false
  }

  /**
   * Returns whether a label with the same name is drawn nearby, at the same or a lower zoom level. The same place may be
   * in the world data and in a map, and a map may contain it both as a point and as an area, possibly on different tiles.
   */
  private isRepeated(source: number, entry: number): boolean {
    const cached = this.repeated[source].get(entry)
    if (cached !== undefined) return cached
    const { index } = this.sources[source]
    const name = toComparedName(getLabel(index, entry))
    const box = boxAround(index.points.latitude[entry], index.points.longitude[entry])
    const firstZoom = findFirstZoom(index, entry)
    const isRepeated = this.sources.some(({ index: otherIndex }, otherSource) =>
      listPointsInBox(otherIndex.points, otherIndex.areas.order, box).some((other) => {
        if (!this.isDrawn(otherSource, other)) return false
        const difference = findFirstZoom(otherIndex, other) - firstZoom || otherSource - source || other - entry
        return difference < 0 && toComparedName(getLabel(otherIndex, other)) === name
      }),
    )
    this.repeated[source].set(entry, isRepeated)
    return isRepeated
  }

  /** Returns the usual names of a country. The gazetteer contains some official names (Kingdom of the Netherlands). */
  private getCountryNames(index: PlaceIndex, entry: number): NameProperties {
    const code = findCountryCode(index, entry)
    if (code === undefined) return { name: getLabel(index, entry) }
    const cached = this.countryNames.get(code)
    if (cached) return cached
    const name = findCountryName(code) ?? getLabel(index, entry)
    const names: Record<string, string> = { name }
    for (const language of labelLanguages) {
      const translation = findCountryName(code, language)
      if (translation !== undefined && translation !== name) names[`name:${language}`] = translation
    }
    this.countryNames.set(code, { ...names, name })
    return { ...names, name }
  }
}

/** Returns the lowest zoom level at which a label is drawn. */
function findFirstZoom(index: PlaceIndex, entry: number): number {
  const importance = getImportance(index, entry)
  let zoom = minZooms[getKind(index, entry)] ?? 0
  while (zoom < MAX_ZOOM && importance < minImportanceAt(zoom)) zoom++
  return zoom
}

const countriesByIndex = new WeakMap<PlaceIndex, readonly { entry: number; position: Position }[]>()
let countryLabels: ReadonlyMap<string, Position> | undefined

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

function boxAround(latitude: number, longitude: number): MicrodegreeBox {
  return {
    west: longitude - REPEATED_MICRODEGREES,
    east: longitude + REPEATED_MICRODEGREES,
    south: latitude - REPEATED_MICRODEGREES,
    north: latitude + REPEATED_MICRODEGREES,
  }
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

function* listFirstAreas(index: PlaceIndex, box: MicrodegreeBox): Generator<number> {
  const { latitude, longitude } = index.points
  for (let entry = 0, count = countAreas(index); entry < count; entry++) {
    const [lat, lon] = [latitude[entry], longitude[entry]]
    if (lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east) yield entry
  }
}
