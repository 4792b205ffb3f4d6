import { MOST_SCRATCH } from './metric-memory.ts'
import { metricName } from './metric-name.ts'
import { HEADER_BYTES, SCRATCH, SCRATCH_BYTES, SCRATCH_COUNT } from './source/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/** When this limit is reached, the oldest metrics have long been replaced. */
const MOST_KNOWN = 1000

/**
 * The scratch memory offset of one query in each metric, keyed by metric name. A thread may release and reacquire a
 * metric many times. It must not take a new piece each time, nor keep the metric alive for the old one.
 */
export class ScratchPlaces {
  private readonly known = new Map<string, number>()

  /** The offset of this query's piece at the end of a metric's memory; undefined when there is no room. */
  find(memory: SharedMemory): number | undefined {
    const header = new Int32Array(memory.buffer, 0, HEADER_BYTES / 4)
    const name = metricName(memory)
    const address = this.known.get(name) ?? takePiece(header)
    if (address === undefined) return undefined
    this.known.set(name, address)
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_KNOWN) this.known.delete(oldest)
    return address
  }
}

/** Atomic, because threads may call it concurrently. */
function takePiece(header: Int32Array): number | undefined {
  const piece = Atomics.add(header, SCRATCH_COUNT / 4, 1)
  return piece < MOST_SCRATCH ? (header[SCRATCH / 4] >>> 0) + piece * header[SCRATCH_BYTES / 4] : undefined
}
