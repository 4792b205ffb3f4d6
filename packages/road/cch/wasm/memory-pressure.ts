import { HEADER_BYTES, SCRATCH } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * Only one eighth of the size is reported, because garbage collection also takes time. Up to half a gigabyte of unused
 * metrics may wait for it.
 */
const SHARE = 1 / 8

const ballast = new WeakMap<SharedMemory, ArrayBuffer[]>()

/** The size of a memory that this thread has reported. */
export function reportedBytes(memory: SharedMemory): number {
  return (ballast.get(memory) ?? []).reduce((sum, { byteLength }) => sum + byteLength / SHARE, 0)
}

/**
 * V8 counts the bytes of buffers when it schedules garbage collection, but not those of shared memories, so unused
 * metrics would exhaust the machine. Every thread that holds a metric therefore ties a buffer to its lifetime. The
 * buffer is never touched, and because it is resizable it only reserves address space.
 */
export function reportSize(memory: SharedMemory, usedBytes = usedByMetric(memory)): void {
  if (!ballast.has(memory)) ballast.set(memory, [buffer(usedBytes)])
}

/** Reports additional memory in use. */
export function reportMore(memory: SharedMemory, usedBytes: number): void {
  const buffers = ballast.get(memory) ?? []
  buffers.push(buffer(usedBytes))
  ballast.set(memory, buffers)
}

function buffer(usedBytes: number): ArrayBuffer {
  const bytes = Math.ceil(usedBytes * SHARE)
  return new ArrayBuffer(bytes, { maxByteLength: bytes })
}

/** Excludes the scratch memory that follows, most of which is never touched. */
function usedByMetric({ buffer }: SharedMemory): number {
  return new Uint32Array(buffer, SCRATCH, (HEADER_BYTES - SCRATCH) / 4)[0]
}
