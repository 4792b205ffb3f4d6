import { load } from '~lib/builtins'
import { CHILDREN, HEIGHT, UPPER_DEPTH, VERTEX_COUNT, VERTICES, WEIGHT } from './layout.ts'

/** The metric of this instance. */
export let vertexCount: u32 = 0
export let height: usize = 0
export let vertices: usize = 0
export let upperDepth: usize = 0
export let weight: usize = 0
export let children: usize = 0

/** Reads the offsets from the header. This function must be called once, before any other kernel. */
export function open(): void {
  vertexCount = load<u32>(VERTEX_COUNT)
  height = load<u32>(HEIGHT)
  vertices = load<u32>(VERTICES)
  upperDepth = load<u32>(UPPER_DEPTH)
  weight = load<u32>(WEIGHT)
  children = load<u32>(CHILDREN)
}
