import { distanceMeters } from '@fairway/geo'
import { getKind, toDegrees } from '../index/place-index.ts'
import { countEntries, type PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/coordinates.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'
import type { PlaceSearch } from './search.ts'
import { DEFAULT_LIMIT, type PlaceMatch, type SearchOptions } from './search-types.ts'
import { hasOnlyStreetTypes } from './words/doubt.ts'
import { clipText } from './words/query-words.ts'

/** The intersection of two streets. */
export interface IntersectionMatch extends PlaceMatch {
  readonly otherEntry: number
}

const intersectionSeparator =
  /\s+(?:and|&|corner of|at|y|esquina|esq\.?|con|e|com|und|ecke|et|angle|angolo|en|hoek|och|og|i|и|угол)\s+|\s*[&@×]\s*|\s+\/\s+/giu
const intersectionPrefixPattern = /^\s*(?:corner of|intersection of|esquina de|ecke|angle de|cruce de)\s+/iu
/** Maximum distance between the points of two streets that intersect. */
const MAX_INTERSECTION_METERS = 35
const CELL_MICRODEGREES = 400
const CELL_METERS = 44
const MAX_COLUMNS = 50
const MAX_STREETS_PER_SIDE = 24
/** Maximum number of separators to try. Each separator requires two searches. */
const MAX_SEPARATORS = 3
/** Minimum confidence of an intersection. It is required because words such as "and" also occur in other queries. */
const MIN_CONFIDENCE = 0.5

/**
 * Finds intersections of two streets for queries such as "A and B, town". Returns an empty list for other queries and
 * if no streets intersect.
 */
export function findIntersections(search: PlaceSearch, text: string, options: SearchOptions): IntersectionMatch[] {
  const intersections: IntersectionMatch[] = []
  const query = clipText(text).replace(intersectionPrefixPattern, '')
  for (const match of [...query.matchAll(intersectionSeparator)].slice(0, MAX_SEPARATORS)) {
    const firstStreet = query.slice(0, match.index)
    const secondStreet = query.slice(match.index + match[0].length)
    if (!hasSpecificName(firstStreet) || !hasSpecificName(secondStreet)) continue
    intersections.push(...intersectStreets(search, firstStreet, secondStreet, options))
  }
  return intersections.sort((a, b) => b.rank - a.rank || a.entry - b.entry).slice(0, options.limit ?? DEFAULT_LIMIT)
}

/** Returns false for generic words such as "Street and avenue". */
function hasSpecificName(text: string): boolean {
  return !hasOnlyStreetTypes(tokenizeToStrings(text))
}

function intersectStreets(
  search: PlaceSearch,
  firstStreet: string,
  secondStreet: string,
  options: SearchOptions,
): IntersectionMatch[] {
  const isStreet = (entry: number) => getKind(search.index, entry) === 'street' && (options.accepts?.(entry) ?? true)
  const [, ...context] = secondStreet.split(',')
  const streetOptions = { ...options, accepts: isStreet, limit: MAX_STREETS_PER_SIDE, isOpen: false }
  const firstStreets = search.find([firstStreet, ...context].join(', '), streetOptions)
  const secondStreets = search.find(secondStreet, streetOptions)
  const secondStreetGrid = new StreetPointGrid(search.index)
  for (const [streetIndex, { entry }] of secondStreets.entries()) secondStreetGrid.add(streetIndex, entry)
  const intersections: IntersectionMatch[] = []
  for (const a of firstStreets) {
    for (const [streetIndex, point] of secondStreetGrid.findMeetingPoints(a.entry)) {
      const b = secondStreets[streetIndex]
      const confidence = Math.min(a.confidence, b.confidence)
      if (a.entry === b.entry || confidence < MIN_CONFIDENCE) continue
      intersections.push({
        ...a,
        ...point,
        house: undefined,
        otherEntry: b.entry,
        confidence,
        rank: (a.rank + b.rank) / 2,
      })
    }
  }
  return intersections
}

/**
 * Grid of street points. Cells are slightly larger than the search distance. The grid is needed because streets have
 * thousands of points.
 */
class StreetPointGrid {
  private readonly index: PlaceIndex
  private readonly cells = new Map<string, { streetIndex: number; point: number }[]>()

  constructor(index: PlaceIndex) {
    this.index = index
  }

  add(streetIndex: number, entry: number): void {
    for (const point of listPoints(this.index, entry)) {
      const [row, column] = this.cellOf(point)
      const key = `${row} ${column}`
      const cell = this.cells.get(key)
      if (cell) cell.push({ streetIndex, point })
      else this.cells.set(key, [{ streetIndex, point }])
    }
  }

  /** Returns the nearest point of this street for each added street that intersects it. */
  findMeetingPoints(entry: number): Map<number, Position> {
    const { points } = this.index
    const bestCrossings = new Map<number, { position: Position; meters: number }>()
    for (const ownPoint of listPoints(this.index, entry)) {
      const position = {
        latitude: toDegrees(points.latitude[ownPoint]),
        longitude: toDegrees(points.longitude[ownPoint]),
      }
      for (const { streetIndex, point } of this.iterateNearby(ownPoint)) {
        const [latitude, longitude] = [toDegrees(points.latitude[point]), toDegrees(points.longitude[point])]
        const meters = distanceMeters(position.latitude, position.longitude, latitude, longitude)
        if (
          meters <= MAX_INTERSECTION_METERS &&
          meters < (bestCrossings.get(streetIndex)?.meters ?? Number.POSITIVE_INFINITY)
        ) {
          bestCrossings.set(streetIndex, { position, meters })
        }
      }
    }
    return new Map([...bestCrossings].map(([place, { position }]) => [place, position]))
  }

  private *iterateNearby(point: number) {
    const [row, column] = this.cellOf(point)
    // Cells get narrower away from the equator, so more columns are checked.
    const cosine = Math.cos((toDegrees(this.index.points.latitude[point]) * Math.PI) / 180)
    const columns = Math.ceil(Math.min(MAX_COLUMNS, MAX_INTERSECTION_METERS / (CELL_METERS * cosine)))
    for (let y = row - 1; y <= row + 1; y++) {
      for (let x = column - columns; x <= column + columns; x++) yield* this.cells.get(`${y} ${x}`) ?? []
    }
  }

  private cellOf(point: number): [number, number] {
    const { latitude, longitude } = this.index.points
    return [Math.floor(latitude[point] / CELL_MICRODEGREES), Math.floor(longitude[point] / CELL_MICRODEGREES)]
  }
}

function listPoints(index: PlaceIndex, entry: number): number[] {
  const { anchorFirst } = index.entries
  const offset = countEntries(index)
  const points = [entry]
  for (let anchor = anchorFirst[entry]; anchor < anchorFirst[entry + 1]; anchor++) points.push(offset + anchor)
  return points
}
