import type { Cell } from './flow-graph.ts'
import {
  createFlowScratch,
  type FlowScratch,
  FREE_NODE,
  markSide,
  maxFlow,
  SINK_NODE,
  SOURCE_NODE,
} from './max-flow.ts'
import { selectSmallest } from './select.ts'

/**
 * Options of inertial flow (Schild and Sommer, SEA 2015). The nodes farthest to one side are sources, and the nodes
 * farthest to the other side are sinks. The minimum cut between sources and sinks separates the cell. Several
 * directions are tried, and the cut that is smallest relative to the size of its smaller side is chosen.
 */
export interface BisectOptions {
  readonly directionCount: number
  /** Share of the nodes used as sources, and also the share used as sinks. */
  readonly endShare: number
  /**
   * Exponent of the smaller side's size in the score of a cut. The score is the size of the cut divided by this power.
   * A lower score is better.
   */
  readonly balancePower: number
}

export const defaultBisect: BisectOptions = { directionCount: 8, endShare: 0.3, balancePower: 0.7 }

export class Bisector {
  private readonly scratch: FlowScratch
  private readonly options: BisectOptions
  private readonly index: Int32Array
  private readonly projection: Float64Array
  private readonly lastRole: Uint8Array
  private readonly sideOfNode: Uint8Array
  private readonly bestSide: Uint8Array

  /** Creates a bisector. `largestCell` is the largest cell to cut, by nodes and edges. */
  constructor(largestCell: Cell, options: BisectOptions = defaultBisect) {
    const { nodeCount } = largestCell.graph
    this.scratch = createFlowScratch(largestCell.graph)
    this.options = options
    this.index = new Int32Array(nodeCount)
    this.projection = new Float64Array(nodeCount)
    this.lastRole = new Uint8Array(nodeCount)
    this.sideOfNode = new Uint8Array(nodeCount)
    this.bestSide = new Uint8Array(nodeCount)
  }

  /** Writes 0 or 1 into `label` for every node of the connected cell. Both sides get at least one node. */
  bisect(cell: Cell, label: Int32Array): void {
    const { nodeCount } = cell.graph
    const { directionCount, endShare, balancePower } = this.options
    const terminalCount = Math.max(1, Math.floor(nodeCount * endShare))
    const maxBalanceFactor = Math.floor(nodeCount / 2) ** balancePower
    const minCut = findLowest(cell.graph.capacity)
    let bestScore = Number.POSITIVE_INFINITY
    for (let direction = 0; direction < directionCount && bestScore * maxBalanceFactor > minCut; direction++) {
      this.sortAlong(cell, (Math.PI * direction) / directionCount, terminalCount)
      const sources = this.index.subarray(0, terminalCount)
      const sinks = this.index.subarray(nodeCount - terminalCount, nodeCount)
      // In small cells, several directions often select the same sources and sinks.
      if (!this.assignRoles(nodeCount, sources, sinks) && direction > 0) continue
      const cut = maxFlow(cell.graph, this.scratch, sources, sinks, bestScore * maxBalanceFactor)
      if (cut === Number.POSITIVE_INFINITY) continue
      for (const forwards of [true, false]) {
        const markedCount = markSide(cell.graph, this.scratch, forwards ? sources : sinks, forwards, this.sideOfNode)
        const score = cut / Math.min(markedCount, nodeCount - markedCount) ** balancePower
        if (score >= bestScore) continue
        bestScore = score
        this.bestSide.set(this.sideOfNode.subarray(0, nodeCount))
      }
    }
    for (let node = 0; node < nodeCount; node++) label[node] = this.bestSide[node]
  }

  /** Moves the `terminalCount` lowest nodes along the direction to the front and the highest nodes to the back. */
  private sortAlong({ graph, x, y }: Cell, angle: number, terminalCount: number): void {
    const { nodeCount } = graph
    const { index, projection } = this
    const dx = Math.cos(angle)
    const dy = Math.sin(angle)
    for (let node = 0; node < nodeCount; node++) {
      index[node] = node
      projection[node] = x[node] * dx + y[node] * dy
    }
    selectSmallest(index, projection, 0, nodeCount, terminalCount)
    selectSmallest(index, projection, terminalCount, nodeCount, nodeCount - 2 * terminalCount)
  }

  /** Assigns the roles and returns true if any role has changed. */
  private assignRoles(nodeCount: number, sources: Int32Array, sinks: Int32Array): boolean {
    const { role } = this.scratch
    const { lastRole } = this
    lastRole.set(role.subarray(0, nodeCount))
    role.fill(FREE_NODE, 0, nodeCount)
    for (let i = 0; i < sources.length; i++) role[sources[i]] = SOURCE_NODE
    for (let i = 0; i < sinks.length; i++) role[sinks[i]] = SINK_NODE
    let node = 0
    while (node < nodeCount && role[node] === lastRole[node]) node++
    return node < nodeCount
  }
}

function findLowest(values: Int32Array): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let i = 0; i < values.length; i++) if (values[i] < lowest) lowest = values[i]
  return lowest
}
