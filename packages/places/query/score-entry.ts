import { type FoundHouse, findHouse } from '../index/find-house.ts'
import { NO_ID, type PlaceIndex } from '../index/schema.ts'
import { type HouseNumber, parseHouseNumber } from '../text/house-number.ts'
import { type NameScore, type NameScorer, nameFactor } from './score-names.ts'
import type { QueryWord } from './words/query-words.ts'
import { TextParts } from './words/text-parts.ts'
import type { WordMatches } from './words/word-matches.ts'

export interface EntryScore {
  readonly entry: number
  /** 0 to 1: how well it is what was asked for. */
  readonly match: number
  /** The same when other parts of the text are about something in it that nobody knows; 0 when they are not. */
  readonly asTown: number
  /** Nothing of it is written as it was asked for. */
  readonly isGuess: boolean
  readonly house: FoundHouse | undefined
}

/** What an area is called says less about what lies in it than its own name. */
const CONTEXT = 0.94
/** A name that is only nearly what was asked says nothing about the rest of the text. */
const SURELY_NAMED = { exactness: 0.9, coverage: 0.9 } as const

/** What the areas that an entry lies in have of the query, from the smallest to the largest. */
interface Around {
  readonly scores: readonly NameScore[]
  readonly bits: number
  readonly isSure: boolean
}

const NOTHING_AROUND: Around = { scores: [], bits: 0, isSure: false }

/** Scores entries with what they lie in: a city that was named helps its streets. */
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

  /** Where the areas around it have words of its best name too, another of its names may be the one that is meant. */
  private ownScore(entry: number, plain: NameScore | undefined, around: Around): NameScore | undefined {
    const isOneWord = plain !== undefined && (plain.bits & (plain.bits - 1)) === 0
    if (!plain || isOneWord || (around.bits & plain.bits) === 0) return plain
    return this.names.score(entry, (bits) => this.aroundValue(around, bits))
  }

  /** The scores of an area and of all that it lies in, remembered like those of areas. */
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

  /** What the names of the areas around it explain beyond the words that are used. */
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
