import { type FoundHouse, findHouse } from '../index/find-house.ts'
import { NO_ID, type PlaceIndex } from '../index/schema.ts'
import { type HouseNumber, parseHouseNumber } from '../text/house-number.ts'
import { type NameScore, type NameScorer, nameFactor } from './score-names.ts'
import type { QueryWord } from './words/query-words.ts'
import { TextParts } from './words/text-parts.ts'
import type { WordMatches } from './words/word-matches.ts'

export interface EntryScore {
  readonly entry: number
  /** Match quality, 0 to 1. */
  readonly match: number
  /** The match quality if other parts of the query name something unknown inside this area; 0 when they do not. */
  readonly asTown: number
  /** True if no word matches as written. */
  readonly isGuess: boolean
  readonly house: FoundHouse | undefined
}

/** A match in the name of a containing area counts less than a match in the entry's own name. */
const CONTEXT = 0.94
/** A name that matches only approximately is no evidence about the rest of the query. */
const SURELY_NAMED = { exactness: 0.9, coverage: 0.9 } as const

/** Query matches of the areas that contain an entry, from smallest to largest. */
interface Around {
  readonly scores: readonly NameScore[]
  readonly bits: number
  readonly isSure: boolean
}

const NOTHING_AROUND: Around = { scores: [], bits: 0, isSure: false }

/** Scores entries together with their containing areas: naming a city helps its streets. */
export class EntryScorer {
  private readonly index: PlaceIndex
  private readonly names: NameScorer
  private readonly matches: WordMatches
  private readonly arounds = new Map<number, Around>()
  private readonly areaScores = new Map<number, NameScore | null>()
  private readonly parts = new TextParts()
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
    this.arounds.clear()
    this.numbers = houseNumbers(query)
    this.names.begin(query, weights)
    this.parts.begin(query)
    this.mostHouseGain = Math.max(0, ...this.numbers.map(({ bits }) => this.names.weightOf(bits)))
  }

  /** Scores the names of an area alone. Cached, because many entries share an area. */
  areaScore(area: number): NameScore | undefined {
    const known = this.areaScores.get(area)
    if (known !== undefined) return known === null ? undefined : known
    const score = this.names.score(area)
    this.areaScores.set(area, score ?? null)
    return score
  }

  /** Also undefined when the match cannot reach the required quality. */
  score(entry: number, needed: (entry: number, match: number) => boolean): EntryScore | undefined {
    const { entries, areas } = this.index
    const isArea = entry < areas.leafFirst.length
    const around = this.aroundOf(entries.parent[entry])
    const own = this.ownScore(entry, isArea ? this.areaScore(entry) : this.names.score(entry), around)
    if (!own) return undefined
    let bits = own.bits | around.bits
    let value = own.value + (around.bits === 0 ? 0 : this.aroundValue(around, own.bits))
    const postcode = this.postcodeBits(entries.postcode[entry]) & ~bits
    if (postcode !== 0) {
      value += this.names.weightOf(postcode)
      bits |= postcode
    }
    const factor = nameFactor(own.coverage) * (this.parts.hasSeveralWords ? this.partsFactor(own, bits, isArea) : 1)
    if (!needed(entry, Math.min(1, (value + this.mostHouseGain) / this.total) * factor)) return undefined
    const { house, gain } = this.house(entry, bits)
    const match = Math.min(1, (value + gain) / this.total) * factor
    const forgiven = isArea && this.parts.count > 1 && this.isSurelyNamed(own) ? this.forgiven(own.bits, bits) : 0
    const isGuess = !own.isSure && postcode === 0 && !around.isSure
    return { entry, match, asTown: forgiven && (match * this.total) / (this.total - forgiven), isGuess, house }
  }

  private partsFactor(own: NameScore, explained: number, isArea: boolean): number {
    if (!isArea) return this.parts.leafFactor(own.bits, explained)
    return this.parts.areaFactor(own.bits, own.isSure, own.value / this.names.weightOf(own.bits))
  }

  private isSurelyNamed({ value, bits, coverage }: NameScore): boolean {
    return coverage >= SURELY_NAMED.coverage && value >= SURELY_NAMED.exactness * this.names.weightOf(bits)
  }

  private forgiven(own: number, explained: number): number {
    return this.parts.forgiven(own, explained, (bits) => this.names.weightOf(bits))
  }

  /** When a containing area also matches words of the best name, another name of the entry may fit better. */
  private ownScore(entry: number, plain: NameScore | undefined, around: Around): NameScore | undefined {
    const isOneWord = plain !== undefined && (plain.bits & (plain.bits - 1)) === 0
    if (!plain || isOneWord || (around.bits & plain.bits) === 0) return plain
    return this.names.score(entry, (bits) => this.aroundValue(around, bits))
  }

  /** The scores of an area and all of its ancestors, cached. */
  private aroundOf(area: number): Around {
    if (area === NO_ID) return NOTHING_AROUND
    const known = this.arounds.get(area)
    if (known) return known
    const score = this.areaScore(area)
    const above = this.aroundOf(this.index.entries.parent[area])
    const around = score
      ? { scores: [score, ...above.scores], bits: score.bits | above.bits, isSure: score.isSure || above.isSure }
      : above
    this.arounds.set(area, around)
    return around
  }

  /** The value that the containing areas add beyond the words already used. */
  private aroundValue({ scores }: Around, used: number): number {
    let bits = used
    let value = 0
    for (const score of scores) {
      const fresh = score.bits & ~bits
      if (fresh === 0) continue
      value += CONTEXT * score.value * (this.names.weightOf(fresh) / this.names.weightOf(score.bits))
      bits |= fresh
    }
    return value
  }

  private postcodeBits(word: number): number {
    if (word === NO_ID) return 0
    const { prefix } = this.matches
    let bits = prefix && word >= prefix.from && word < prefix.to ? prefix.bits : 0
    for (const match of this.matches.of(word)) if (match.cost < 0.1) bits |= match.bits
    return bits
  }

  /** A number that is not part of a name, area or postcode may be a house number. */
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

/** Numbers in the query, also combined with a following letter: 12, 12 a, 12 bis. */
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
