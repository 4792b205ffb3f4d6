import { workerData } from 'node:worker_threads'
import type { PlannedLeg } from '@fairway/road'
import { RouteCache, type RouteCacheBuffers } from '../memory/route-memory.ts'

/**
 * This thread stores routes as fast as possible. All numbers in a route are equal, so that tests can detect mixed-up
 * routes.
 */

const { share, count, own } = workerData as { share: RouteCacheBuffers; count: SharedArrayBuffer; own: number }
const memory = new RouteCache(share, own)
const counters = new Int32Array(count)
const snap = { edge: 1, fraction: 0.5, segment: 1, segmentShare: 0.5, distanceMeters: 1, offsetMeters: 1, sides: 3 }

for (let number = 1; Atomics.load(counters, 1) === 0; number++) {
  const end = { ...snap, latitude: number, longitude: number }
  const arcs = new Uint32Array(1 + (number % 150)).fill(number)
  const leg: PlannedLeg = {
    arcs,
    turns: arcs.subarray(1),
    startFraction: number,
    endFraction: number,
    weight: number,
    start: end,
    end,
  }
  memory.store(`rt_${number}`, 'dataset', [leg], [{ latitude: number, longitude: number }], 'points')
  Atomics.store(counters, 0, number)
}
