import { signal } from '@preact/signals'
import type { ApiCall } from './calls.ts'

/** Number of requests in progress that compute something for the map, such as a route. */
export const runningComputations = signal(0)

/** Counts a computation until its end. Other requests, such as those that refresh a list, are not counted. */
export async function countComputation<T>(call: ApiCall, work: () => Promise<T>): Promise<T> {
  if (!isComputation(call)) return work()
  runningComputations.value += 1
  try {
    return await work()
  } finally {
    runningComputations.value -= 1
  }
}

function isComputation({ method, path }: ApiCall): boolean {
  return path === '/v1/nearby' || (method === 'POST' && path.startsWith('/v1/'))
}
