import { seededRandom } from '@fairway/geo'
import type { PlannedLeg, Snap } from '@fairway/road'
import { expect, test } from 'vitest'
import { createRouteCacheBuffers, RouteCache } from './route-memory.ts'

const random = seededRandom(4)
const randomInteger = (below: number) => Math.floor(random() * below)

function anySnap(): Snap {
  return {
    edge: randomInteger(2 ** 32),
    fraction: random(),
    segment: randomInteger(1e9),
    segmentShare: random(),
    latitude: randomInteger(180e6) - 90e6,
    longitude: randomInteger(360e6) - 180e6,
    distanceMeters: 100 * random(),
    offsetMeters: 100 * random() - 50,
    sides: 1 + randomInteger(3),
  }
}

function anyLeg(arcCount: number): PlannedLeg {
  const numbers = (count: number) => Uint32Array.from({ length: count }, () => randomInteger(2 ** 32))
  return {
    arcs: numbers(arcCount),
    turns: numbers(arcCount - 1),
    startFraction: random(),
    endFraction: random(),
    weight: randomInteger(1e9),
    start: anySnap(),
    end: anySnap(),
  }
}

const anyStop = () => ({
  latitude: random() * 90,
  longitude: random() * 180,
  ...(random() < 0.2 && { isStation: true as const }),
})
const DATASET = '20261115T061427152Z-ce96c36103a7'
const idOf = (number: number) => `rt_15f8LSgbOKZB${number.toString(36).padStart(4, '0')}`

function anyRoute(legCount: number, arcCount = 1 + randomInteger(200)) {
  const legs = Array.from({ length: legCount }, () => anyLeg(arcCount))
  return {
    dataset: DATASET,
    legs,
    stops: Array.from({ length: legCount + 1 }, anyStop),
    geometry: 'polyline6' as const,
  }
}
function storeRoute(
  memory: RouteCache,
  id: string,
  { dataset, legs, stops, geometry }: ReturnType<typeof anyRoute>,
): void {
  memory.store(id, dataset, legs, stops, geometry)
}

test('returns in all threads what one thread stored', () => {
  const share = createRouteCacheBuffers(3)
  const threads = [0, 1, 2].map((index) => new RouteCache(share, index))
  const storedRoutes = Array.from({ length: 600 }, (_, i) => ({ id: idOf(i), route: anyRoute(1 + (i % 4)) }))
  storedRoutes.forEach(({ id, route }, i) => {
    const thread = threads[i % 3]
    if (thread) storeRoute(thread, id, route)
  })
  for (const { id, route } of storedRoutes) for (const thread of threads) expect(thread.find(id)).toEqual(route)
  expect(threads[0]?.find('rt_nobody')).toBeUndefined()
  expect(threads[0]?.find('')).toBeUndefined()
})

test('keeps the newest routes, evicts older ones, and never returns another route', () => {
  const memory = new RouteCache(createRouteCacheBuffers(1, 2 ** 20), 0)
  const routes = Array.from({ length: 5000 }, () => anyRoute(1 + randomInteger(3)))
  routes.forEach((route, i) => {
    storeRoute(memory, idOf(i), route)
  })
  const expectedRoutes = routes.map((route, i) => {
    const cachedRoute = memory.find(idOf(i))
    if (cachedRoute) expect(cachedRoute).toEqual(route)
    return cachedRoute !== undefined
  })
  const oldest = expectedRoutes.indexOf(true)
  expect(oldest).toBeGreaterThan(3000)
  expect(oldest).toBeLessThan(4900)
  // A hash bucket may overflow early, but only rarely.
  expect(expectedRoutes.slice(oldest).filter((isKnown) => !isKnown).length).toBeLessThan((5000 - oldest) / 50)
})

test('does not store a route that would evict all others, and an empty memory returns nothing', () => {
  const memory = new RouteCache(createRouteCacheBuffers(1, 2 ** 16), 0)
  expect(memory.find(idOf(1))).toBeUndefined()
  storeRoute(memory, idOf(1), anyRoute(1, 100))
  storeRoute(memory, idOf(2), anyRoute(40, 200))
  expect(memory.find(idOf(2))).toBeUndefined()
  expect(memory.find(idOf(1))).toBeDefined()
})

test('wraps around 2^32 words correctly', () => {
  const share = createRouteCacheBuffers(1, 2 ** 16)
  const memory = new RouteCache(share, 0)
  const [ring] = share.rings
  if (ring) new Int32Array(ring)[0] = -5000
  const routes = Array.from({ length: 200 }, () => anyRoute(1, 60))
  routes.forEach((route, i) => {
    storeRoute(memory, idOf(i), route)
    expect(memory.find(idOf(i))).toEqual(route)
    if (i > 10) expect(memory.find(idOf(i - 10))).toEqual(routes[i - 10])
  })
})

test('does not return a partly overwritten record', () => {
  const share = createRouteCacheBuffers(1, 2 ** 16)
  const memory = new RouteCache(share, 0)
  storeRoute(memory, idOf(1), anyRoute(2, 50))
  const words = new Int32Array(share.rings[0] ?? new SharedArrayBuffer(0))
  const startWord = words.length - 2 ** 14
  // A reader that the writer overtakes sees such data, with words of another route in the middle.
  for (let at = startWord + 60; at < startWord + 64; at++) words[at] = 7
  expect(memory.find(idOf(1))).toBeUndefined()
})

test('stores a route of 140 arcs in negligible time', () => {
  const memory = new RouteCache(createRouteCacheBuffers(1), 0)
  const routes = Array.from({ length: 64 }, () => anyRoute(1, 140))
  const ids = Array.from({ length: 4096 }, (_, i) => idOf(i))
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 20; round++) {
    const startedAt = performance.now()
    ids.forEach((id, i) => {
      storeRoute(memory, id, routes[i % routes.length] ?? anyRoute(1))
    })
    best = Math.min(best, (performance.now() - startedAt) / ids.length)
  }
  console.info(`keep: ${(best * 1000).toFixed(2)} µs`)
  expect(best * 1000).toBeLessThan(200)
})
