import type { UpstreamAnswer } from './provider.ts'

/** Estimated size of an array of two numbers, including the overhead of the JavaScript engine. */
const BYTES_PER_POINT = 72
/** Estimated size of an object with about twenty fields, six short strings and a few lanes. */
const BYTES_PER_STEP = 1000
const BYTES_PER_ANSWER = 1000

/** Estimates the memory size of an answer in bytes. */
export function estimateBytes({ routes, snapped }: UpstreamAnswer): number {
  let bytes = BYTES_PER_ANSWER + snapped.length * BYTES_PER_STEP
  for (const { geometry, legs } of routes) {
    bytes += geometry.length * BYTES_PER_POINT
    for (const { steps } of legs) bytes += (1 + steps.length) * BYTES_PER_STEP
  }
  return bytes
}
