import { toRoadSections } from '@fairway/dataset'
import { drawMap } from '@fairway/dataset/testing'
import { seededRandom } from '@fairway/geo'
import {
  carWeights,
  closuresWhen,
  conditionTexts,
  defaultProfile,
  INFINITE_WEIGHT,
  type TrafficDurations,
} from '@fairway/road'
import { expect, test } from 'vitest'
import { buildMetric, type PreparedMap, prepareMap } from '../metrics/customize.ts'
import type { MetricHandle } from '../regions/handles.ts'
import { CurrentMetric } from './current-metric.ts'
import { makeRandomTown } from './testing/town.ts'

/** Builds the metric from the closures and arc durations, without using a previous metric. */
function buildFromScratch(
  prepared: PreparedMap,
  holds: readonly number[],
  { duration, closed }: TrafficDurations,
): MetricHandle {
  const { network } = prepared.map
  const closures = closuresWhen(network, (text) => holds.includes(text))
  closures.arcs.forEach((isClosed, arc) => {
    closures.arcs[arc] = isClosed | (closed[arc] ?? 0)
  })
  return buildMetric(prepared, carWeights(network, defaultProfile, closures, duration))
}

function expectSame(made: MetricHandle, anew: MetricHandle, what: string): void {
  expect(Buffer.compare(toBytes(made.weights.arc), toBytes(anew.weights.arc)), `arcs ${what}`).toBe(0)
  expect(Buffer.compare(toBytes(made.weights.turn), toBytes(anew.weights.turn)), `turns ${what}`).toBe(0)
  expect(Buffer.compare(toBytes(made.hierarchy.weight), toBytes(anew.hierarchy.weight)), `hierarchy ${what}`).toBe(0)
}

function toBytes(values: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

const copyOf = ({ weights, hierarchy }: MetricHandle) =>
  [weights.arc, weights.turn, hierarchy.weight, hierarchy.children].map((values) => Buffer.from(toBytes(values)))

function nothing({ map }: PreparedMap): TrafficDurations {
  return { duration: map.network.arcs.duration.slice(), closed: new Uint8Array(map.network.arcs.count) }
}

/** Changes at least one arc: faster, slower, closed, open, or back to free flow. */
function changeSome(random: () => number, { map }: PreparedMap, before: TrafficDurations): TrafficDurations {
  const { count, duration: empty } = map.network.arcs
  const [duration, closed] = [before.duration.slice(), before.closed.slice()]
  for (let left = Math.floor(count ** random()); left > 0; left--) {
    const arc = Math.floor(random() * count)
    const kind = random()
    closed[arc] = kind < 0.2 ? 1 : 0
    duration[arc] = kind > 0.7 ? (empty[arc] ?? 0) : 1 + Math.floor((empty[arc] ?? 0) * 5 * random())
  }
  return { duration, closed }
}

test.each([
  [31, 8],
  [32, 8],
  [33, 8],
  [34, 32],
])('equals a full rebuild after any change, and leaves earlier metrics unchanged (seed %i)', (seed, size) => {
  const random = seededRandom(seed)
  const prepared = prepareMap(makeRandomTown(seed, 'town', size))
  const metric = new CurrentMetric(prepared)
  const handed: { readonly handle: MetricHandle; readonly copy: Buffer[] }[] = []
  let traffic = nothing(prepared)
  for (let round = 0; round < 20; round++) {
    const handle = metric.build([], traffic)
    expectSame(handle, buildFromScratch(prepared, [], traffic), `seed ${seed}, round ${round}`)
    handed.push({ handle, copy: copyOf(handle) })
    // Some steps change nothing, and others clear all traffic.
    traffic = random() < 0.1 ? traffic : random() < 0.1 ? nothing(prepared) : changeSome(random, prepared, traffic)
  }
  for (const [round, { handle, copy }] of handed.entries()) {
    expect(
      copyOf(handle).every((bytes, i) => bytes.equals(copy[i] ?? Buffer.of())),
      `round ${round}`,
    ).toBe(true)
  }
  expect(new Set(handed.map(({ handle }) => handle)).size).toBe(20)
})

test('includes conditions that begin or end, with the same or other traffic', async () => {
  const hours = { highway: 'primary', 'motor_vehicle:conditional': 'no @ (Fr 06:00-16:00)' }
  const drawn = await drawMap({}, 'A---B---C---D', {
    AB: { highway: 'primary' },
    BC: hours,
    CD: { highway: 'primary' },
  })
  const prepared = prepareMap({ sections: new Map(toRoadSections(drawn.roads)) })
  const conditionIds = conditionTexts(prepared.map.network)
  expect(conditionIds).toHaveLength(1)
  const metric = new CurrentMetric(prepared)
  const free = nothing(prepared)
  const slow = { ...free, duration: free.duration.map((cs) => 2 * cs) }
  const closedArcs = ({ weights }: MetricHandle) => weights.arc.filter((weight) => weight >= INFINITE_WEIGHT).length
  for (const [holds, traffic, closed] of [
    [[], free, 0],
    [conditionIds, free, 2],
    [conditionIds, slow, 2],
    [[], slow, 0],
    [conditionIds, free, 2],
  ] as const) {
    const handle = metric.build(holds, traffic)
    expectSame(handle, buildFromScratch(prepared, holds, traffic), `holds ${holds}`)
    expect(closedArcs(handle)).toBe(closed)
  }
})
