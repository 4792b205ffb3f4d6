import type { LocalSearch } from './search-state.ts'

const MAX_SEGMENT_LENGTH = 3

/**
 * Or-opt (Or 1976): moves up to three consecutive nodes to another position, in either direction. `node` is the end of
 * the segment that becomes adjacent to a near node, as its predecessor or its successor.
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
  const before = tour.previous(first)
  const behind = tour.next(last)
  const freed = cost[before * size + first] + cost[last * size + behind] - cost[before * size + behind]
  if (freed <= 0) return false
  const turned = reversalCost(search, first, last)
  const oppositeEnd = anchor === first ? last : first
  const start = tour.position[first]
  const from = anchor * neighborCount
  /** With an arc to a near node the anchor is last in the segment; with an arc from one it is first. */
  const extraOut = anchor === last ? 0 : turned
  const extraIn = anchor === first ? 0 : turned
  for (let rank = from; rank < from + neighborCount; rank++) {
    const near = nearestOutgoing[rank]
    const arc = cost[anchor * size + near]
    if (arc >= freed) break
    if (isInside(tour.position[near], start, length, size)) continue
    const left = tour.previous(near)
    if (left === last) continue
    const gain = freed - arc - extraOut - cost[left * size + oppositeEnd] + cost[left * size + near]
    if (gain > 0) return applyMove(search, gain, first, last, left, near, anchor !== last)
  }
  for (let rank = from; rank < from + neighborCount; rank++) {
    const near = nearestIncoming[rank]
    const arc = cost[near * size + anchor]
    if (arc >= freed) break
    if (isInside(tour.position[near], start, length, size)) continue
    const right = tour.next(near)
    if (right === first) continue
    const gain = freed - arc - extraIn - cost[oppositeEnd * size + right] + cost[near * size + right]
    if (gain > 0) return applyMove(search, gain, first, last, near, right, anchor !== first)
  }
  return false
}

function isInside(position: number, start: number, length: number, size: number): boolean {
  const offset = position - start
  return (offset < 0 ? offset + size : offset) < length
}

function reversalCost({ size, cost, symmetric, tour }: LocalSearch, first: number, last: number): number {
  let extra = 0
  if (symmetric) return extra
  for (let node = first; node !== last; ) {
    const next = tour.next(node)
    extra += cost[next * size + node] - cost[node * size + next]
    node = next
  }
  return extra
}

function applyMove(
  search: LocalSearch,
  gain: number,
  first: number,
  last: number,
  left: number,
  right: number,
  turned: boolean,
): true {
  const { tour, queue } = search
  const before = tour.previous(first)
  queue.push(before)
  queue.push(tour.next(last))
  queue.push(first)
  queue.push(last)
  queue.push(left)
  queue.push(right)
  tour.swapSegmentsAfter(before, last, left)
  if (turned && first !== last) tour.reverse(tour.position[first], tour.position[last])
  search.tourCost -= gain
  return true
}
