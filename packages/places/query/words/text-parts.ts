import { isStreetType } from '../../text/synonyms.ts'
import type { QueryWord } from './query-words.ts'

/** Share of the weight waived for unexplained words in query parts that do not concern the city. */
const FORGIVEN = 0.5
/** A query with "Street" does not mean a town. */
const STREET_ASKED = 0.7
/** Factor for a street named after its town: the street normally comes first. */
const MISPLACED = 0.75
/** Below this exactness the word is an abbreviation. */
const EXACT = 0.96
/** Factor for a guess, because among several words one resembles almost any name. */
const GUESSED = 0.85

/** Uses the commas of the query: "Baker Street 221b, London" means a place called London and a street in it. */
export class TextParts {
  private parts: number[] = []
  private streetTypes = 0
  hasSeveralWords = false
  /** Numbers. They need no match for a part to count as complete. */
  private numbers = 0

  get count(): number {
    return this.parts.length
  }

  begin(query: readonly QueryWord[]): void {
    const byPart = new Map<number, number>()
    this.streetTypes = 0
    this.numbers = 0
    for (const { text, bit, part, isNumeric } of query) {
      byPart.set(part, (byPart.get(part) ?? 0) | bit)
      if (isStreetType(text)) this.streetTypes |= bit
      if (isNumeric) this.numbers |= bit
    }
    this.hasSeveralWords = query.length > 1
    if (!this.hasSeveralWords) this.streetTypes = 0
    this.parts = [...byPart.values()]
  }

  /**
   * The weight that an area need not explain. `own` are the words of its name; `explained` also includes those of its
   * containing areas. The area must match one part of the query completely.
   */
  forgiven(own: number, explained: number, weightOf: (bits: number) => number): number {
    let foreign = 0
    let isWhole = false
    for (const part of this.parts) {
      if ((part & explained) === 0) foreign |= part
      else if ((part & ~explained & ~this.numbers) === 0) isWhole ||= (part & own) !== 0
      // A partially explained part concerns something else if the area's own name is not in it.
      else if ((part & own) !== 0) return 0
      else foreign |= part & ~explained
    }
    return isWhole && foreign !== 0 ? FORGIVEN * weightOf(foreign) : 0
  }

  /**
   * Reduces the match of an area when the query names a street or when the name is a guess. "Street" in its name must
   * be spelled out (`exactness`), so St. Louis does not count.
   */
  areaFactor(own: number, isSure: boolean, exactness: number): number {
    const isTown = (this.streetTypes & ~own) === 0 && (this.streetTypes === 0 || exactness > EXACT)
    const asked = isTown ? 1 : STREET_ASKED
    return isSure ? asked : asked * GUESSED
  }

  /** Reduces the match of a street or shop that matches only the last part and nothing of the others. */
  leafFactor(own: number, explained: number): number {
    const last = this.parts.at(-1) ?? 0
    return this.parts.length > 1 && (own & ~last) === 0 && (explained & ~last) === 0 ? MISPLACED : 1
  }
}
