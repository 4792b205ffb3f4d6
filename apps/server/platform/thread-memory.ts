import type { ResourceLimits } from 'node:worker_threads'

/**
 * Maximum size of the young generation of a thread's heap. V8 lets it grow to 96 MB in every thread that is briefly
 * busy, and never returns the memory. Most objects of a request are garbage before this size is reached, so a larger
 * young generation saves no time.
 */
const YOUNG_GENERATION_MB = 12

/** Limits for `new Worker`. The old generation keeps V8's default limit, because exceeding it ends the thread. */
export const threadMemory: ResourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }
