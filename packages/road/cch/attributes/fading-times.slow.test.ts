import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { TripInTraffic } from '../../route/leg-in-traffic.ts'
import { buildMetric } from '../../testing/map-of.ts'
import { ArcTimes, LIVE_FADE_MS, type TripStart } from '../../traffic/arc-times.ts'
import { type DrawnEvent, drawState, randomState } from '../../traffic/testing/draw-state.ts'
import type { TrafficState } from '../../traffic/traffic-state.ts'
import { createCells, type MatrixCells } from '../matrix/matrix-cells.ts'
import { MatrixQuery } from '../matrix/matrix-query.ts'
import { fillReference } from '../matrix/testing/fill-reference.ts'
import { Town } from '../matrix/testing/town.ts'
import { type FadingTimes, fadingTimes } from './fading-times.ts'
import { buildPathAttributes } from './path-attributes.ts'

const MINUTE_MS = 60_000
const departMs = Date.parse('2026-11-16T08:01:00Z')

describe.each([1, 2, 3, 4, 5, 6])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const town = new Town(random, { columns: 8, rows: 6, restrictedShare: seed % 2 === 0 ? 0.2 : 0 })
  const { network, topology } = town.map
  const metric = buildMetric(town.map)
  const query = new MatrixQuery(topology)
  const pairs = Array.from({ length: 70 }, () => town.pair(metric))

  /**
   * Fills the cells of all pairs and checks that the kernels and the reference implementation agree to the last bit.
   */
  function fillBoth(times: FadingTimes, fadeCs = Number.POSITIVE_INFINITY): MatrixCells {
    const { hierarchy } = metric
    const by = buildPathAttributes(network, topology, hierarchy, times)
    const sources = pairs.map(({ source }) => source)
    const targets = pairs.map(({ target }) => target)
    const cells = createCells(pairs.length, pairs.length, by, fadeCs)
    const expected = createCells(pairs.length, pairs.length, by, fadeCs)
    query.fill(hierarchy, sources, targets, cells)
    fillReference(topology, hierarchy, sources, targets, expected)
    expect(cells.attributes?.durationCs.join() === expected.attributes?.durationCs.join(), `seed ${seed}`).toBe(true)
    return cells
  }

  /** Compares every cell with the duration of the corresponding single trip. Returns the number of regular cells. */
  function expectTrips(state: TrafficState, start: TripStart, times: FadingTimes): number {
    const size = pairs.length
    const cells = fillBoth(times)
    let regular = 0
    pairs.forEach(({ plan }, index) => {
      if (plan.kind !== 'plan') return
      const { totals } = new TripInTraffic(network, new ArcTimes(network, state, start)).addLeg(plan.legs[0])
      const durationCs = cells.attributes?.durationCs[index * size + index] ?? -1
      expect(cells.attributes?.lengthCm[index * size + index]).toBeCloseTo(totals.distanceCm, 5)
      if (Number.isNaN(durationCs) || totals.durationCs > times.regularForCs) return
      expect(Math.abs(durationCs - totals.durationCs), `seed ${seed}, pair ${index}`).toBeLessThanOrEqual(
        1e-6 + 1e-9 * totals.durationCs,
      )
      regular++
    })
    return regular
  }

  test.each([0, 20, 59, 90])('durations equal those of trips in traffic, %i minutes ahead', (minutes) => {
    const start = { departMs, aheadMs: minutes * MINUTE_MS, utcOffsetSeconds: 3600 }
    for (const state of [randomState(random, network, departMs), randomState(random, network, departMs)]) {
      const times = fadingTimes(network, state, start)
      const regular = expectTrips(state, start, times)
      if (minutes === 0) expect(regular).toBeGreaterThan(5)
    }
  })

  test.each([2000, 4000, 6000])(
    'trips longer than the fading time of %i cs have a duration if they meet no live traffic after it',
    (fadeCs) => {
      const start = { departMs, aheadMs: LIVE_FADE_MS - 10 * fadeCs, utcOffsetSeconds: 0 }
      const live = new Map(
        Array.from({ length: 12 }, () => Math.floor(random() * network.arcs.count)).map((arc) => [arc, 9000]),
      )
      const state = drawState(network, { live, events: [] })
      const times = fadingTimes(network, state, start)
      expect(times.regularForCs).toBe(fadeCs)
      const size = pairs.length
      const durations = fillBoth(times, fadeCs).attributes?.durationCs ?? new Float64Array(0)
      const counts = { long: 0, longOverLive: 0 }
      pairs.forEach(({ plan }, index) => {
        if (plan.kind !== 'plan') return
        const [leg] = plan.legs
        const { totals } = new TripInTraffic(network, new ArcTimes(network, state, start)).addLeg(leg)
        const durationCs = durations[index * size + index]
        if (!Number.isNaN(durationCs))
          expect(durationCs, `seed ${seed}, pair ${index}`).toBeCloseTo(totals.durationCs, 4)
        if (!(durationCs > fadeCs)) return
        counts.long++
        if (leg.arcs.some((arc) => live.has(arc))) counts.longOverLive++
      })
      expect(counts.long, `seed ${seed}`).toBeGreaterThan(5)
      if (fadeCs === 4000) expect(counts.longOverLive, `seed ${seed}`).toBeGreaterThan(0)
    },
  )
})

describe('arcs', () => {
  const town = new Town(seededRandom(9), { columns: 5, rows: 5 })
  const { network } = town.map
  const arc = network.edges.arc.find((one) => one < network.arcs.count) ?? 0
  const usual = network.arcs.duration[arc]
  const start = { departMs, aheadMs: 0, utcOffsetSeconds: 0 }
  const at = (event: Omit<DrawnEvent, 'sections'>, leastCs: number, delayCs = 0): DrawnEvent => ({
    ...event,
    sections: [{ arc, minCs: leastCs, delayCs }],
  })
  const timesWith = (events: readonly DrawnEvent[], live = 0): FadingTimes =>
    fadingTimes(network, drawState(network, { live: live > 0 ? new Map([[arc, live]]) : new Map(), events }), start)

  test('fade by the same amount every centisecond, until the hour is over', () => {
    const { arcDurationCs, arcGrowth, regularForCs } = timesWith([], 3 * usual)
    expect([arcDurationCs[arc], regularForCs]).toEqual([3 * usual, LIVE_FADE_MS / 10])
    expect(arcGrowth[arc]).toBeCloseTo((-2 * usual) / (LIVE_FADE_MS / 10), 12)
  })

  test('are regular forever without live traffic or changes', () => {
    const { arcDurationCs, arcGrowth, regularForCs } = timesWith([at({}, 5 * usual)])
    expect([arcDurationCs[arc], arcGrowth[arc], regularForCs]).toEqual([5 * usual, 0, Number.POSITIVE_INFINITY])
  })

  test.each([
    ['begins', { startsAtMs: departMs + 5 * MINUTE_MS }],
    ['ends', { endsAtMs: departMs + 5 * MINUTE_MS }],
  ])('are marked when an event on them %s during this time', (_, time) => {
    expect(timesWith([at(time, 0, 500)]).arcDurationCs[arc]).toBeNaN()
    expect(timesWith([at(time, 0, 0)]).arcDurationCs[arc]).toBe(usual)
    expect(timesWith([at({ startsAtMs: departMs - 9, endsAtMs: departMs }, 0, 500)]).arcDurationCs[arc]).toBe(usual)
  })

  test('are not marked for a change after every trip has ended', () => {
    const { arcDurationCs, regularForCs } = timesWith([at({ endsAtMs: departMs + 600 * MINUTE_MS }, 0, 500)])
    expect([arcDurationCs[arc], regularForCs]).toEqual([usual + 500, 600 * 6000])
  })

  test('are marked when an event comes to dominate the fading traffic, or the reverse', () => {
    expect(timesWith([at({}, 2 * usual)], 3 * usual).arcDurationCs[arc]).toBeNaN()
    expect(timesWith([at({}, usual - 5)], usual - 10).arcDurationCs[arc]).toBeNaN()
    const slow = timesWith([at({}, 4 * usual)], 3 * usual)
    expect([slow.arcDurationCs[arc], slow.arcGrowth[arc]]).toEqual([4 * usual, 0])
    expect(timesWith([at({}, usual - 5)], 3 * usual).arcDurationCs[arc]).toBe(3 * usual)
  })
})
