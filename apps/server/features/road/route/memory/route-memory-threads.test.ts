import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createRouteCacheBuffers, RouteCache } from './route-memory.ts'

const LOOKUPS = 20_000

test('returns a complete route or none while another thread overwrites it', async () => {
  // The cache is so small that routes are overwritten continuously.
  const share = createRouteCacheBuffers(2, 2 ** 16)
  const count = new SharedArrayBuffer(8)
  const counted = new Int32Array(count)
  const writer = new Worker(join(import.meta.dirname, '../testing/keep-routes.ts'), {
    workerData: { share, count, own: 1 },
  })
  const memory = new RouteCache(share, 0)
  await expect.poll(() => Atomics.load(counted, 0)).toBeGreaterThan(1000)
  let foundCount = 0
  for (let lookup = 0; lookup < LOOKUPS; lookup++) {
    // The lookups range from the newest route to routes that are being overwritten.
    const number = Atomics.load(counted, 0) - (lookup % 90)
    const route = memory.find(`rt_${number}`)
    if (!route) continue
    foundCount++
    const [leg] = route.legs
    const all = [...(leg?.arcs ?? []), ...(leg?.turns ?? []), leg?.weight, leg?.startFraction, leg?.end.latitude]
    if (leg?.arcs.length !== 1 + (number % 150) || all.some((one) => one !== number)) {
      expect.unreachable(`route ${number} is ${JSON.stringify(route)}`)
    }
  }
  Atomics.store(counted, 1, 1)
  await writer.terminate()
  console.info(`${foundCount} of ${LOOKUPS} found while ${Atomics.load(counted, 0)} were written`)
  expect(foundCount).toBeGreaterThan(LOOKUPS / 100)
})
