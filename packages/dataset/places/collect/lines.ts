import { Float64Builder, Uint32Builder } from '../../osm/growing.ts'
import type { NodePositions } from './node-positions.ts'

/** Index that means "no line". */
export const NO_LINE = 0xffffffff

/** Node IDs of ways. The positions of the nodes are resolved later. */
export class LineColumns {
  private readonly first = new Uint32Builder()
  private readonly refs = new Float64Builder()
  private count = 0

  /**
   * Adds a line with at most `maxNodes` evenly spaced nodes. A few nodes are enough to locate a house, and limiting
   * them saves memory because a country has millions of houses.
   */
  add(ref: Float64Array, from: number, to: number, maxNodes = Number.POSITIVE_INFINITY): number {
    this.first.push(this.refs.length)
    // The last node of a ring repeats the first node.
    const end = ref[to - 1] === ref[from] && to - from > 2 && maxNodes < to - from ? to - 1 : to
    const length = end - from
    const count = Math.min(maxNodes, length)
    for (let index = 0; index < count; index++) this.refs.push(ref[from + Math.floor((index * length) / count)])
    return this.count++
  }

  finish(): LineRefs {
    const refs = this.refs.finish()
    const first = new Uint32Array(this.count + 1)
    first.set(this.first.finish())
    first[this.count] = refs.length
    return { first, refs }
  }
}

export interface LineRefs {
  readonly first: Uint32Array
  readonly refs: Float64Array
}

/** Lines with resolved nodes, as indices into `nodes`. Nodes that are missing from the extract are omitted. */
export class ResolvedLines {
  readonly nodes: NodePositions
  private readonly first: Uint32Array
  private readonly node: Uint32Array
  private readonly completeFlags: Uint8Array

  constructor({ first, refs }: LineRefs, nodes: NodePositions) {
    this.nodes = nodes
    this.first = new Uint32Array(first.length)
    this.completeFlags = new Uint8Array(first.length).fill(1)
    const node = new Uint32Array(refs.length)
    let count = 0
    for (let line = 0; line + 1 < first.length; line++) {
      for (let index = first[line]; index < first[line + 1]; index++) {
        const number = nodes.find(refs[index])
        if (number === undefined) this.completeFlags[line] = 0
        else node[count++] = number
      }
      this.first[line + 1] = count
    }
    this.node = node.slice(0, count)
  }

  nodesOf(line: number): Uint32Array {
    return this.node.subarray(this.first[line], this.first[line + 1])
  }

  /** Returns whether the extract contains all nodes of the line. */
  isComplete(line: number): boolean {
    return this.completeFlags[line] === 1
  }
}
