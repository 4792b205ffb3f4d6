import type { LocalSearch } from './search-state.ts'

const MAX_SEGMENT_LENGTH = 3

/**
 * Applies Or-opt (Or 1976), which moves up to three consecutive nodes to another position, in either direction. `node`
 * is the end of the segment that becomes adjacent to a near node.
 */
export function orOpt(search: LocalSearch, node: number): boolean {
  let first = node
  let last = node
  for (let length = 1; length <= MAX_SEGMENT_LENGTH; length++) {
    if (length > 1) last = search.tour.next(last)
    if (moveSegment(search, node, last, length, node)) return true
    if (length === 1) continue
    first = search.tour.previous(first)
    if (moveSegment(search, first, node, length, node)) return true
  }
  return false
}

function moveSegment(search: LocalSearch, first: number, last: number, length: number, anchor: number): boolean {
  const { size, cost, tour, neighborCount, nearestOutgoing, nearestIncoming } = search
  const previousNode = tour.previous(first)
  const nextNode = tour.next(last)
  const removalGain =
    cost[previousNode * size + first] + cost[last * size + nextNode] - cost[previousNode * size + nextNode]
  if (removalGain <= 0) return false
  const reversalDelta = reversalCost(search, first, last)
  const oppositeEnd = anchor === first ? last : first
  const start = tour.position[first]
  const from = anchor * neighborCount
  /** The anchor is last in the segment for an arc to a near node, and first for an arc from a near node. */
  const outgoingReversalCost = anchor === last ? 0 : reversalDelta
  const incomingReversalCost = anchor === first ? 0 : reversalDelta
  for (let neighborIndex = from; neighborIndex < from + neighborCount; neighborIndex++) {
    const neighbor = nearestOutgoing[neighborIndex]
    const arc = cost[anchor * size + neighbor]
    if (arc >= removalGain) break
    if (isInside(tour.position[neighbor], start, length, size)) continue
    const beforeNeighbor = tour.previous(neighbor)
    if (beforeNeighbor === last) continue
    const gain =
      removalGain -
      arc -
      outgoingReversalCost -
      cost[beforeNeighbor * size + oppositeEnd] +
      cost[beforeNeighbor * size + neighbor]
    if (gain > 0) return applyMove(search, gain, first, last, beforeNeighbor, neighbor, anchor !== last)
  }
  for (let neighborIndex = from; neighborIndex < from + neighborCount; neighborIndex++) {
    const neighbor = nearestIncoming[neighborIndex]
    const arc = cost[neighbor * size + anchor]
    if (arc >= removalGain) break
    if (isInside(tour.position[neighbor], start, length, size)) continue
    const afterNeighbor = tour.next(neighbor)
    if (afterNeighbor === first) continue
    const gain =
      removalGain -
      arc -
      incomingReversalCost -
      cost[oppositeEnd * size + afterNeighbor] +
      cost[neighbor * size + afterNeighbor]
    if (gain > 0) return applyMove(search, gain, first, last, neighbor, afterNeighbor, anchor !== first)
  }
  return false
}

function isInside(position: number, start: number, length: number, size: number): boolean {
  const offset = position - start
  return (offset < 0 ? offset + size : offset) < length
}

function reversalCost({ size, cost, symmetric, tour }: LocalSearch, first: number, last: number): number {
  let costDelta = 0
  if (symmetric) return costDelta
  for (let node = first; node !== last; ) {
    const next = tour.next(node)
    costDelta += cost[next * size + node] - cost[node * size + next]
    node = next
  }
  return costDelta
}

function applyMove(
  search: LocalSearch,
  gain: number,
  first: number,
  last: number,
  leftNode: number,
  rightNode: number,
  isReversed: boolean,
): true {
  const { tour, queue } = search
  const previousNode = tour.previous(first)
  queue.push(previousNode)
  queue.push(tour.next(last))
  queue.push(first)
  queue.push(last)
  queue.push(leftNode)
  queue.push(rightNode)
  tour.swapSegmentsAfter(previousNode, last, leftNode)
  if (isReversed && first !== last) tour.reverse(tour.position[first], tour.position[last])
  search.tourCost -= gain
  return true
}
