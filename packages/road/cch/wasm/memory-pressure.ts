import { HEADER_BYTES, SCRATCH } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * Only half of the size is reported, because garbage collection also takes time. V8 collects after about 64 MB, so up
 * to 128 MB of unused metrics accumulate. When only one eighth was reported, a server with new traffic every few
 * seconds grew to 2 GB.
 */
const REPORTED_SHARE = 1 / 2

const reportedBuffers = new WeakMap<SharedMemory, ArrayBuffer[]>()

/** The size of a memory that this thread has reported. */
export function reportedBytes(memory: SharedMemory): number {
  return (reportedBuffers.get(memory) ?? []).reduce((sum, { byteLength }) => sum + byteLength / REPORTED_SHARE, 0)
}

/**
 * V8 counts the bytes of buffers when it schedules garbage collection, but not those of shared memories, so unused
 * metrics would exhaust the machine. Every thread with a reference to a metric therefore ties a buffer to its lifetime.
 * The buffer is never touched, and because it is resizable it only reserves address space.
 */
export function reportSize(memory: SharedMemory, usedBytes = countMetricBytes(memory)): void {
  if (!reportedBuffers.has(memory)) reportedBuffers.set(memory, [createBuffer(usedBytes)])
}

/** Reports additional memory in use. */
export function reportAdditionalSize(memory: SharedMemory, usedBytes: number): void {
  const buffers = reportedBuffers.get(memory) ?? []
  buffers.push(createBuffer(usedBytes))
  reportedBuffers.set(memory, buffers)
}

const reportedArrays = new WeakMap<ArrayBufferLike, ArrayBuffer>()

/**
 * Reports the shared memory of arrays, such as those of a map, in the same way. The full size is reported, because maps
 * are replaced much less often than metrics. Otherwise a thread without requests would keep every replaced map.
 */
export function reportArrays(arrays: Iterable<ArrayBufferView>): void {
  for (const { buffer } of arrays) {
    if (!reportedArrays.has(buffer)) reportedArrays.set(buffer, createBuffer(buffer.byteLength, 1))
  }
}

function createBuffer(usedBytes: number, share = REPORTED_SHARE): ArrayBuffer {
  const bytes = Math.ceil(usedBytes * share)
  return new ArrayBuffer(bytes, { maxByteLength: bytes })
}

/** Excludes the scratch memory that follows, most of which is never touched. */
function countMetricBytes({ buffer }: SharedMemory): number {
  return new Uint32Array(buffer, SCRATCH, (HEADER_BYTES - SCRATCH) / 4)[0]
}
