import { isStreetType } from '../../text/synonyms.ts'
import type { NameScore } from '../score-names.ts'
import { isUnspecific } from './doubt.ts'
import type { QueryWord } from './query-words.ts'

/** Share of the weight that is waived for unexplained words in query parts that do not concern the city. */
const FORGIVEN_SHARE = 0.5
/** Factor for a town if the query contains a word such as "Street". */
const STREET_QUERY_FACTOR = 0.7
/**
 * Factor for a street or shop that matches only the last part of the query. The street normally comes before the town.
 */
const MISPLACED_STREET_FACTOR = 0.75
/**
 * Factor for a street or shop whose name takes words from multiple parts. In 24th Street, Queens, NY, the state and the
 * number are not the route NY 24.
 */
const SCATTERED_NAME_FACTOR = 0.75
/** Factor for a place that shares only an article, a number, or "Street" with the query, but not its name. */
const UNSPECIFIC_NAME_FACTOR = 0.5
const MIN_WHOLE_COVERAGE = 0.9
/** Minimum exactness of a word. Below it, the word is an abbreviation. */
const MIN_EXACTNESS = 0.96
/** Factor for a guess. In a query with multiple words, almost any name resembles one of them. */
const GUESS_FACTOR = 0.85

/**
 * Uses the commas of the query. For example, "Baker Street 221b, London" means a place called London and a street in
 * it.
 */
export class QueryParts {
  private partBits: number[] = []
  private streetTypeBits = 0
  hasSeveralWords = false
  /** Bits of the numbers in the query. Numbers need no match for a part to count as complete. */
  private numberBits = 0
  /** Bits of the words that distinguish one street from another. */
  private specificBits = 0

  get count(): number {
    return this.partBits.length
  }

  startQuery(query: readonly QueryWord[]): void {
    const bitsByPart = new Map<number, number>()
    this.streetTypeBits = 0
    this.numberBits = 0
    this.specificBits = 0
    for (const { text, bit, part, isNumeric } of query) {
      bitsByPart.set(part, (bitsByPart.get(part) ?? 0) | bit)
      if (isStreetType(text)) this.streetTypeBits |= bit
      if (isNumeric) this.numberBits |= bit
      else if (!isUnspecific(text)) this.specificBits |= bit
    }
    this.hasSeveralWords = query.length > 1
    if (!this.hasSeveralWords) this.streetTypeBits = 0
    this.partBits = [...bitsByPart.values()]
  }

  /**
   * Computes the weight of the query words that an area need not explain. `nameBits` are the words of its name, and
   * `explainedBits` also includes the words of its containing areas. The area must match one part of the query
   * completely.
   */
  computeForgivenWeight(nameBits: number, explainedBits: number, weightOf: (bits: number) => number): number {
    let unrelatedBits = 0
    let matchesWholePart = false
    for (const part of this.partBits) {
      if ((part & explainedBits) === 0) unrelatedBits |= part
      else if ((part & ~explainedBits & ~this.numberBits) === 0) matchesWholePart ||= (part & nameBits) !== 0
      // A partially explained part is unrelated if the name of the area is not in it.
      else if ((part & nameBits) !== 0) return 0
      else unrelatedBits |= part & ~explainedBits
    }
    return matchesWholePart && unrelatedBits !== 0 ? FORGIVEN_SHARE * weightOf(unrelatedBits) : 0
  }

  /**
   * Reduces the match of an area if the query names a street or if the name is a guess. "Street" in the name must be
   * spelled out (`exactness`), so St. Louis does not count.
   */
  areaFactor(nameScore: NameScore, exactness: number, isUnspecificName: boolean): number {
    const { bits: nameBits, sureBits } = nameScore
    const isTown = (this.streetTypeBits & ~nameBits) === 0 && (this.streetTypeBits === 0 || exactness > MIN_EXACTNESS)
    const streetFactor = isTown ? 1 : STREET_QUERY_FACTOR
    const specificFactor = isUnspecificName ? UNSPECIFIC_NAME_FACTOR : 1
    return (sureBits !== 0 ? streetFactor : streetFactor * GUESS_FACTOR) * specificFactor
  }

  /** Returns true if words that distinguish one name from another are not among the given words. */
  lacksSpecificWords(bits: number): boolean {
    return (this.specificBits & ~bits) !== 0
  }

  /**
   * Returns true if a name shares only an article, a number, or "Street" with the query, but not the words that
   * distinguish names.
   */
  isUnspecificName({ bits, coverage }: NameScore, explainedBits: number, isContextSure: boolean): boolean {
    if (coverage >= MIN_WHOLE_COVERAGE || this.specificBits === 0 || (bits & this.specificBits) !== 0) return false
    return !isContextSure || (this.specificBits & ~explainedBits) !== 0
  }

  /**
   * Reduces the match of a street or shop that matches only the last part of the query. A house number may be a
   * separate part, as in 12, Rue Grimaldi.
   */
  leafFactor({ bits: nameBits }: NameScore, explainedBits: number, isUnspecificName: boolean): number {
    const lastPartBits = this.partBits.at(-1) ?? 0
    const earlierNonNumberParts = this.partBits.slice(0, -1).filter((part) => (part & ~this.numberBits) !== 0)
    const isMisplaced =
      earlierNonNumberParts.length > 0 && (nameBits & ~lastPartBits) === 0 && (explainedBits & ~lastPartBits) === 0
    const isScattered = this.partBits.filter((part) => (part & nameBits & ~this.numberBits) !== 0).length > 1
    const placeFactor = isMisplaced ? MISPLACED_STREET_FACTOR : isScattered ? SCATTERED_NAME_FACTOR : 1
    return placeFactor * (isUnspecificName ? UNSPECIFIC_NAME_FACTOR : 1)
  }
}
