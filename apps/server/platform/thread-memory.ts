import type { ResourceLimits } from 'node:worker_threads'

/**
 * The size of the young generation of a thread's heap. V8 lets it grow to 96 MB in every thread that is busy for a
 * moment and never returns the memory. Most objects of a request also die young in 6 MB, so a larger generation saves
 * no time.
 */
const YOUNG_GENERATION_MB = 12

/** For `new Worker`. The old generation keeps the limit of V8, because exceeding it ends the thread. */
export const threadMemory: ResourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
