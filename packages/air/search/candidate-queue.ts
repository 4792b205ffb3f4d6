import { MinHeap } from '@fairway/geo'
import type { Lane } from './lanes.ts'

/** Queue of legs to check. Legs are stored in flat arrays, because there are many and most are never checked. */
export class CandidateQueue {
  private readonly heap = new MinHeap()
  private count = 0
  private costs = new Float64Array(1024)
  private states = new Int32Array(1024)
  private nodes = new Int32Array(1024)
  private readonly lanes = new Map<number, Lane>()

  clear(): void {
    this.heap.clear()
    this.lanes.clear()
    this.count = 0
  }

  add(key: number, cost: number, state: number, node: number, lane: Lane | undefined): void {
    if (this.count === this.costs.length) this.grow()
    const candidateIndex = this.count++
    this.costs[candidateIndex] = cost
    this.states[candidateIndex] = state
    this.nodes[candidateIndex] = node
    if (lane) this.lanes.set(candidateIndex, lane)
    this.heap.push(key, candidateIndex)
  }

  /** Returns the candidate with the lowest key, or -1 if there is none. */
  pop(): number {
    return this.heap.size > 0 ? this.heap.pop() : -1
  }

  /** Returns the cost of the path up to the end of the leg. */
  cost(offer: number): number {
    return this.costs[offer]
  }

  state(offer: number): number {
    return this.states[offer]
  }

  node(offer: number): number {
    return this.nodes[offer]
  }

  lane(offer: number): Lane | undefined {
    return this.lanes.get(offer)
  }

  private grow(): void {
    const [costs, states, nodes] = [this.costs, this.states, this.nodes]
    this.costs = new Float64Array(costs.length * 2)
    this.states = new Int32Array(costs.length * 2)
    this.nodes = new Int32Array(costs.length * 2)
    this.costs.set(costs)
    this.states.set(states)
    this.nodes.set(nodes)
  }
}
