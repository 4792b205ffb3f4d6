/** A sequence of nodes. A closed chain ends at its first node. */
export type Chain = readonly number[]

/**
 * Joins chains where the end of one chain is the start of another, without reversing any chain. Unconnected chains stay
 * unchanged.
 */
export function joinChains(chains: readonly Chain[]): Chain[] {
  const chainsByStart = new Map<number | undefined, Chain[]>()
  for (const chain of chains) {
    if (isClosed(chain)) continue
    const candidates = chainsByStart.get(chain[0])
    if (candidates) candidates.push(chain)
    else chainsByStart.set(chain[0], [chain])
  }
  const next = new Map<Chain, Chain>()
  const followingChains = new Set<Chain>()
  for (const chain of chains) {
    const nextChain = isClosed(chain) ? undefined : chainsByStart.get(chain.at(-1))?.shift()
    if (!nextChain) continue
    next.set(chain, nextChain)
    followingChains.add(nextChain)
  }
  const joinedChains: Chain[] = []
  const visitedChains = new Set<Chain>()
  // Start with chains that have no predecessor. All remaining chains form rings, which can start at any chain.
  for (const start of [...chains.filter((chain) => !followingChains.has(chain)), ...chains]) {
    if (visitedChains.has(start)) continue
    const joinedChain = [...start]
    visitedChains.add(start)
    for (
      let continuation = next.get(start);
      continuation && !visitedChains.has(continuation);
      continuation = next.get(continuation)
    ) {
      joinedChain.push(...continuation.slice(1))
      visitedChains.add(continuation)
    }
    joinedChains.push(joinedChain)
  }
  return joinedChains
}

export function isClosed(chain: Chain): boolean {
  return chain[0] === chain.at(-1)
}

/**
 * Removes edges from a ring and returns the remaining chains. `isDropped(i)` returns whether to remove the edge that
 * starts at vertex i.
 */
export function splitAtEdges(ring: Chain, isDropped: (edge: number) => boolean): Chain[] {
  const edgeCount = ring.length - 1
  let first = 0
  while (first < edgeCount && !isDropped(first)) first++
  if (first === edgeCount) return [ring]
  const chains: number[][] = []
  let current: number[] | undefined
  for (let step = 1; step < edgeCount; step++) {
    const edge = (first + step) % edgeCount
    if (isDropped(edge)) current = undefined
    else if (current) current.push(ring[edge + 1])
    else {
      current = [ring[edge], ring[edge + 1]]
      chains.push(current)
    }
  }
  return chains
}
