import { metricName } from './metric-name.ts'
import { HEADER_BYTES, SCRATCH, SCRATCH_BYTES, SCRATCH_COUNT, SCRATCH_MAX } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/** Maximum number of cached offsets. By the time this limit is reached, the oldest metrics are no longer in use. */
const MAX_CACHED_OFFSETS = 1000

/**
 * The scratch memory offset of one query in each metric, keyed by metric name. A thread may release and reacquire a
 * metric many times. The thread must neither take a new piece each time nor keep the metric alive to reuse the old
 * piece.
 */
export class ScratchOffsets {
  private readonly byMetric = new Map<string, number>()

  /** Returns the offset of this query's piece at the end of a metric's memory. */
  get(memory: SharedMemory): number {
    const name = metricName(memory)
    const offset = this.byMetric.get(name) ?? takeScratchPiece(new Int32Array(memory.buffer, 0, HEADER_BYTES / 4))
    this.byMetric.set(name, offset)
    const [oldest] = this.byMetric.keys()
    if (this.byMetric.size > MAX_CACHED_OFFSETS) this.byMetric.delete(oldest)
    return offset
  }
}

/** Takes the next free piece. The operation is atomic, because multiple threads may call this function concurrently. */
function takeScratchPiece(header: Int32Array): number {
  const blockIndex = Atomics.add(header, SCRATCH_COUNT / 4, 1)
  const count = header[SCRATCH_MAX / 4]
  if (blockIndex >= count) throw new Error(`more than ${count} queries use one metric; reuse queries within a thread`)
  return (header[SCRATCH / 4] >>> 0) + blockIndex * header[SCRATCH_BYTES / 4]
}
