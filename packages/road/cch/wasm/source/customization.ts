import { load } from '~lib/builtins'
import {
  W_ARC_COUNT,
  W_CHANGED,
  W_DOWN_FIRST,
  W_LEAVES,
  W_LONGER,
  W_LOWER,
  W_PAIR_FIRST,
  W_PAIRS,
  W_PARTS,
  W_PENDING,
  W_SHORTER,
  W_SLOT_COUNT,
  W_SLOT_OF_TURN,
  W_TARGET,
  W_TOUCHED,
  W_TRIANGLE_FIRST,
  W_TURN_COUNT,
  W_TURN_WEIGHT,
  W_UP_FIRST,
  W_VERTEX_COUNT,
  W_WAITING,
  W_WEIGHT,
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
export let parts: usize = 0
export let lower: usize = 0
export let pairFirst: usize = 0
export let pairs: usize = 0
export let pending: usize = 0
export let waiting: usize = 0
export let shorter: usize = 0
export let longer: usize = 0
export let touched: usize = 0
export let changed: usize = 0

/** Reads the offsets from the header. Called once, before anything else. */
export function openWorkshop(): void {
  vertexCount = load<u32>(W_VERTEX_COUNT)
  arcCount = load<u32>(W_ARC_COUNT)
  slotCount = load<u32>(W_SLOT_COUNT)
  upFirst = load<u32>(W_UP_FIRST)
  downFirst = load<u32>(W_DOWN_FIRST)
  triangleFirst = load<u32>(W_TRIANGLE_FIRST)
  target = load<u32>(W_TARGET)
  leaves = load<u32>(W_LEAVES)
  turnCount = load<u32>(W_TURN_COUNT)
  slotOfTurn = load<u32>(W_SLOT_OF_TURN)
  turnWeight = load<u32>(W_TURN_WEIGHT)
  weight = load<u32>(W_WEIGHT)
  parts = load<u32>(W_PARTS)
  lower = load<u32>(W_LOWER)
  pairFirst = load<u32>(W_PAIR_FIRST)
  pairs = load<u32>(W_PAIRS)
  pending = load<u32>(W_PENDING)
  waiting = load<u32>(W_WAITING)
  shorter = load<u32>(W_SHORTER)
  longer = load<u32>(W_LONGER)
  touched = load<u32>(W_TOUCHED)
  changed = load<u32>(W_CHANGED)
}

export function word(array: usize, index: u32): u32 {
  return load<u32>(array + ((index as usize) << 2))
}

export function weightOf(slot: u32): i32 {
  return load<i32>(weight + ((slot as usize) << 2))
}

export function partsOf(slot: u32): f64 {
  return load<f64>(parts + ((slot as usize) << 3))
}
