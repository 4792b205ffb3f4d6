import { MinHeap } from '@fairway/geo'
import { countNodes, type Sea } from '../schema.ts'
import type { Closures } from './closures.ts'
import { LandmarkBound } from './landmark-bound.ts'
import { listUsableLandmarks } from './landmark-sets.ts'

/**
 * Checks whether closed gates enclose the goal, in the order in which the search makes them. A check explores at most
 * `maxNodes` nodes around the goal once the search has settled `afterNodes` nodes, so that the first checks cost only a
 * fraction of the search. Most enclosed water is a harbor or a lagoon behind one gate and has fewer than a thousand
 * nodes. Exploring more nodes than in the last check would take as long as the search itself.
 */
const ENCLOSURE_CHECKS = [
  { afterNodes: 2000, maxNodes: 1000 },
  { afterNodes: 20_000, maxNodes: 8000 },
  { afterNodes: 120_000, maxNodes: 150_000 },
] as const

/** Number of nodes between cancellation checks, which gives a check every few milliseconds. */
const NODES_PER_CANCEL_CHECK = 4096

export interface SearchLimits {
  /** Maximum cost of a path. Like the landmarks, it is accurate to half a nautical mile. */
  readonly maxCost?: number
  /** Returns whether the request was canceled. The search then ends as if there were no path. */
  readonly isCancelled?: () => boolean
}

/**
 * Finds the cheapest path between two nodes (A* with landmarks). Use one instance per thread, because it contains a
 * label for every node. Only labels that were changed are reset.
 */
export class NodeSearch {
  private readonly sea: Sea
  private readonly cost: Int32Array
  private readonly bound: Int32Array
  private readonly parent: Int32Array
  private readonly searchOfNode: Uint32Array
  private readonly heap = new MinHeap()
  private readonly landmarks: LandmarkBound
  private currentSearch = 0
  /** Number of nodes settled by the last search. */
  settledCount = 0
  /** Cost of the path found by the last search. */
  foundCost = 0

  constructor(sea: Sea) {
    const count = countNodes(sea)
    this.sea = sea
    this.cost = new Int32Array(count)
    this.bound = new Int32Array(count)
    this.parent = new Int32Array(count)
    this.searchOfNode = new Uint32Array(count)
    this.landmarks = new LandmarkBound(sea)
  }

  /** Returns the nodes from start to goal, or undefined if closures block every path or the limits are reached. */
  find(start: number, goal: number, closures: Closures, limits: SearchLimits = {}): number[] | undefined {
    const { linkFirst, body } = this.sea.nodes
    if (body[start] !== body[goal]) return undefined
    const { maxCost = Number.POSITIVE_INFINITY, isCancelled = () => false } = limits
    const { head, cost: linkCost } = this.sea.links
    const heap = this.heap
    const cost = this.cost
    const parent = this.parent
    const searchOfNode = this.searchOfNode
    const currentSearch = ++this.currentSearch
    this.setGoal(start, goal, closures)
    this.settledCount = 0
    let checkCount = 0
    heap.clear()
    this.setLabel(start, 0, -1)
    heap.push(this.bound[start], start)
    while (heap.size > 0) {
      const key = heap.lowestKey
      const node = heap.pop()
      if (node === goal) return this.tracePath(goal)
      if (key > cost[node] + this.bound[node]) continue
      if (key > maxCost || (this.settledCount % NODES_PER_CANCEL_CHECK === 0 && isCancelled())) return undefined
      this.settledCount++
      if (this.settledCount === ENCLOSURE_CHECKS[checkCount]?.afterNodes) {
        if (this.isGoalEnclosed(goal, start, closures, ENCLOSURE_CHECKS[checkCount++].maxNodes)) return undefined
      }
      const base = cost[node]
      for (let link = linkFirst[node]; link < linkFirst[node + 1]; link++) {
        const to = head[link]
        const sum = base + linkCost[link]
        const isLabeled = searchOfNode[to] === currentSearch
        if ((isLabeled && cost[to] <= sum) || closures.isLinkClosed(node, to)) continue
        if (isLabeled) {
          cost[to] = sum
          parent[to] = node
        } else {
          this.setLabel(to, sum, node)
        }
        heap.push(sum + this.bound[to], to)
      }
    }
    return undefined
  }

  /** Returns a lower bound on the cost of the cheapest path, without a search. */
  lowerBoundCost(start: number, goal: number, closures: Closures): number {
    this.setGoal(start, goal, closures)
    return this.landmarks.lowerBoundFrom(start)
  }

  private setGoal(start: number, goal: number, closures: Closures): void {
    const usableLandmarks = closures.opensDefaultClosures
      ? []
      : listUsableLandmarks((passage) => closures.passages.has(passage))
    this.landmarks.setGoal(start, goal, usableLandmarks)
  }

  /** Returns whether the water around the goal is small and enclosed. Searching the remaining sea is then pointless. */
  private isGoalEnclosed(goal: number, start: number, closures: Closures, maxNodes: number): boolean {
    const { linkFirst } = this.sea.nodes
    const { head } = this.sea.links
    const reachedNodes = [goal]
    const visitedNodes = new Set(reachedNodes)
    for (let index = 0; index < reachedNodes.length; index++) {
      if (reachedNodes.length > maxNodes) return false
      const node = reachedNodes[index]
      for (let link = linkFirst[node]; link < linkFirst[node + 1]; link++) {
        const to = head[link]
        if (visitedNodes.has(to) || closures.isLinkClosed(node, to)) continue
        if (to === start) return false
        visitedNodes.add(to)
        reachedNodes.push(to)
      }
    }
    return true
  }

  private setLabel(node: number, cost: number, parent: number): void {
    this.searchOfNode[node] = this.currentSearch
    this.cost[node] = cost
    this.parent[node] = parent
    this.bound[node] = this.landmarks.lowerBoundFrom(node)
  }

  private tracePath(goal: number): number[] {
    const nodes: number[] = []
    this.foundCost = this.cost[goal]
    for (let node = goal; node >= 0; node = this.parent[node]) nodes.push(node)
    return nodes.reverse()
  }
}
