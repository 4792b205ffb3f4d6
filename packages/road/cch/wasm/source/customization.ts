import { load } from '~lib/builtins'
import {
  C_ARC_COUNT,
  C_CHANGED,
  C_CHILDREN,
  C_DOWN_BELOW,
  C_DOWN_BELOW_FIRST,
  C_DOWN_FIRST,
  C_LEAVES,
  C_LONGER,
  C_LOWER,
  C_PAIR_FIRST,
  C_PAIRS,
  C_PENDING,
  C_SHORTER,
  C_SLOT_COUNT,
  C_SLOT_OF_TURN,
  C_TARGET,
  C_TOUCHED,
  C_TRIANGLE_FIRST,
  C_TURN_COUNT,
  C_TURN_WEIGHT,
  C_UP_BELOW,
  C_UP_BELOW_FIRST,
  C_UP_FIRST,
  C_UPPER,
  C_VERTEX_COUNT,
  C_WAITING,
  C_WEIGHT,
} from './customization-layout.ts'

/** The map of this customization instance. */
export let vertexCount: u32 = 0
export let arcCount: u32 = 0
export let slotCount: u32 = 0
export let upFirst: usize = 0
export let downFirst: usize = 0
export let triangleFirst: usize = 0
export let target: usize = 0
export let leaves: usize = 0
export let turnCount: u32 = 0
export let slotOfTurn: usize = 0
export let turnWeight: usize = 0
export let weight: usize = 0
export let children: usize = 0
export let lower: usize = 0
export let pairFirst: usize = 0
export let pairs: usize = 0
export let pending: usize = 0
export let waiting: usize = 0
export let shorter: usize = 0
export let longer: usize = 0
export let touched: usize = 0
export let changed: usize = 0
export let upper: usize = 0
export let upBelowFirst: usize = 0
export let upBelow: usize = 0
export let downBelowFirst: usize = 0
export let downBelow: usize = 0

/** Reads the offsets from the header. This function must be called once, before any other kernel. */
export function openCustomization(): void {
  vertexCount = load<u32>(C_VERTEX_COUNT)
  arcCount = load<u32>(C_ARC_COUNT)
  slotCount = load<u32>(C_SLOT_COUNT)
  upFirst = load<u32>(C_UP_FIRST)
  downFirst = load<u32>(C_DOWN_FIRST)
  triangleFirst = load<u32>(C_TRIANGLE_FIRST)
  target = load<u32>(C_TARGET)
  leaves = load<u32>(C_LEAVES)
  turnCount = load<u32>(C_TURN_COUNT)
  slotOfTurn = load<u32>(C_SLOT_OF_TURN)
  turnWeight = load<u32>(C_TURN_WEIGHT)
  weight = load<u32>(C_WEIGHT)
  children = load<u32>(C_CHILDREN)
  lower = load<u32>(C_LOWER)
  pairFirst = load<u32>(C_PAIR_FIRST)
  pairs = load<u32>(C_PAIRS)
  pending = load<u32>(C_PENDING)
  waiting = load<u32>(C_WAITING)
  shorter = load<u32>(C_SHORTER)
  longer = load<u32>(C_LONGER)
  touched = load<u32>(C_TOUCHED)
  changed = load<u32>(C_CHANGED)
  upper = load<u32>(C_UPPER)
  upBelowFirst = load<u32>(C_UP_BELOW_FIRST)
  upBelow = load<u32>(C_UP_BELOW)
  downBelowFirst = load<u32>(C_DOWN_BELOW_FIRST)
  downBelow = load<u32>(C_DOWN_BELOW)
}

export function word(array: usize, index: u32): u32 {
  return load<u32>(array + ((index as usize) << 2))
}

export function weightOf(slot: u32): i32 {
  return load<i32>(weight + ((slot as usize) << 2))
}

export function childrenOf(slot: u32): f64 {
  return load<f64>(children + ((slot as usize) << 3))
}
