import { type FoundHouse, findHouse } from '../index/find-house.ts'
import { NO_ID, type PlaceIndex } from '../index/schema.ts'
import { type HouseNumber, parseHouseNumber } from '../text/house-number.ts'
import type { QueryWord } from './query-words.ts'
import { type NameScore, type NameScorer, nameFactor } from './score-names.ts'
import type { WordMatches } from './word-matches.ts'

export interface EntryScore {
  readonly entry: number
  /** 0 to 1: how well it is what was asked for. */
  readonly match: number
  readonly house: FoundHouse | undefined
}

/** What an area is called says less about what lies in it than its own name. */
const CONTEXT = 0.94

/** Scores entries with what they lie in: a city that was named helps its streets. */
export class EntryScorer {
  private readonly index: PlaceIndex
  private readonly names: NameScorer
  private readonly matches: WordMatches
  private readonly areaScores = new Map<number, NameScore | null>()
  private total = 1
  private mostHouseGain = 0
  private numbers: { bits: number; number: HouseNumber }[] = []

  constructor(index: PlaceIndex, names: NameScorer, matches: WordMatches) {
    this.index = index
    this.names = names
    this.matches = matches
  }

  begin(query: readonly QueryWord[], weights: Float64Array): void {
    this.total = weights.reduce((sum, weight) => sum + weight, 0)
    this.areaScores.clear()
    this.numbers = houseNumbers(query)
    this.names.begin(weights)
    this.mostHouseGain = Math.max(0, ...this.numbers.map(({ bits }) => this.names.weightOf(bits)))
  }

  /** Of the names of an area alone, remembered: many entries lie in the same one. */
  areaScore(area: number): NameScore | undefined {
    const known = this.areaScores.get(area)
    if (known !== undefined) return known === null ? undefined : known
    const score = this.names.score(area)
    this.areaScores.set(area, score ?? null)
    return score
  }

  /** Undefined also when the match is sure to stay below the one that is needed. */
  score(entry: number, needed: (entry: number, match: number) => boolean): EntryScore | undefined {
    const { entries, areas } = this.index
    const own = entry < areas.leafFirst.length ? this.areaScore(entry) : this.names.score(entry)
    if (!own) return undefined
    let { bits } = own
    let value = own.value
    for (let area = entries.parent[entry]; area !== NO_ID; area = entries.parent[area]) {
      const score = this.areaScore(area)
      if (!score) continue
      const fresh = score.bits & ~bits
      if (fresh === 0) continue
      value += CONTEXT * score.value * (this.names.weightOf(fresh) / this.names.weightOf(score.bits))
      bits |= fresh
    }
    const postcode = this.postcodeBits(entries.postcode[entry]) & ~bits
    if (postcode !== 0) {
      value += this.names.weightOf(postcode)
      bits |= postcode
    }
    const factor = nameFactor(own.coverage)
    if (!needed(entry, Math.min(1, (value + this.mostHouseGain) / this.total) * factor)) return undefined
    const { house, gain } = this.house(entry, bits)
    return { entry, match: Math.min(1, (value + gain) / this.total) * factor, house }
  }

  private postcodeBits(word: number): number {
    if (word === NO_ID) return 0
    const { prefix } = this.matches
    let bits = prefix && word >= prefix.from && word < prefix.to ? prefix.bits : 0
    for (const match of this.matches.of(word)) if (match.cost < 0.1) bits |= match.bits
    return bits
  }

  /** A number that is no part of a name, area or post code may be that of a house. */
  private house(entry: number, used: number): { house: FoundHouse | undefined; gain: number } {
    let house: FoundHouse | undefined
    let gain = 0
    const { houseFirst } = this.index.entries
    if (houseFirst[entry] === houseFirst[entry + 1]) return { house, gain }
    for (const { bits, number } of this.numbers) {
      if ((bits & used) !== 0) continue
      const found = findHouse(this.index, entry, number)
      const value = found ? found.quality * this.names.weightOf(bits) : 0
      if (found && value > gain) {
        house = found
        gain = value
      }
    }
    return { house, gain }
  }
}

/** Numbers in the query, and numbers with the letter that follows them: 12, 12 a, 12 bis. */
function houseNumbers(query: readonly QueryWord[]): { bits: number; number: HouseNumber }[] {
  const found: { bits: number; number: HouseNumber }[] = []
  for (const [at, word] of query.entries()) {
    if (!word.isNumeric) continue
    const next = query[at + 1]
    const isSuffix = next !== undefined && /^([a-z]|bis|ter|quater)$/.test(next.text)
    const joined = isSuffix ? parseHouseNumber(`${word.text}${next.text}`) : undefined
    if (joined && next) found.push({ bits: word.bit | next.bit, number: joined })
    const plain = parseHouseNumber(word.text)
    if (plain) found.push({ bits: word.bit, number: plain })
  }
  return found
}
