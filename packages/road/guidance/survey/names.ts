import type { RoadNetwork, RoadTable, TextTable } from '../../network/network.ts'
import { readText } from '../../network/strings.ts'
import { isBeginning, occursIn } from './text-bytes.ts'

/** Words that tell two halves of one street apart: "Main Street North" is still Main Street. */
const compassWords = 'n ne e se s sw w nw north south west east northeast northwest southeast southwest'
const directionWords = new Set(compassWords.split(' '))

/** What a street is called once the points of the compass are taken away. */
export function withoutCompass(name: string): string {
  const words = name.toLowerCase().split(' ').filter(Boolean)
  while (words.length > 1 && directionWords.has(words[words.length - 1])) words.pop()
  while (words.length > 1 && directionWords.has(words[0])) words.shift()
  return words.join(' ')
}

/** For each road a number that roads share whose names differ only in a point of the compass; 0 for no name. */
export function numberNames({ roads, texts }: Pick<RoadNetwork, 'roads' | 'texts'>): Uint32Array {
  const numbers = new Map<string, number>([['', 0]])
  const known = new Map<number, number>()
  return Uint32Array.from({ length: roads.count }, (_, road) => {
    const text = roads.name[road]
    let number = known.get(text)
    if (number === undefined) {
      const core = withoutCompass(readText(texts, text))
      number = numbers.get(core) ?? numbers.size
      numbers.set(core, number)
      known.set(text, number)
    }
    return number
  })
}

/** Says whether a driver who goes from one road to another must be told a new name. */
export class Names {
  readonly #roads: RoadTable
  readonly #texts: TextTable
  readonly #core: Uint32Array

  constructor({ roads, texts }: Pick<RoadNetwork, 'roads' | 'texts'>, core: Uint32Array) {
    this.#roads = roads
    this.#texts = texts
    this.#core = core
  }

  /** Has it a name? */
  isNamed(road: number): boolean {
    return this.#roads.name[road] !== 0
  }

  /** Is there anything to call it by? */
  isSigned(road: number): boolean {
    return this.#roads.name[road] !== 0 || this.#roads.ref[road] !== 0
  }

  changes(from: number, to: number): boolean {
    if (from === to) return false
    const { name, ref, pronunciation, exits } = this.#roads
    const [nameA, nameB, refA, refB] = [name[from], name[to], ref[from], ref[to]]
    if (nameA === 0 && refA === 0) return nameB !== 0 || refB !== 0 || exits[to] !== exits[from]
    if (pronunciation[from] !== pronunciation[to]) return true
    const sameCore = nameA !== 0 && this.#core[from] === this.#core[to]
    const sameName =
      nameA === nameB || sameCore || isBeginning(this.#texts, nameA, nameB) || isBeginning(this.#texts, nameB, nameA)
    // Only an exit number that is gained is news: ramps carry theirs on the first piece only.
    if (exits[from] !== exits[to] && !(sameName && exits[to] === 0)) return true
    const sameRef =
      refA === refB ||
      refA === 0 ||
      refB === 0 ||
      occursIn(this.#texts, refA, refB) ||
      occursIn(this.#texts, refB, refA)
    if (nameA === 0 && refB === 0 && nameB !== 0) return true
    if (nameB === 0 && refA === 0 && refB !== 0) return true
    return !(sameName && sameRef) && !sameCore
  }

  /** One street, whichever way one drives. */
  isSame(a: number, b: number): boolean {
    return this.isSigned(a) && this.isSigned(b) && !this.changes(a, b) && !this.changes(b, a)
  }

  /** Both are called something, and it goes on without news. */
  goesOn(from: number, to: number): boolean {
    return this.isSigned(from) && this.isSigned(to) && !this.changes(from, to)
  }
}
