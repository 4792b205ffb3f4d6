import { distanceMeters } from '@fairway/geo'
import { degrees, kindOf } from '../index/place-index.ts'
import { entryCount, type PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/coordinates.ts'
import { tokenTexts } from '../text/tokenize.ts'
import type { PlaceSearch } from './search.ts'
import { DEFAULT_LIMIT, type FoundPlace, type SearchOptions } from './search-types.ts'
import { isOnlyTypes } from './words/doubt.ts'
import { clipText } from './words/query-words.ts'

/** The intersection of two streets. */
export interface FoundCrossing extends FoundPlace {
  readonly otherEntry: number
}

const separator =
  /\s+(?:and|&|corner of|at|y|esquina|esq\.?|con|e|com|und|ecke|et|angle|angolo|en|hoek|och|og|i|и|угол)\s+|\s*[&@×]\s*|\s+\/\s+/giu
const leading = /^\s*(?:corner of|intersection of|esquina de|ecke|angle de|cruce de)\s+/iu
/** Streets whose points are farther apart than this do not intersect. */
const MEETING_METERS = 35
const CELL_MICRODEGREES = 400
const CELL_METERS = 44
const MAX_COLUMNS = 50
const STREETS = 24
/** Each separator costs two searches. */
const MAX_SEPARATORS = 3
/** Required because words such as "and" also occur in other queries. */
const MIN_CONFIDENCE = 0.5

/**
 * Finds intersections of two streets for queries such as "A and B, town". Empty for other queries and when no streets
 * intersect.
 */
export function findCrossings(search: PlaceSearch, text: string, options: SearchOptions): FoundCrossing[] {
  const found: FoundCrossing[] = []
  const whole = clipText(text).replace(leading, '')
  for (const match of [...whole.matchAll(separator)].slice(0, MAX_SEPARATORS)) {
    const before = whole.slice(0, match.index)
    const after = whole.slice(match.index + match[0].length)
    if (!namesSomething(before) || !namesSomething(after)) continue
    found.push(...crossingsOf(search, before, after, options))
  }
  return found.sort((a, b) => b.rank - a.rank || a.entry - b.entry).slice(0, options.limit ?? DEFAULT_LIMIT)
}

/** False for generic words such as "Street and avenue". */
function namesSomething(text: string): boolean {
  return !isOnlyTypes(tokenTexts(text))
}

function crossingsOf(search: PlaceSearch, before: string, after: string, options: SearchOptions): FoundCrossing[] {
  const isStreet = (entry: number) => kindOf(search.index, entry) === 'street' && (options.accepts?.(entry) ?? true)
  const [, ...context] = after.split(',')
  const streets = { ...options, accepts: isStreet, limit: STREETS, isOpen: false }
  const first = search.find([before, ...context].join(', '), streets)
  const second = search.find(after, streets)
  const nearby = new PointCells(search.index)
  for (const [place, { entry }] of second.entries()) nearby.add(place, entry)
  const found: FoundCrossing[] = []
  for (const a of first) {
    for (const [place, point] of nearby.meetings(a.entry)) {
      const b = second[place]
      const confidence = Math.min(a.confidence, b.confidence)
      if (a.entry === b.entry || confidence < MIN_CONFIDENCE) continue
      found.push({ ...a, ...point, house: undefined, otherEntry: b.entry, confidence, rank: (a.rank + b.rank) / 2 })
    }
  }
  return found
}

/** Street points in cells slightly larger than the search distance, because streets have thousands of points. */
class PointCells {
  private readonly index: PlaceIndex
  private readonly cells = new Map<string, { place: number; point: number }[]>()

  constructor(index: PlaceIndex) {
    this.index = index
  }

  add(place: number, entry: number): void {
    for (const point of pointsOf(this.index, entry)) {
      const [row, column] = this.cellOf(point)
      const key = `${row} ${column}`
      const cell = this.cells.get(key)
      if (cell) cell.push({ place, point })
      else this.cells.set(key, [{ place, point }])
    }
  }

  /** For each added street that intersects this one, the nearest point of this one. */
  meetings(entry: number): Map<number, Position> {
    const { points } = this.index
    const best = new Map<number, { position: Position; meters: number }>()
    for (const one of pointsOf(this.index, entry)) {
      const position = { latitude: degrees(points.latitude[one]), longitude: degrees(points.longitude[one]) }
      for (const { place, point } of this.around(one)) {
        const [latitude, longitude] = [degrees(points.latitude[point]), degrees(points.longitude[point])]
        const meters = distanceMeters(position.latitude, position.longitude, latitude, longitude)
        if (meters <= MEETING_METERS && meters < (best.get(place)?.meters ?? Number.POSITIVE_INFINITY)) {
          best.set(place, { position, meters })
        }
      }
    }
    return new Map([...best].map(([place, { position }]) => [place, position]))
  }

  private *around(point: number) {
    const [row, column] = this.cellOf(point)
    // Cells get narrower away from the equator, so more columns are checked there.
    const cosine = Math.cos((degrees(this.index.points.latitude[point]) * Math.PI) / 180)
    const columns = Math.ceil(Math.min(MAX_COLUMNS, MEETING_METERS / (CELL_METERS * cosine)))
    for (let y = row - 1; y <= row + 1; y++) {
      for (let x = column - columns; x <= column + columns; x++) yield* this.cells.get(`${y} ${x}`) ?? []
    }
  }

  private cellOf(point: number): [number, number] {
    const { latitude, longitude } = this.index.points
    return [Math.floor(latitude[point] / CELL_MICRODEGREES), Math.floor(longitude[point] / CELL_MICRODEGREES)]
  }
}

function pointsOf(index: PlaceIndex, entry: number): number[] {
  const { anchorFirst } = index.entries
  const offset = entryCount(index)
  const points = [entry]
  for (let at = anchorFirst[entry]; at < anchorFirst[entry + 1]; at++) points.push(offset + at)
  return points
}
