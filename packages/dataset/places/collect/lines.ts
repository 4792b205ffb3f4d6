import { Doubles, Integers } from '../../osm/growing.ts'
import type { NodePositions } from './node-positions.ts'

/** Marks a missing line. */
export const NO_LINE = 0xffffffff

/** Node sequences (the refs of ways) whose positions are resolved later. */
export class Lines {
  private readonly first = new Integers()
  private readonly refs = new Doubles()
  private count = 0

  /** Keeps at most `most` evenly spaced nodes: enough to locate a house, and a country has millions. */
  add(ref: Float64Array, from: number, to: number, most = Number.POSITIVE_INFINITY): number {
    this.first.push(this.refs.length)
    // The last node of a ring repeats the first.
    const end = ref[to - 1] === ref[from] && to - from > 2 && most < to - from ? to - 1 : to
    const length = end - from
    const kept = Math.min(most, length)
    for (let at = 0; at < kept; at++) this.refs.push(ref[from + Math.floor((at * length) / kept)])
    return this.count++
  }

  finish(): FinishedLines {
    const refs = this.refs.finish()
    const first = new Uint32Array(this.count + 1)
    first.set(this.first.finish())
    first[this.count] = refs.length
    return { first, refs }
  }
}

export interface FinishedLines {
  readonly first: Uint32Array
  readonly refs: Float64Array
}

/** Lines with resolved nodes: indices into `nodes`, without nodes missing from the extract. */
export class PlacedLines {
  readonly nodes: NodePositions
  private readonly first: Uint32Array
  private readonly node: Uint32Array
  private readonly whole: Uint8Array

  constructor({ first, refs }: FinishedLines, nodes: NodePositions) {
    this.nodes = nodes
    this.first = new Uint32Array(first.length)
    this.whole = new Uint8Array(first.length).fill(1)
    const node = new Uint32Array(refs.length)
    let kept = 0
    for (let line = 0; line + 1 < first.length; line++) {
      for (let at = first[line]; at < first[line + 1]; at++) {
        const number = nodes.find(refs[at])
        if (number === undefined) this.whole[line] = 0
        else node[kept++] = number
      }
      this.first[line + 1] = kept
    }
    this.node = node.slice(0, kept)
  }

  nodesOf(line: number): Uint32Array {
    return this.node.subarray(this.first[line], this.first[line + 1])
  }

  /** Whether the extract contains all its nodes. */
  isWhole(line: number): boolean {
    return this.whole[line] === 1
  }
}
