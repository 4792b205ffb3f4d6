import type { Rows } from '../graph/adjacency.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'

/**
 * Orders the arcs of small cells greedily. The next arc is always the one whose contraction adds the fewest shortcuts,
 * minus the connections that it removes. The count is exact: all neighbors outside the cell rank higher, and
 * contracting other cells cannot change it. Ties go to the arc with the smaller number. Arcs of the cell and their
 * neighbors are numbered from 0, and their connections are stored as rows of bits. This representation is fast for
 * hundreds of thousands of cells, most of which have fewer than 32 such arcs.
 */
export class MinimumFill {
  private readonly graph: TurnGraph
  private readonly turnsOut: Rows
  private readonly turnsIn: Rows
  /** Number of each arc in the current cell, or -1. */
  private readonly numberOfArc: Int32Array
  private readonly numberedArcs: number[] = []
  private wordsPerRow = 0
  private outgoingArcs = new Uint32Array(0)
  private incoming = new Uint32Array(0)

  constructor(graph: TurnGraph, turnsOut: Rows, turnsIn: Rows) {
    this.graph = graph
    this.turnsOut = turnsOut
    this.turnsIn = turnsIn
    this.numberOfArc = new Int32Array(graph.arcCount).fill(-1)
  }

  order(arcs: readonly number[]): number[] {
    if (arcs.length < 2) return [...arcs]
    this.connectAll(arcs)
    const cost = Array.from(arcs, (_, number) => this.countFill(number))
    const order: number[] = []
    while (order.length < arcs.length) {
      const bestArc = findLowest(cost, arcs)
      cost[bestArc] = Number.POSITIVE_INFINITY
      order.push(arcs[bestArc])
      this.contract(bestArc)
      for (let number = 0; number < arcs.length; number++)
        if (cost[number] < Number.POSITIVE_INFINITY) cost[number] = this.countFill(number)
    }
    for (const arc of this.numberedArcs) this.numberOfArc[arc] = -1
    this.numberedArcs.length = 0
    return order
  }

  /** Numbers the arcs and then their neighbors, and sets the bits of their connections. */
  private connectAll(arcs: readonly number[]): void {
    const { turnsOut, turnsIn } = this
    const { turnFrom, turnTo } = this.graph
    for (const arc of arcs) this.toNumber(arc)
    for (const arc of arcs) {
      for (let i = turnsOut.first[arc]; i < turnsOut.first[arc + 1]; i++) this.toNumber(turnTo[turnsOut.item[i]])
      for (let i = turnsIn.first[arc]; i < turnsIn.first[arc + 1]; i++) this.toNumber(turnFrom[turnsIn.item[i]])
    }
    this.clearRows()
    for (const arc of arcs) {
      for (let i = turnsOut.first[arc]; i < turnsOut.first[arc + 1]; i++)
        this.connect(this.numberOfArc[arc], this.numberOfArc[turnTo[turnsOut.item[i]]])
      for (let i = turnsIn.first[arc]; i < turnsIn.first[arc + 1]; i++)
        this.connect(this.numberOfArc[turnFrom[turnsIn.item[i]]], this.numberOfArc[arc])
    }
  }

  private toNumber(arc: number): void {
    if (this.numberOfArc[arc] < 0) this.numberOfArc[arc] = this.numberedArcs.push(arc) - 1
  }

  private clearRows(): void {
    this.wordsPerRow = Math.ceil(this.numberedArcs.length / 32)
    const wordCount = this.numberedArcs.length * this.wordsPerRow
    if (this.outgoingArcs.length < wordCount) {
      this.outgoingArcs = new Uint32Array(2 * wordCount)
      this.incoming = new Uint32Array(2 * wordCount)
    } else {
      this.outgoingArcs.fill(0, 0, wordCount)
      this.incoming.fill(0, 0, wordCount)
    }
  }

  private connect(from: number, to: number): void {
    if (from === to) return
    this.outgoingArcs[from * this.wordsPerRow + (to >> 5)] |= 1 << (to & 31)
    this.incoming[to * this.wordsPerRow + (from >> 5)] |= 1 << (from & 31)
  }

  /** Returns the number of shortcuts that the contraction adds, minus the number of connections that it removes. */
  private countFill(number: number): number {
    const { outgoingArcs, incoming, wordsPerRow } = this
    const row = number * wordsPerRow
    let count = 0
    for (let word = 0; word < wordsPerRow; word++) {
      count -= countBits(outgoingArcs[row + word])
      for (let bits = incoming[row + word]; bits !== 0; bits &= bits - 1) {
        count--
        const from = word * 32 + lowestBit(bits)
        const fromRow = from * wordsPerRow
        for (let target = 0; target < wordsPerRow; target++) {
          const missingArcBits = outgoingArcs[row + target] & ~outgoingArcs[fromRow + target]
          count += countBits(target === from >> 5 ? missingArcBits & ~(1 << (from & 31)) : missingArcBits)
        }
      }
    }
    return count
  }

  /** Connects the neighbors with one another and removes the arc. */
  private contract(number: number): void {
    const from = this.takeNeighbors(number, this.incoming, this.outgoingArcs)
    const to = this.takeNeighbors(number, this.outgoingArcs, this.incoming)
    for (const tail of from) for (const head of to) this.connect(tail, head)
  }

  private takeNeighbors(number: number, row: Uint32Array, opposite: Uint32Array): number[] {
    const { wordsPerRow } = this
    const neighbors: number[] = []
    for (let word = 0; word < wordsPerRow; word++) {
      for (let bits = row[number * wordsPerRow + word]; bits !== 0; bits &= bits - 1)
        neighbors.push(word * 32 + lowestBit(bits))
    }
    for (const neighbor of neighbors) opposite[neighbor * wordsPerRow + (number >> 5)] &= ~(1 << (number & 31))
    return neighbors
  }
}

function findLowest(cost: readonly number[], arcs: readonly number[]): number {
  let bestArc = -1
  for (let number = 0; number < arcs.length; number++) {
    if (cost[number] === Number.POSITIVE_INFINITY) continue
    if (bestArc < 0 || cost[number] < cost[bestArc] || (cost[number] === cost[bestArc] && arcs[number] < arcs[bestArc]))
      bestArc = number
  }
  return bestArc
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
