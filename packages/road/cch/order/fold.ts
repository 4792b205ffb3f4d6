import type { FlowGraph } from './flow-graph.ts'

/**
 * Maps each node to its representative after trees and chains are folded. No good cut goes through a tree, and the best
 * place to cut a chain is its narrowest edge. Tree nodes fold into the root. Chain nodes fold into the chain end on
 * their side of the narrowest edge. Slightly more than half of a road network remains, and the cuts of the remaining
 * graph are valid for the full graph.
 */
export function foldTreesAndChains(graph: FlowGraph): Uint32Array {
  const folding = new GraphFolding(graph)
  folding.foldTrees()
  folding.foldChains()
  return folding.owners()
}

class GraphFolding {
  private readonly graph: FlowGraph
  /** Number of remaining neighbors. */
  private readonly degree: Int32Array
  /** The node that each node was folded into, or the node itself if it remains. */
  private readonly foldTarget: Uint32Array
  private readonly isFolded: Uint8Array

  constructor(graph: FlowGraph) {
    const { nodeCount, first } = graph
    this.graph = graph
    this.degree = new Int32Array(nodeCount)
    this.foldTarget = new Uint32Array(nodeCount)
    this.isFolded = new Uint8Array(nodeCount)
    for (let node = 0; node < nodeCount; node++) {
      this.degree[node] = first[node + 1] - first[node]
      this.foldTarget[node] = node
    }
  }

  foldTrees(): void {
    const { nodeCount, first, head } = this.graph
    const { degree, foldTarget, isFolded } = this
    for (let start = 0; start < nodeCount; start++) {
      // Folding a leaf can turn its neighbor into the next leaf.
      for (let leaf = start; degree[leaf] === 1 && isFolded[leaf] === 0; leaf = foldTarget[leaf]) {
        let e = first[leaf]
        while (isFolded[head[e]] === 1) e++
        foldTarget[leaf] = head[e]
        isFolded[leaf] = 1
        degree[head[e]]--
      }
    }
  }

  /**
   * Folds chains of nodes with two remaining neighbors. A chain connects nodes with more neighbors, or forms a loop
   * that starts and ends at such a node.
   */
  foldChains(): void {
    const { nodeCount, first, head } = this.graph
    const { degree, isFolded } = this
    const chain: number[] = []
    for (let begin = 0; begin < nodeCount; begin++) {
      if (isFolded[begin] === 1 || degree[begin] === 2) continue
      for (let e = first[begin]; e < first[begin + 1]; e++) {
        if (isFolded[head[e]] === 1 || degree[head[e]] !== 2) continue
        chain.length = 0
        for (let edge = e; edge >= 0; edge = this.nextInChain(edge)) chain.push(edge)
        this.foldChain(begin, chain)
      }
    }
  }

  /** Returns the next edge of the chain, or -1 at its end. */
  private nextInChain(edge: number): number {
    const { first, head, twin } = this.graph
    const node = head[edge]
    if (this.degree[node] !== 2) return -1
    for (let e = first[node]; e < first[node + 1]; e++) {
      if (e !== twin[edge] && this.isFolded[head[e]] === 0) return e
    }
    return -1
  }

  private foldChain(begin: number, chain: readonly number[]): void {
    const { head, capacity } = this.graph
    const end = head[chain[chain.length - 1]]
    let narrowestIndex = chain.length >> 1
    for (let i = 0; i < chain.length; i++) if (capacity[chain[i]] < capacity[chain[narrowestIndex]]) narrowestIndex = i
    for (let i = 0; i + 1 < chain.length; i++) {
      this.foldTarget[head[chain[i]]] = i < narrowestIndex ? begin : end
      this.isFolded[head[chain[i]]] = 1
    }
  }

  owners(): Uint32Array {
    const { foldTarget } = this
    for (let node = 0; node < foldTarget.length; node++) {
      let owner = foldTarget[node]
      while (foldTarget[owner] !== owner) owner = foldTarget[owner]
      // Path compression is useful because trees can be deep. The next lookup along the path takes one step.
      for (let pathNode = node; foldTarget[pathNode] !== owner; ) {
        const next = foldTarget[pathNode]
        foldTarget[pathNode] = owner
        pathNode = next
      }
    }
    return foldTarget
  }
}
