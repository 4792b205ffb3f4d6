import type { ResourceLimits } from 'node:worker_threads'

/**
 * The size of the young generation of a thread's heap. V8 lets it grow to 96 MB in every thread that is busy for a
 * moment and never returns the memory. Most of a request's objects are already garbage by the time 6 MB is full, so a
 * larger young generation saves no time.
 */
const YOUNG_GENERATION_MB = 12

/** For `new Worker`. The old generation keeps V8's own limit, because exceeding it ends the thread. */
export const threadMemory: ResourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
