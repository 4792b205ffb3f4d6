import { drawMap } from '@fairway/dataset/testing'
import type { Coordinates } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildMatchMap } from '../../match/match-map.ts'
import { RouteTracer } from '../route-tracer.ts'
import { cpuSeconds } from '../testing/cpu-seconds.ts'
import { arcsOf, lineOf, lineThrough } from '../testing/lines.ts'
import { montevideo, randomPlan } from '../testing/towns.ts'

const town = await montevideo(11)
const { network } = town.map
const tracer = new RouteTracer(buildMatchMap(town.map, town.metric))

/** Imitates the line of another service, with fewer points that are each some meters off. */
function redrawn({ latitude, longitude }: Coordinates, every: number, meters: number): Coordinates {
  const off = () => Math.round((town.random() - 0.5) * 2 * meters * 9)
  const isKept = (_: number, i: number) => i % every === 0 || i === latitude.length - 1
  return {
    latitude: latitude.filter(isKept).map((value) => value + off()),
    longitude: longitude.filter(isKept).map((value) => value + off()),
  }
}

test.each([
  [1, 3],
  [2, 4],
])('matches lines reduced by a factor of %i, with points off by up to %i m, to the same streets', (every, meters) => {
  let [right, all, lost] = [0, 0, 0]
  for (let round = 0; round < 40; round++) {
    const plan = randomPlan(town, 0)
    if (!plan || plan.legs[0].arcs.length < 10) continue
    const trace = tracer.trace(redrawn(lineOf(network, plan.legs), every, meters))
    if (trace.kind !== 'matched') {
      lost++
      continue
    }
    expect(trace.share, `round ${round}`).toBeGreaterThan(0.8)
    const sideOf = (arc: number) => network.arcs.edgeSide[arc]
    const found = new Set(Array.from(trace.path.arcs, sideOf))
    const truth = arcsOf(plan.legs).map(sideOf)
    all += truth.length
    right += truth.filter((side) => found.has(side)).length
  }
  // One line in 40 may be so sparse that its points match in several pieces.
  expect(lost).toBeLessThanOrEqual(1)
  console.info(`${((100 * right) / all).toFixed(1)} % of ${all} arcs found`)
  expect(right / all).toBeGreaterThan(0.9)
})

test('rejects a line outside the map with the reason', () => {
  const places = Array.from({ length: 50 }, (_, i): [number, number] => [-35.05 - i * 1e-4, -56.17])
  expect(tracer.trace(lineThrough([[-34.9, -56.17]]))).toEqual({ kind: 'lost', reason: 'too-few-points' })
  expect(tracer.trace(lineThrough([]))).toEqual({ kind: 'lost', reason: 'too-few-points' })
  expect(tracer.trace(lineThrough(places.map(([y, x]) => [y + 90, x])))).toEqual({ kind: 'lost', reason: 'off-map' })
  const { south, west, cellLatitude, rows } = town.map.snapIndex.grid
  const corner = [(south + rows * cellLatitude) / 1e6 + 0.003, west / 1e6 - 0.003] as const
  const beside = lineThrough([corner, [corner[0] + 0.0015, corner[1]]])
  expect(tracer.trace(beside)).toEqual({ kind: 'lost', reason: 'off-road' })
})

test('takes about ten times as long for 100,000 random points anywhere on the map as for 10,000', () => {
  const points = Array.from({ length: 100_000 }, (): [number, number] => {
    const { latitude, longitude } = town.randomStop()
    return [latitude, longitude]
  })
  const [short, long] = [lineThrough(points.slice(0, 10_000)), lineThrough(points)]
  tracer.trace(short)
  const ratio = cpuSeconds(() => tracer.trace(long)) / cpuSeconds(() => tracer.trace(short))
  expect(ratio).toBeLessThan(30)
})

test('splits two unconnected roads into pieces', async () => {
  const map = await drawMap({ cellMeters: 100 }, 'A---B       C---D', {
    AB: { highway: 'primary' },
    CD: { highway: 'primary' },
  })
  const own = new RouteTracer(buildMatchMap(map.roads, map.metricFor({})))
  const line = lineThrough([...'ABCD'].map((letter) => map.pointOf(letter)).map(([y, x]) => [y + 2e-6, x + 2e-6]))
  expect(own.trace(line)).toEqual({ kind: 'lost', reason: 'in-pieces' })
})

test('follows a roundabout and returns through it', async () => {
  const map = await drawMap(
    { cellMeters: 20 },
    `
          E
          |
        --B--
       |     |
    F--C     A--D
       |     |
        --G--
    `,
    {
      ABCGA: { highway: 'primary', junction: 'roundabout' },
      AD: { highway: 'primary' },
      BE: { highway: 'primary' },
      CF: { highway: 'primary' },
    },
  )
  const own = new RouteTracer(buildMatchMap(map.roads, map.metricFor({})))
  for (const via of ['DFD', 'EDF', 'FEFDE', 'DED']) {
    const stops = [...via].map((letter) => map.pointOf(letter))
    const plan = map.planner.plan({
      metric: map.metricFor({}),
      stops: stops.map(([latitude, longitude]) => ({ latitude, longitude, heading: -1 })),
      radiusMeters: 5,
      alternatives: 0,
    })
    if (plan.kind !== 'plan') throw new Error(`${via}: ${plan.kind}`)
    const trace = own.trace(lineOf(map.roads.network, plan.legs))
    expect(trace.kind === 'exact' && [...trace.path.arcs], via).toEqual(arcsOf(plan.legs))
  }
})
