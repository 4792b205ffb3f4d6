import { HEADER_BYTES, SCRATCH } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/** An eighth: to look for garbage costs time, too, and half a gigabyte of metrics may wait for it. */
const SHARE = 1 / 8

const ballast = new WeakMap<SharedMemory, ArrayBuffer[]>()

/** How large this thread knows a memory to be. */
export function shownBytes(memory: SharedMemory): number {
  return (ballast.get(memory) ?? []).reduce((sum, { byteLength }) => sum + byteLength / SHARE, 0)
}

/**
 * V8 counts the bytes of buffers when it decides whether to look for garbage, but not those of memories that threads
 * share: metrics that nobody uses any more would fill the machine. So in every thread that gets hold of one, a buffer
 * lives and dies with it. Nobody touches it, and as one that might be resized it is made of addresses only.
 */
export function showSize(memory: SharedMemory, usedBytes = usedByMetric(memory)): void {
  if (!ballast.has(memory)) ballast.set(memory, [buffer(usedBytes)])
}

/** More of a memory is in use than before. */
export function showMore(memory: SharedMemory, usedBytes: number): void {
  const known = ballast.get(memory) ?? []
  known.push(buffer(usedBytes))
  ballast.set(memory, known)
}

function buffer(usedBytes: number): ArrayBuffer {
  const bytes = Math.ceil(usedBytes * SHARE)
  return new ArrayBuffer(bytes, { maxByteLength: bytes })
}

/** Behind it is scratch, most of which is never touched. */
function usedByMetric({ buffer }: SharedMemory): number {
  return new Uint32Array(buffer, SCRATCH, (HEADER_BYTES - SCRATCH) / 4)[0]
}
