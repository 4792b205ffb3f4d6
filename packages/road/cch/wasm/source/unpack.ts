import { load, select, store } from '~lib/builtins'
import {
  CHAIN_BEGIN,
  CHAIN_END,
  fetchedChildren,
  listItems,
  listQueue,
  MAX_TURNS,
  pathArcs,
  pathTurns,
  STACK_SIZE,
} from './layout.ts'
import { children, height } from './memory.ts'
import { CHILD_BITS, CHILD_MASK } from './shortcut-children.ts'

/** Fields of a list item: its hierarchy arc or turn, the road arc that the turn leads into, and the next item. */
const ROAD_ARC: usize = 4
const NEXT: usize = 8
const END: u32 = 0xffffffff

/**
 * Replaces the arcs of a chain with their shortcut children until only turns are left, and writes the turns. Returns
 * the number of turns, or -1 if there are too many. The children are rarely in a cache, and sequential cache misses
 * would take most of a query's time. Each round therefore prefetches all known arcs before reading any of them, so that
 * the cache misses overlap. The children of these arcs form the next round. A linked list keeps the arcs in path order.
 */
export function unpackChain(scratch: usize, begin: usize, end: usize): i32 {
  const items = scratch + listItems(height)
  const queue = scratch + listQueue(height)
  const fetched = scratch + fetchedChildren(height)
  let count = ((end - begin) >> 2) as u32
  if (count === 0) return 0
  // In a very deep tree, the chain alone may exceed the available room.
  if (count > MAX_TURNS) return -1
  listChain(begin, count, items, queue)
  let tail = queue + ((count as usize) << 2)
  for (let head = queue; head < tail; ) {
    const roundEnd = tail
    fetch(head, roundEnd, items, fetched)
    for (let from = fetched; head < roundEnd; head += 4, from += 8) {
      if (count >= MAX_TURNS) return -1
      const index = load<u32>(head)
      const item = items + ((index as usize) << 4)
      const added = items + ((count as usize) << 4)
      const pair = load<f64>(from) as i64
      const isPair = pair >= 0
      const both = pair ^ (pair >> 63)
      const second = (both & CHILD_MASK) as u32
      const next = load<u32>(item, NEXT)
      // The fields for turns and for pairs are written unconditionally, because a branch would be mispredicted half of
      // the time.
      store<u32>(item, (both >> CHILD_BITS) as u32)
      store<u32>(item, second, ROAD_ARC)
      store<u32>(item, select<u32>(count, next, isPair), NEXT)
      store<u32>(added, second)
      store<u32>(added, next, NEXT)
      store<u32>(tail, index)
      store<u32>(tail, count, 4)
      tail += select<usize>(8, 0, isPair)
      count += select<u32>(1, 0, isPair)
    }
  }
  writeTurns(scratch, items)
  return count as i32
}

/**
 * Unpacks the next turns of a path that is too long for unpackChain. Returns the number of turns, or 0 at the end. The
 * turns overwrite the previous turns and have the same format as the turns of a short path.
 */
export function unpackNext(scratch: usize): u32 {
  // Both shortcut children are at a lower vertex than the arc, so the stack contains at most one arc per tree level.
  const stack = scratch + listItems(height)
  const arcs = scratch + pathArcs(height) + 4
  const turns = scratch + pathTurns(height)
  const chainEnd = load<u32>(scratch, CHAIN_END)
  let chainAt = load<u32>(scratch, CHAIN_BEGIN)
  let size = load<u32>(scratch, STACK_SIZE)
  let count: u32 = 0
  while (count < MAX_TURNS && (size > 0 || chainAt < chainEnd)) {
    if (size === 0) {
      store<u32>(stack, load<u32>(scratch + (chainAt as usize)))
      chainAt += 4
      size = 1
    }
    size--
    const top = stack + ((size as usize) << 2)
    const pair = load<f64>(children + ((load<u32>(top) as usize) << 3)) as i64
    const both = pair ^ (pair >> 63)
    const first = (both >> CHILD_BITS) as u32
    const second = (both & CHILD_MASK) as u32
    if (pair < 0) {
      store<u32>(turns + ((count as usize) << 2), first)
      store<u32>(arcs + ((count as usize) << 2), second)
      count++
    } else {
      store<u32>(top, second)
      store<u32>(top, first, 4)
      size += 2
    }
  }
  store<u32>(scratch, chainAt, CHAIN_BEGIN)
  store<u32>(scratch, size, STACK_SIZE)
  return count
}

function listChain(chain: usize, count: u32, items: usize, queue: usize): void {
  for (let index: u32 = 0; index < count; index++) {
    const item = items + ((index as usize) << 4)
    store<u32>(item, load<u32>(chain + ((index as usize) << 2)))
    store<u32>(item, index + 1 < count ? index + 1 : END, NEXT)
    store<u32>(queue + ((index as usize) << 2), index)
  }
}

function fetch(queue: usize, queueEnd: usize, items: usize, fetched: usize): void {
  let to = fetched
  for (let at = queue; at < queueEnd; at += 4, to += 8) {
    const arc = load<u32>(items + ((load<u32>(at) as usize) << 4))
    store<f64>(to, load<f64>(children + ((arc as usize) << 3)))
  }
}

function writeTurns(scratch: usize, items: usize): void {
  let arcAt = scratch + pathArcs(height) + 4
  let turnAt = scratch + pathTurns(height)
  for (let index: u32 = 0; index !== END; arcAt += 4, turnAt += 4) {
    const item = items + ((index as usize) << 4)
    store<u32>(turnAt, load<u32>(item))
    store<u32>(arcAt, load<u32>(item, ROAD_ARC))
    index = load<u32>(item, NEXT)
  }
}
