import type { LocalSearch } from './search-state.ts'

/**
 * Number of near nodes to try for the first and the second new edge of a step. Fewer nodes would miss the links between
 * clusters.
 */
const FIRST_STEP_BREADTHS = [10, 8] as const
const LATER_STEP_BREADTHS = [3, 2] as const
/** Maximum number of steps. Each step exchanges three edges, and all steps except the last may make the tour longer. */
const MAX_STEPS = 4

const NO_STEP = 0
/** Two successive edge exchanges, or one if there is no sixth node. */
const EXCHANGE_MOVE = 1
const SWAP_PATHS = 2
const REVERSE_BOTH_PATHS = 3
const NO_NODE = -1

/**
 * Lin–Kernighan search (1973) with exchanges of three edges as steps, where Helsgaun (2000) uses five. If no exchange
 * shortens the tour, the exchange with the largest remaining gain is applied, and the search continues from its open
 * end. Requires symmetric costs. The nodes t1 … t6 are named as in the papers. Edges t1–t2, t3–t4, and t5–t6 are
 * removed, and edges t2–t3, t4–t5, and t6–t1 are added.
 */
export class LinKernighan {
  private readonly search: LocalSearch
  /** Costs of the edges to near nodes, stored contiguously for sequential reads. */
  private readonly nearestCost: Int32Array
  private readonly changedNodes = new Int32Array(1 + 5 * MAX_STEPS)
  private step = NO_STEP
  private t3 = NO_NODE
  private t4 = NO_NODE
  private t5 = NO_NODE
  private t6 = NO_NODE
  /** Gain of the step before the tour is closed. */
  private openGain = 0
  /** Direction and position of t2. Offsets are counted from t2 along the path to t1. */
  private isForward = false
  private origin = 0

  constructor(search: LocalSearch) {
    const { nearestOutgoing, neighborCount, cost, size } = search
    this.search = search
    this.nearestCost = nearestOutgoing.map(
      (node, neighborIndex) => cost[Math.floor(neighborIndex / neighborCount) * size + node],
    )
  }

  /** Applies an improvement that removes an edge of the node, if there is one. */
  improve(node: number): boolean {
    const { tour } = this.search
    return this.improveFrom(node, tour.next(node)) || this.improveFrom(node, tour.previous(node))
  }

  private improveFrom(t1: number, neighbor: number): boolean {
    const { tour, cost, size, queue } = this.search
    const { changedNodes } = this
    const mark = tour.journalMark
    changedNodes[0] = t1
    let changedCount = 1
    let t2 = neighbor
    let gain = cost[t1 * size + t2]
    for (let step = 0; step < MAX_STEPS; step++) {
      const [firstBreadth, secondBreadth] = step === 0 ? FIRST_STEP_BREADTHS : LATER_STEP_BREADTHS
      const closedGain = this.findStep(t1, t2, gain, firstBreadth, secondBreadth)
      if (this.step === NO_STEP) break
      changedNodes[changedCount++] = t2
      changedNodes[changedCount++] = this.t3
      changedNodes[changedCount++] = this.t4
      if (this.t6 !== NO_NODE) {
        changedNodes[changedCount++] = this.t5
        changedNodes[changedCount++] = this.t6
      }
      this.applyStep(t1, t2)
      if (closedGain > 0) {
        this.search.tourCost -= closedGain
        for (let index = 0; index < changedCount; index++) queue.push(changedNodes[index])
        return true
      }
      t2 = this.t6
      gain = this.openGain
    }
    tour.undoTo(mark)
    return false
  }

  private applyStep(t1: number, t2: number): void {
    const { tour } = this.search
    const { t3, t4, t5, t6 } = this
    if (this.step === EXCHANGE_MOVE) {
      tour.exchangeEdges(t1, t2, t4)
      if (t6 !== NO_NODE) tour.exchangeEdges(t1, t4, t6)
    } else if (this.step === SWAP_PATHS) {
      if (tour.next(t1) === t2) tour.swapSegmentsAfter(t1, t5, t3)
      else tour.swapSegmentsAfter(t4, t6, t2)
    } else {
      tour.exchangeEdges(t1, t2, t6)
      tour.exchangeEdges(t2, t5, t3)
    }
  }

  /**
   * Returns the gain of the first step that shortens the tour. Otherwise, returns 0 and stores the best step to
   * continue from.
   */
  private findStep(t1: number, t2: number, gain: number, firstBreadth: number, secondBreadth: number): number {
    const { cost, size, tour, neighborCount, nearestOutgoing } = this.search
    this.isForward = tour.next(t1) === t2
    this.origin = tour.position[t2]
    this.step = NO_STEP
    this.openGain = 0
    const end = t2 * neighborCount + Math.min(firstBreadth, neighborCount)
    for (let neighborIndex = t2 * neighborCount; neighborIndex < end; neighborIndex++) {
      const t3 = nearestOutgoing[neighborIndex]
      const remainingGain = gain - this.nearestCost[neighborIndex]
      if (remainingGain <= 0) break
      const offset = this.offsetOf(t3)
      if (offset === 1 || offset === size - 1) continue
      const previousNode = this.nodeAt(offset - 1)
      const gainBefore = remainingGain + cost[t3 * size + previousNode]
      const closedGain = gainBefore - cost[t1 * size + previousNode]
      if (closedGain > 0) {
        this.keepStep(EXCHANGE_MOVE, gainBefore, t3, previousNode, NO_NODE, NO_NODE)
        return closedGain
      }
      const exchangeGain = this.findExchange(t1, t3, previousNode, offset, gainBefore, secondBreadth)
      if (exchangeGain > 0) return exchangeGain
      const nextNode = this.nodeAt(offset + 1)
      const insertionGain = this.findInsertion(
        t1,
        t3,
        nextNode,
        offset,
        remainingGain + cost[t3 * size + nextNode],
        secondBreadth,
      )
      if (insertionGain > 0) return insertionGain
    }
    return 0
  }

  /**
   * Tries steps in which an exchange follows the exchange of t1–t2 and t3–t4. The path is then t4 … t2 t3 … t1, and t6
   * precedes t5 on it.
   */
  private findExchange(t1: number, t3: number, t4: number, offset: number, gain: number, breadth: number): number {
    const { cost, size, neighborCount, nearestOutgoing } = this.search
    const end = t4 * neighborCount + Math.min(breadth, neighborCount)
    for (let neighborIndex = t4 * neighborCount; neighborIndex < end; neighborIndex++) {
      const t5 = nearestOutgoing[neighborIndex]
      const remainingGain = gain - this.nearestCost[neighborIndex]
      if (remainingGain <= 0) break
      if (t5 === t3) continue
      const offset5 = this.offsetOf(t5)
      if (offset5 === offset - 2) continue
      const t6 = this.nodeAt(offset5 > offset ? offset5 - 1 : offset5 + 1)
      const openGain = remainingGain + cost[t5 * size + t6]
      const closedGain = openGain - cost[t1 * size + t6]
      if (closedGain > 0 || openGain > this.openGain) this.keepStep(EXCHANGE_MOVE, openGain, t3, t4, t5, t6)
      if (closedGain > 0) return closedGain
    }
    return 0
  }

  /**
   * Tries insertions, where t2 … t3 is a cycle and t4 … t1 is a path. The cycle is opened at t5, on either side, and
   * inserted before t4.
   */
  private findInsertion(t1: number, t3: number, t4: number, offset: number, gain: number, breadth: number): number {
    const { cost, size, neighborCount, nearestOutgoing } = this.search
    const end = t4 * neighborCount + Math.min(breadth, neighborCount)
    for (let neighborIndex = t4 * neighborCount; neighborIndex < end; neighborIndex++) {
      const t5 = nearestOutgoing[neighborIndex]
      const remainingGain = gain - this.nearestCost[neighborIndex]
      if (remainingGain <= 0) break
      const offset5 = this.offsetOf(t5)
      if (offset5 >= offset) continue
      const next = this.nodeAt(offset5 + 1)
      const swapGain = remainingGain + cost[t5 * size + next]
      const closedSwapGain = swapGain - cost[t1 * size + next]
      if (closedSwapGain > 0 || swapGain > this.openGain) this.keepStep(SWAP_PATHS, swapGain, t3, t4, t5, next)
      if (closedSwapGain > 0) return closedSwapGain
      if (offset5 === 0) continue
      const previous = this.nodeAt(offset5 - 1)
      const reverseGain = remainingGain + cost[t5 * size + previous]
      const closedReverseGain = reverseGain - cost[t1 * size + previous]
      if (closedReverseGain > 0 || reverseGain > this.openGain)
        this.keepStep(REVERSE_BOTH_PATHS, reverseGain, t3, t4, t5, previous)
      if (closedReverseGain > 0) return closedReverseGain
    }
    return 0
  }

  private keepStep(step: number, openGain: number, t3: number, t4: number, t5: number, t6: number): void {
    this.step = step
    this.openGain = openGain
    this.t3 = t3
    this.t4 = t4
    this.t5 = t5
    this.t6 = t6
  }

  private offsetOf(node: number): number {
    const { size, tour } = this.search
    const offset = this.isForward ? tour.position[node] - this.origin : this.origin - tour.position[node]
    return offset < 0 ? offset + size : offset
  }

  private nodeAt(offset: number): number {
    const { size, tour } = this.search
    const position = this.isForward ? this.origin + offset : this.origin - offset
    return tour.order[position < 0 ? position + size : position >= size ? position - size : position]
  }
}
