import { findHouse, type HouseMatch } from '../index/find-house.ts'
import { NO_ID, type PlaceIndex } from '../index/schema.ts'
import { coverageFactor, type NameScore, type NameScorer } from './score-names.ts'
import { type HouseCandidate, listHouseNumbers } from './words/house-numbers.ts'
import { QueryParts } from './words/part-factors.ts'
import type { QueryWord } from './words/query-words.ts'
import type { WordMatches } from './words/word-matches.ts'

export interface EntryScore {
  readonly entry: number
  /** Match quality from 0 to 1. */
  readonly match: number
  /** Match quality if other parts of the query name an unknown place inside this area. 0 if they do not. */
  readonly asTown: number
  /** True if no word matches as written. */
  readonly isGuess: boolean
  /** True if some words of the query match neither as written nor as a prefix, and no containing area is named. */
  readonly isInexact: boolean
  readonly house: HouseMatch | undefined
}

/** Factor for a match in the name of a containing area. It has less weight than a match in the name of the entry. */
const CONTEXT_FACTOR = 0.94
/** Minimum quality of a name match. An approximate match is no evidence about the other words of the query. */
const MIN_SURE_NAME = { exactness: 0.9, coverage: 0.9 } as const

/** Query matches of the areas that contain an entry, from smallest to largest. */
interface AreaContext {
  readonly scores: readonly NameScore[]
  readonly bits: number
  readonly isSure: boolean
}

const EMPTY_CONTEXT: AreaContext = { scores: [], bits: 0, isSure: false }

/** Scores entries together with their containing areas, because naming a city helps to find its streets. */
export class EntryScorer {
  private readonly index: PlaceIndex
  private readonly names: NameScorer
  private readonly matches: WordMatches
  private readonly contextCache = new Map<number, AreaContext>()
  private readonly areaScores = new Map<number, NameScore | null>()
  private readonly queryParts = new QueryParts()
  private totalWeight = 1
  private maxHouseGain = 0
  private houseNumberCandidates: HouseCandidate[] = []

  constructor(index: PlaceIndex, names: NameScorer, matches: WordMatches) {
    this.index = index
    this.names = names
    this.matches = matches
  }

  startQuery(query: readonly QueryWord[], weights: Float64Array): void {
    this.totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
    this.areaScores.clear()
    this.contextCache.clear()
    this.houseNumberCandidates = listHouseNumbers(query)
    this.names.startQuery(query, weights)
    this.queryParts.startQuery(query)
    this.maxHouseGain = Math.max(0, ...this.houseNumberCandidates.map(({ bits }) => this.names.sumWeights(bits)))
  }

  /** Scores the names of an area alone. The score is cached, because many entries share an area. */
  getAreaScore(area: number): NameScore | undefined {
    const cached = this.areaScores.get(area)
    if (cached !== undefined) return cached === null ? undefined : cached
    const score = this.names.scoreNames(area)
    this.areaScores.set(area, score ?? null)
    return score
  }

  /** Scores an entry. Returns undefined if its names do not match or if the match cannot reach the required quality. */
  scoreEntry(entry: number, isGoodEnough: (entry: number, match: number) => boolean): EntryScore | undefined {
    const { entries, areas } = this.index
    const isArea = entry < areas.leafFirst.length
    const context = this.getContext(entries.parent[entry])
    const nameScore = this.scoreOwnName(
      entry,
      isArea ? this.getAreaScore(entry) : this.names.scoreNames(entry),
      context,
    )
    if (!nameScore) return undefined
    let bits = nameScore.bits | context.bits
    let value = nameScore.value + (context.bits === 0 ? 0 : this.contextValue(context, nameScore.bits))
    const postcode = this.matchPostcode(entries.postcode[entry]) & ~bits
    if (postcode !== 0) {
      value += this.names.sumWeights(postcode)
      bits |= postcode
    }
    const factor =
      coverageFactor(nameScore.coverage) *
      (this.queryParts.hasSeveralWords ? this.computePartsFactor(nameScore, bits, isArea, context.isSure) : 1)
    if (!isGoodEnough(entry, Math.min(1, (value + this.maxHouseGain) / this.totalWeight) * factor)) return undefined
    const { house, gain } = this.matchHouse(entry, bits)
    const match = Math.min(1, (value + gain) / this.totalWeight) * factor
    const forgivenWeight =
      isArea && this.queryParts.count > 1 && this.isSurelyNamed(nameScore)
        ? this.forgivenWeight(nameScore.bits, bits)
        : 0
    const isGuess = nameScore.sureBits === 0 && postcode === 0 && !context.isSure
    return {
      entry,
      match,
      asTown: forgivenWeight && (match * this.totalWeight) / (this.totalWeight - forgivenWeight),
      isGuess,
      isInexact: !context.isSure && this.queryParts.lacksSpecificWords(nameScore.sureBits | postcode),
      house,
    }
  }

  private computePartsFactor(
    nameScore: NameScore,
    explainedBits: number,
    isArea: boolean,
    isContextSure: boolean,
  ): number {
    const isUnspecificName = this.queryParts.isUnspecificName(nameScore, explainedBits, isContextSure)
    if (!isArea) return this.queryParts.leafFactor(nameScore, explainedBits, isUnspecificName)
    const exactness = nameScore.value / this.names.sumWeights(nameScore.bits)
    return this.queryParts.areaFactor(nameScore, exactness, isUnspecificName)
  }

  private isSurelyNamed({ value, bits, coverage }: NameScore): boolean {
    return coverage >= MIN_SURE_NAME.coverage && value >= MIN_SURE_NAME.exactness * this.names.sumWeights(bits)
  }

  private forgivenWeight(nameBits: number, explainedBits: number): number {
    return this.queryParts.computeForgivenWeight(nameBits, explainedBits, (bits) => this.names.sumWeights(bits))
  }

  /**
   * Scores the names of an entry. If a containing area also matches words of the best name, another name of the entry
   * may fit better.
   */
  private scoreOwnName(entry: number, bestName: NameScore | undefined, context: AreaContext): NameScore | undefined {
    const isSingleWord = bestName !== undefined && (bestName.bits & (bestName.bits - 1)) === 0
    if (!bestName || isSingleWord || (context.bits & bestName.bits) === 0) return bestName
    return this.names.scoreNames(entry, (bits) => this.contextValue(context, bits))
  }

  /** Returns the cached scores of an area and all of its ancestors. */
  private getContext(area: number): AreaContext {
    if (area === NO_ID) return EMPTY_CONTEXT
    const cached = this.contextCache.get(area)
    if (cached) return cached
    const score = this.getAreaScore(area)
    const parentContext = this.getContext(this.index.entries.parent[area])
    const context = score
      ? {
          scores: [score, ...parentContext.scores],
          bits: score.bits | parentContext.bits,
          isSure: score.sureBits !== 0 || parentContext.isSure,
        }
      : parentContext
    this.contextCache.set(area, context)
    return context
  }

  /** Returns the value that the containing areas add beyond the words already used. */
  private contextValue({ scores }: AreaContext, usedBits: number): number {
    let bits = usedBits
    let value = 0
    for (const score of scores) {
      const unusedBits = score.bits & ~bits
      if (unusedBits === 0) continue
      value += CONTEXT_FACTOR * score.value * (this.names.sumWeights(unusedBits) / this.names.sumWeights(score.bits))
      bits |= unusedBits
    }
    return value
  }

  private matchPostcode(word: number): number {
    if (word === NO_ID) return 0
    const { prefix } = this.matches
    let bits = prefix && word >= prefix.from && word < prefix.to ? prefix.bits : 0
    for (const match of this.matches.matchesOf(word)) if (match.cost < 0.1) bits |= match.bits
    return bits
  }

  /** Matches house numbers. A number that is not part of a name, area, or postcode may be a house number. */
  private matchHouse(entry: number, usedBits: number): { house: HouseMatch | undefined; gain: number } {
    let house: HouseMatch | undefined
    let houseGain = 0
    const { houseFirst } = this.index.entries
    if (houseFirst[entry] === houseFirst[entry + 1]) return { house, gain: houseGain }
    for (const { bits, number, mustExist } of this.houseNumberCandidates) {
      if ((bits & usedBits) !== 0) continue
      const match = findHouse(this.index, entry, number)
      if (mustExist && match?.quality !== 1) continue
      const value = match ? match.quality * this.names.sumWeights(bits) : 0
      if (match && value > houseGain) {
        house = match
        houseGain = value
      }
    }
    return { house, gain: houseGain }
  }
}
