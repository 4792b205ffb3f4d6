import type { UpstreamAnswer } from './provider.ts'

/** An array of two numbers with all that the engine keeps beside them. */
const BYTES_PER_POINT = 72
/** An object with some twenty fields, half a dozen short texts and a few lanes. */
const BYTES_PER_STEP = 1000
const BYTES_PER_ANSWER = 1000

/** Roughly how much memory an answer takes. */
export function estimateBytes({ routes, snapped }: UpstreamAnswer): number {
  let bytes = BYTES_PER_ANSWER + snapped.length * BYTES_PER_STEP
  for (const { geometry, legs } of routes) {
    bytes += geometry.length * BYTES_PER_POINT
    for (const { steps } of legs) bytes += (1 + steps.length) * BYTES_PER_STEP
  }
  return bytes
}
