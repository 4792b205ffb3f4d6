import { seededRandom } from '@fairway/geo'
import type { PlannedLeg, Snap } from '@fairway/road'
import { expect, test } from 'vitest'
import { createRouteMemory, RouteMemory } from './route-memory.ts'

const random = seededRandom(4)
const whole = (below: number) => Math.floor(random() * below)

function anySnap(): Snap {
  return {
    edge: whole(2 ** 32),
    fraction: random(),
    segment: whole(1e9),
    segmentShare: random(),
    latitude: whole(180e6) - 90e6,
    longitude: whole(360e6) - 180e6,
    distanceMeters: 100 * random(),
    sides: 1 + whole(3),
  }
}

function anyLeg(arcCount: number): PlannedLeg {
  const numbers = (count: number) => Uint32Array.from({ length: count }, () => whole(2 ** 32))
  return {
    arcs: numbers(arcCount),
    turns: numbers(arcCount - 1),
    startFraction: random(),
    endFraction: random(),
    weight: whole(1e9),
    start: anySnap(),
    end: anySnap(),
  }
}

const anyStop = () => ({ latitude: random() * 90, longitude: random() * 180 })
const DATASET = '20261115T061427152Z-ce96c36103a7'
const idOf = (number: number) => `rt_15f8LSgbOKZB${number.toString(36).padStart(4, '0')}`

function anyRoute(legCount: number, arcCount = 1 + whole(200)) {
  const legs = Array.from({ length: legCount }, () => anyLeg(arcCount))
  return {
    dataset: DATASET,
    legs,
    stops: Array.from({ length: legCount + 1 }, anyStop),
    geometry: 'polyline6' as const,
  }
}
function keep(memory: RouteMemory, id: string, { dataset, legs, stops, geometry }: ReturnType<typeof anyRoute>): void {
  memory.keep(id, dataset, legs, stops, geometry)
}

test('returns in all threads what one thread stored', () => {
  const share = createRouteMemory(3)
  const threads = [0, 1, 2].map((index) => new RouteMemory(share, index))
  const kept = Array.from({ length: 600 }, (_, i) => ({ id: idOf(i), route: anyRoute(1 + (i % 4)) }))
  kept.forEach(({ id, route }, i) => {
    const thread = threads[i % 3]
    if (thread) keep(thread, id, route)
  })
  for (const { id, route } of kept) for (const thread of threads) expect(thread.find(id)).toEqual(route)
  expect(threads[0]?.find('rt_nobody')).toBeUndefined()
  expect(threads[0]?.find('')).toBeUndefined()
})

test('keeps the newest routes, evicts older ones, and never returns another route', () => {
  const memory = new RouteMemory(createRouteMemory(1, 2 ** 20), 0)
  const routes = Array.from({ length: 5000 }, () => anyRoute(1 + whole(3)))
  routes.forEach((route, i) => {
    keep(memory, idOf(i), route)
  })
  const known = routes.map((route, i) => {
    const found = memory.find(idOf(i))
    if (found) expect(found).toEqual(route)
    return found !== undefined
  })
  const oldest = known.indexOf(true)
  expect(oldest).toBeGreaterThan(3000)
  expect(oldest).toBeLessThan(4900)
  // A hash bucket may overflow early, but rarely.
  expect(known.slice(oldest).filter((isKnown) => !isKnown).length).toBeLessThan((5000 - oldest) / 50)
})

test('does not store a route that would evict all others, and an empty memory returns nothing', () => {
  const memory = new RouteMemory(createRouteMemory(1, 2 ** 16), 0)
  expect(memory.find(idOf(1))).toBeUndefined()
  keep(memory, idOf(1), anyRoute(1, 100))
  keep(memory, idOf(2), anyRoute(40, 200))
  expect(memory.find(idOf(2))).toBeUndefined()
  expect(memory.find(idOf(1))).toBeDefined()
})

test('wraps around 2^32 words correctly', () => {
  const share = createRouteMemory(1, 2 ** 16)
  const memory = new RouteMemory(share, 0)
  const [ring] = share.rings
  if (ring) new Int32Array(ring)[0] = -5000
  const routes = Array.from({ length: 200 }, () => anyRoute(1, 60))
  routes.forEach((route, i) => {
    keep(memory, idOf(i), route)
    expect(memory.find(idOf(i))).toEqual(route)
    if (i > 10) expect(memory.find(idOf(i - 10))).toEqual(routes[i - 10])
  })
})

test('does not return a partly overwritten record', () => {
  const share = createRouteMemory(1, 2 ** 16)
  const memory = new RouteMemory(share, 0)
  keep(memory, idOf(1), anyRoute(2, 50))
  const words = new Int32Array(share.rings[0] ?? new SharedArrayBuffer(0))
  const begin = words.length - 2 ** 14
  // What a reader sees when the writer overtakes it: words of another route in the middle.
  for (let at = begin + 60; at < begin + 64; at++) words[at] = 7
  expect(memory.find(idOf(1))).toBeUndefined()
})

test('stores a route of 140 arcs in negligible time', () => {
  const memory = new RouteMemory(createRouteMemory(1), 0)
  const routes = Array.from({ length: 64 }, () => anyRoute(1, 140))
  const ids = Array.from({ length: 4096 }, (_, i) => idOf(i))
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 20; round++) {
    const begun = performance.now()
    ids.forEach((id, i) => {
      keep(memory, id, routes[i % routes.length] ?? anyRoute(1))
    })
    best = Math.min(best, (performance.now() - begun) / ids.length)
  }
  console.info(`keep: ${(best * 1000).toFixed(2)} µs`)
  expect(best * 1000).toBeLessThan(10)
})
