import { load, select, store } from '~lib/builtins'
import { DEPTH, DOWN_FIRST, PARENT, UP_FIRST, VERTEX_BYTES } from './layout.ts'
import { height, upperDepth, vertexCount, weight } from './memory.ts'
import { INFINITE } from './relax.ts'
import { vertexAt } from './side.ts'

/**
 * Computes only the weight of the best path between two vertices. `rows` contains two rows of weights, which are all
 * infinite between calls.
 */
export function distance(rows: usize, s: u32, t: u32): i32 {
  const there = rows
  const back = rows + (height << 2)
  store<i32>(there + (load<u32>(vertexAt(s), DEPTH) << 2), 0)
  store<i32>(back + (load<u32>(vertexAt(t), DEPTH) << 2), 0)
  let a = s
  let b = t
  while (a !== b) {
    while (a < b) a = settle(there, a, UP_FIRST)
    while (b < a) b = settle(back, b, DOWN_FIRST)
  }
  return meetAbove(there, back, a)
}

export function prepareDistance(rows: usize): void {
  for (let at: usize = 0; at < height << 3; at += 4) store<i32>(rows + at, INFINITE)
}

function settle(row: usize, vertex: u32, first: usize): u32 {
  const record = vertexAt(vertex)
  const at = row + (load<u32>(record, DEPTH) << 2)
  const label = load<i32>(at)
  store<i32>(at, INFINITE)
  if (label < INFINITE) relaxWeights(row, load<u32>(record + first), load<u32>(record + first + VERTEX_BYTES), label)
  return load<u32>(record, PARENT)
}

function meetAbove(there: usize, back: usize, junction: u32): i32 {
  let best = INFINITE
  for (let v = junction; v < vertexCount; ) {
    const record = vertexAt(v)
    const depth = load<u32>(record, DEPTH) << 2
    const label = load<i32>(there + depth)
    const backLabel = load<i32>(back + depth)
    store<i32>(there + depth, INFINITE)
    store<i32>(back + depth, INFINITE)
    const both = label + backLabel
    best = select<i32>(both, best, both < best)
    const next = record + VERTEX_BYTES
    if (label < best) relaxWeights(there, load<u32>(record, UP_FIRST), load<u32>(next, UP_FIRST), label)
    if (backLabel < best) relaxWeights(back, load<u32>(record, DOWN_FIRST), load<u32>(next, DOWN_FIRST), backLabel)
    v = load<u32>(record, PARENT)
  }
  return best
}

function relaxWeights(labels: usize, begin: u32, end: u32, label: i32): void {
  const weightEnd = weight + ((end as usize) << 2)
  let depthAt = upperDepth + ((begin as usize) << 1)
  for (let weightAt = weight + ((begin as usize) << 2); weightAt < weightEnd; weightAt += 4, depthAt += 2) {
    const at = labels + ((load<u16>(depthAt) as usize) << 2)
    const old = load<i32>(at)
    const offered = label + load<i32>(weightAt)
    store<i32>(at, select<i32>(offered, old, offered < old))
  }
}
