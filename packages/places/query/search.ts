import type { FoundHouse } from '../index/find-house.ts'
import { degrees, importanceOf, packCountry } from '../index/place-index.ts'
import { areaCount, entryCount, type PlaceIndex } from '../index/schema.ts'
import { TypoSearch } from '../index/typo-search.ts'
import { distanceMeters } from '../spatial/great-circle.ts'
import { nearestPoints } from '../spatial/nearest.ts'
import type { Position } from '../text/coordinates.ts'
import { Candidates } from './candidates.ts'
import { gatherAreas, gatherCommon, gatherLeaves, type Stretch } from './gather.ts'
import { matchPlainly, matchWithTypos } from './match-words.ts'
import { endsOpen, parseWords, type QueryWord } from './query-words.ts'
import { EntryScorer, type EntryScore } from './score-entry.ts'
import { NameScorer } from './score-names.ts'
import { weighWords } from './weigh-words.ts'
import { WordMatches } from './word-matches.ts'

export interface SearchOptions {
  readonly limit?: number | undefined
  /** What is near it comes first among equals. */
  readonly near?: Position | undefined
  /** Only what lies in this country: two letters. */
  readonly countryCode?: string | undefined
  /** Only these entries. */
  readonly accepts?: ((entry: number) => boolean) | undefined
  /** Whether the last word may be unfinished. True unless something was typed after it. */
  readonly isOpen?: boolean | undefined
}

export interface FoundPlace {
  readonly entry: number
  readonly latitude: number
  readonly longitude: number
  /** 0 to 1: how sure it is that this was meant, as far as the words say. */
  readonly confidence: number
  /** What results are sorted by: confidence, importance, nearness. Comparable between indexes. */
  readonly rank: number
  readonly house?: FoundHouse | undefined
  readonly distanceMeters?: number | undefined
}

const CAPACITY = 12_000
const CONTEXTS = 16
const NEAR_AREAS = 6
/** Below this the words may be mistyped although each of them exists, and common words are worth a closer look. */
const GOOD_MATCH = 0.8
const WEIGHT = { importance: 0.3, near: 0.25, nearMeters: 15_000 } as const

/** Searches one index. Holds the memory that a search needs, so one thread uses one. */
export class PlaceSearch {
  readonly index: PlaceIndex
  private readonly typos: TypoSearch
  private readonly matches: WordMatches
  private readonly candidates: Candidates
  private readonly scorer: EntryScorer

  constructor(index: PlaceIndex) {
    this.index = index
    this.typos = new TypoSearch(index.words, { forward: index.beginnings, backward: index.endings })
    this.matches = new WordMatches(index.words.weight.length)
    this.candidates = new Candidates(entryCount(index), CAPACITY)
    this.scorer = new EntryScorer(index, new NameScorer(index, this.matches), this.matches)
  }

  /** Best first; nothing when no word is known. */
  find(text: string, options: SearchOptions = {}): FoundPlace[] {
    const query = parseWords(text)
    if (query.length === 0) return []
    this.matches.clear()
    matchPlainly(this.index, query, options.isOpen ?? endsOpen(text), this.matches)
    const known = this.matches.matchedBits
    const unknown = query.filter(({ bit }) => (known & bit) === 0)
    matchWithTypos(this.index, unknown, this.typos, this.matches)
    const plain = this.rank(query, options, false)
    if ((plain[0]?.confidence ?? 0) >= GOOD_MATCH) return plain
    matchWithTypos(
      this.index,
      query.filter(({ bit }) => (known & bit) !== 0),
      this.typos,
      this.matches,
    )
    return this.rank(query, options, true)
  }

  private rank(query: readonly QueryWord[], options: SearchOptions, isThorough: boolean): FoundPlace[] {
    const { index, candidates, matches, scorer } = this
    scorer.begin(query, weighWords(index, query, matches))
    candidates.clear()
    gatherAreas(index, matches, candidates)
    const stretches = [...this.contexts(), ...this.nearby(options.near)]
    gatherLeaves(index, matches, stretches, candidates)
    if (isThorough) gatherCommon(index, matches, candidates)

    const country = packCountry(options.countryCode)
    const best = new BestPlaces(options.limit ?? 5)
    for (const entry of candidates.entries) {
      if (country !== 0 && index.entries.country[entry] !== country) continue
      if (options.accepts && !options.accepts(entry)) continue
      const score = scorer.score(entry)
      if (score) best.add(this.toPlace(score, options.near))
    }
    return best.places
  }

  private toPlace({ entry, match, house }: EntryScore, near: Position | undefined): FoundPlace {
    const { points } = this.index
    const latitude = house?.latitude ?? degrees(points.latitude[entry])
    const longitude = house?.longitude ?? degrees(points.longitude[entry])
    const rank = match + WEIGHT.importance * importanceOf(this.index, entry) * match
    if (!near) return { entry, latitude, longitude, confidence: match, rank, house }
    const distance = distanceMeters(near.latitude, near.longitude, latitude, longitude)
    const bonus = (WEIGHT.near * match) / (1 + distance / WEIGHT.nearMeters)
    return { entry, latitude, longitude, confidence: match, rank: rank + bonus, house, distanceMeters: distance }
  }

  /** What lies in the areas that the query most likely names. */
  private contexts(): Stretch[] {
    const { leafFirst, leafEnd } = this.index.areas
    const named: { area: number; value: number }[] = []
    for (const area of this.candidates.entries) {
      if (leafFirst[area] === leafEnd[area]) continue
      const score = this.scorer.areaScore(area)
      if (score) named.push({ area, value: score.value * score.coverage + 0.2 * importanceOf(this.index, area) })
    }
    named.sort((a, b) => b.value - a.value || a.area - b.area)
    return named.slice(0, CONTEXTS).map(({ area }) => ({ from: leafFirst[area], to: leafEnd[area] }))
  }

  private nearby(near: Position | undefined): Stretch[] {
    if (!near) return []
    const { points, areas } = this.index
    const found = nearestPoints(points, points.order, near.latitude, near.longitude, {
      limit: NEAR_AREAS,
      radiusMeters: 60_000,
      accepts: (point) => point < areaCount(this.index) && areas.leafFirst[point] < areas.leafEnd[point],
    })
    return found.map(({ point }) => ({ from: areas.leafFirst[point], to: areas.leafEnd[point] }))
  }
}

/** The few best, kept sorted; equal ones by their number. */
class BestPlaces {
  readonly places: FoundPlace[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  add(place: FoundPlace): void {
    const { places } = this
    let at = places.length
    while (at > 0 && comesFirst(place, places[at - 1])) at--
    if (at >= this.limit) return
    places.splice(at, 0, place)
    if (places.length > this.limit) places.pop()
  }
}

function comesFirst(a: FoundPlace, b: FoundPlace): boolean {
  return a.rank > b.rank || (a.rank === b.rank && a.entry < b.entry)
}
