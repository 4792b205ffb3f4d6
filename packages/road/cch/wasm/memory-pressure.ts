import { HEADER_BYTES, SCRATCH } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/**
 * Share of a memory's size that is reported to V8. Reporting the full size would trigger garbage collection too often.
 * V8 collects after about 64 MB, so up to 128 MB of unused metrics accumulate. With a share of one eighth, a server
 * that received new traffic data every few seconds grew to 2 GB.
 */
const REPORTED_SHARE = 1 / 2

const reportedBuffers = new WeakMap<SharedMemory, ArrayBuffer[]>()

/** Returns the number of bytes of a memory that this thread has reported to the garbage collector. */
export function reportedBytes(memory: SharedMemory): number {
  return (reportedBuffers.get(memory) ?? []).reduce((sum, { byteLength }) => sum + byteLength / REPORTED_SHARE, 0)
}

/**
 * Reports the size of a memory to the garbage collector. V8 ignores shared memories when it schedules garbage
 * collection, so unused metrics would exhaust the machine's memory. Every thread with a reference to a metric therefore
 * ties a buffer to the lifetime of the metric. The buffer is resizable and never written, so it only reserves address
 * space.
 */
export function reportSize(memory: SharedMemory, usedBytes = countMetricBytes(memory)): void {
  if (!reportedBuffers.has(memory)) reportedBuffers.set(memory, [createBuffer(usedBytes)])
}

/** Reports more bytes of a memory to the garbage collector. */
export function reportAdditionalSize(memory: SharedMemory, usedBytes: number): void {
  const buffers = reportedBuffers.get(memory) ?? []
  buffers.push(createBuffer(usedBytes))
  reportedBuffers.set(memory, buffers)
}

const reportedArrays = new WeakMap<ArrayBufferLike, ArrayBuffer>()

/**
 * Reports the shared memory of arrays, such as those of a map. The full size is reported, because maps are replaced
 * much less often than metrics. Without a report, an idle thread would keep every replaced map.
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

/**
 * Returns the size of a metric without the scratch memory that follows. Most of the scratch memory is never written.
 */
function countMetricBytes({ buffer }: SharedMemory): number {
  return new Uint32Array(buffer, SCRATCH, (HEADER_BYTES - SCRATCH) / 4)[0]
}
