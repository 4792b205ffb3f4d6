import { isStreetType } from '../../text/synonyms.ts'
import type { QueryWord } from './query-words.ts'

/** Of the words that a city leaves unexplained in parts of the text that are not about it, so much is forgiven. */
const FORGIVEN = 0.5
/** Whoever writes "Street" asks for no town. */
const STREET_ASKED = 0.7
/** A street is written before its town. */
const MISPLACED = 0.75
/** Less than this is an abbreviation. */
const EXACT = 0.96
/** Among several words one is like nearly any name. */
const GUESSED = 0.85

/** What the commas of a text say: in "Baker Street 221b, London" something called London is meant, and a street in it. */
export class TextParts {
  private parts: number[] = []
  private streetTypes = 0
  hasSeveralWords = false
  /** Words that need no explanation for a part to be whole: numbers. */
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
   * The weight that an area need not explain. `own` are the words of its name, `explained` those of the areas around it
   * too: it must be just what a part of the text says.
   */
  forgiven(own: number, explained: number, weightOf: (bits: number) => number): number {
    let foreign = 0
    let isWhole = false
    for (const part of this.parts) {
      if ((part & explained) === 0) foreign |= part
      else if ((part & ~explained & ~this.numbers) === 0) isWhole ||= (part & own) !== 0
      // A part of which it explains some words is about something else if its own name is not in it.
      else if ((part & own) !== 0) return 0
      else foreign |= part & ~explained
    }
    return isWhole && foreign !== 0 ? FORGIVEN * weightOf(foreign) : 0
  }

  /**
   * What is left of the match of an area when the text asks for a street, and when its name is only guessed. "Street" in
   * its name must be written out (`exactness`): St. Louis is none.
   */
  areaFactor(own: number, isSure: boolean, exactness: number): number {
    const isTown = (this.streetTypes & ~own) === 0 && (this.streetTypes === 0 || exactness > EXACT)
    const asked = isTown ? 1 : STREET_ASKED
    return isSure ? asked : asked * GUESSED
  }

  /** The same of a street or a shop that is called like the last part, where it has nothing of the others. */
  leafFactor(own: number, explained: number): number {
    const last = this.parts.at(-1) ?? 0
    return this.parts.length > 1 && (own & ~last) === 0 && (explained & ~last) === 0 ? MISPLACED : 1
  }
}
