import type { RoadNetwork, RoadTable, TextTable } from '../../network/network.ts'
import { readText } from '../../network/strings.ts'
import { isPrefix, occursIn } from './text-bytes.ts'

/** Words that distinguish two halves of one street. For example, "Main Street North" is still Main Street. */
const compassWords = 'n ne e se s sw w nw north south west east northeast northwest southeast southwest'
const directionWords = new Set(compassWords.split(' '))

/** Returns the street name without compass directions. */
export function stripCompassDirection(name: string): string {
  const words = name.toLowerCase().split(' ').filter(Boolean)
  while (words.length > 1 && directionWords.has(words[words.length - 1])) words.pop()
  while (words.length > 1 && directionWords.has(words[0])) words.shift()
  return words.join(' ')
}

/**
 * Returns an ID for each road, or 0 for a road without a name. Roads whose names differ only in a compass direction
 * share an ID.
 */
export function assignNameIds({ roads, texts }: Pick<RoadNetwork, 'roads' | 'texts'>): Uint32Array {
  const idByName = new Map<string, number>([['', 0]])
  const idByString = new Map<number, number>()
  return Uint32Array.from({ length: roads.count }, (_, road) => {
    const stringId = roads.name[road]
    let nameId = idByString.get(stringId)
    if (nameId === undefined) {
      const strippedName = stripCompassDirection(readText(texts, stringId))
      nameId = idByName.get(strippedName) ?? idByName.size
      idByName.set(strippedName, nameId)
      idByString.set(stringId, nameId)
    }
    return nameId
  })
}

/** Determines whether a change from one road to another requires announcing a new name. */
export class RoadNames {
  private readonly roads: RoadTable
  private readonly strings: TextTable
  private readonly core: Uint32Array

  constructor({ roads, texts }: Pick<RoadNetwork, 'roads' | 'texts'>, core: Uint32Array) {
    this.roads = roads
    this.strings = texts
    this.core = core
  }

  isNamed(road: number): boolean {
    return this.roads.name[road] !== 0
  }

  /** Returns true if the road has a name or a ref. */
  hasNameOrRef(road: number): boolean {
    return this.roads.name[road] !== 0 || this.roads.ref[road] !== 0
  }

  isNameChange(from: number, to: number): boolean {
    if (from === to) return false
    const { name, ref, pronunciation, exits } = this.roads
    const [nameA, nameB, refA, refB] = [name[from], name[to], ref[from], ref[to]]
    if (nameA === 0 && refA === 0) return nameB !== 0 || refB !== 0 || exits[to] !== exits[from]
    if (pronunciation[from] !== pronunciation[to]) return true
    const hasSameCore = nameA !== 0 && this.core[from] === this.core[to]
    const hasSameName =
      nameA === nameB || hasSameCore || isPrefix(this.strings, nameA, nameB) || isPrefix(this.strings, nameB, nameA)
    // The end of an exit number is not a change, because a ramp has its exit number only on the first edge.
    if (exits[from] !== exits[to] && !(hasSameName && exits[to] === 0)) return true
    const hasSameRef =
      refA === refB ||
      refA === 0 ||
      refB === 0 ||
      occursIn(this.strings, refA, refB) ||
      occursIn(this.strings, refB, refA)
    if (nameA === 0 && refB === 0 && nameB !== 0) return true
    if (nameB === 0 && refA === 0 && refB !== 0) return true
    return !(hasSameName && hasSameRef) && !hasSameCore
  }

  /** Returns true if both roads are the same street in either direction. */
  isSame(a: number, b: number): boolean {
    return this.hasNameOrRef(a) && this.hasNameOrRef(b) && !this.isNameChange(a, b) && !this.isNameChange(b, a)
  }

  /** Returns true if both roads have a name or ref and no new name needs to be announced. */
  continuesName(from: number, to: number): boolean {
    return this.hasNameOrRef(from) && this.hasNameOrRef(to) && !this.isNameChange(from, to)
  }
}
