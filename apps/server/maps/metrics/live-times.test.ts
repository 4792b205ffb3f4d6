import { fromRoadSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { ArcTimes, FADE_MS, type TrafficState, type TripStart } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { makeRandomTown } from '../traffic/testing/town.ts'
import { computeLiveArcTimes } from './live-times.ts'

const { network } = fromRoadSections(makeRandomTown(23).sections)
const { count } = network.arcs
const now = Date.parse('2026-11-16T08:07:00Z')
const MINUTE = 60_000

interface Drawn {
  readonly arc: number
  readonly starts?: number
  readonly endsAtMs?: number
  readonly minCs?: number
  readonly delay?: number
}

function stateOf(live: ReadonlyMap<number, number>, drawn: readonly Drawn[] = []): TrafficState {
  const sorted = [...drawn].sort((a, b) => a.arc - b.arc)
  const flags = new Uint8Array(count)
  for (const arc of live.keys()) flags[arc] = 1
  for (const { arc } of drawn) flags[arc] = (flags[arc] ?? 0) | 4
  return {
    takenAtMs: now,
    live: Uint32Array.from({ length: count }, (_, arc) => live.get(arc) ?? 0),
    flags,
    typical: undefined,
    events: {
      count: sorted.length,
      startsAtMs: Float64Array.from(sorted, ({ starts }) => starts ?? Number.NEGATIVE_INFINITY),
      endsAtMs: Float64Array.from(sorted, ({ endsAtMs }) => endsAtMs ?? Number.POSITIVE_INFINITY),
      closes: new Uint8Array(sorted.length),
      sectionArc: Uint32Array.from(sorted, ({ arc }) => arc),
      sectionEvent: Uint32Array.from(sorted.keys()),
      sectionFrom: new Float32Array(sorted.length),
      sectionTo: new Float32Array(sorted.length).fill(1),
      sectionMinArcCs: Uint32Array.from(sorted, ({ minCs }) => minCs ?? 0),
      sectionDelayCs: Uint32Array.from(sorted, ({ delay }) => delay ?? 0),
    },
  }
}
const startAt = (aheadMs = 0): TripStart => ({ departMs: now + aheadMs, aheadMs, utcOffsetSeconds: 0 })

describe('linear arc durations', () => {
  test.each([0, 5 * MINUTE, 59 * MINUTE, 60 * MINUTE, 300 * MINUTE])(
    'equal the arc durations when departing %i ms ahead',
    (ahead) => {
      const random = seededRandom(ahead + 5)
      const live = new Map(
        Array.from({ length: count / 2 }, () => [Math.floor(random() * count), 100 + random() * 9000]),
      )
      const drawn = Array.from({ length: 60 }, (): Drawn => {
        const [starts, endsAtMs] = [now + (random() - 0.7) * 500 * MINUTE, now + random() * 500 * MINUTE]
        const timed = random() < 0.3 ? { starts, endsAtMs } : {}
        return { arc: Math.floor(random() * count), minCs: random() * 5000, delay: random() * 3000, ...timed }
      })
      const state = stateOf(new Map([...live].map(([arc, cs]) => [arc, Math.floor(cs)])), drawn)
      const start = startAt(ahead)
      const { arcDurationCs, arcGrowth, fadeCs, validUntilMs } = computeLiveArcTimes(
        network,
        state,
        start,
        start.departMs,
      )
      const times = new ArcTimes(network, state, start)
      const untilCs = Math.min(fadeCs, (validUntilMs - start.departMs) / 10)
      let linearArcs = 0
      for (let arc = 0; arc < count; arc++) {
        const [base, growth] = [arcDurationCs[arc] ?? 0, arcGrowth?.[arc] ?? 0]
        if (Number.isNaN(base)) continue
        linearArcs++
        for (const share of [0, 0.1, 0.5, 0.999]) {
          expect(base + growth * share * untilCs, `arc ${arc} at ${share}`).toBeCloseTo(
            times.duration(arc, share * untilCs),
            6,
          )
        }
      }
      expect(linearArcs).toBeGreaterThan(count - 60)
    },
  )

  test.each([30, 60, 90])(
    'cover everything that ends before the first change more than %i minutes ahead',
    (minutes) => {
      const random = seededRandom(minutes)
      const drawn = Array.from({ length: 200 }, (): Drawn => {
        const endsAtMs = now + random() * 150 * MINUTE
        const starts = random() < 0.5 ? endsAtMs - random() * 60 * MINUTE : now - MINUTE
        return { arc: Math.floor(random() * count), minCs: random() * 5000, starts, endsAtMs }
      })
      const state = stateOf(new Map(), drawn)
      const all = computeLiveArcTimes(network, state, startAt(), now)
      const some = computeLiveArcTimes(network, state, startAt(), now, minutes * MINUTE)
      const next = Math.min(
        ...drawn
          .flatMap(({ starts = 0, endsAtMs = 0 }) => [starts, endsAtMs])
          .filter((at) => at > now + minutes * MINUTE),
      )
      expect(some.validUntilMs).toBe(next)
      const marked = (durations: Float64Array | Uint32Array) => durations.filter(Number.isNaN).length
      expect(marked(some.arcDurationCs)).toBeLessThan(marked(all.arcDurationCs))
      const times = new ArcTimes(network, state, startAt())
      for (let arc = 0; arc < count; arc++) {
        const base = some.arcDurationCs[arc] ?? 0
        if (Number.isNaN(base)) continue
        for (const share of [0, 0.3, 0.999]) {
          expect(times.duration(arc, (share * (next - now)) / 10), `arc ${arc} at ${share}`).toBeCloseTo(base, 6)
        }
      }
    },
  )

  test('do not grow without traffic', () => {
    const { arcDurationCs, arcGrowth } = computeLiveArcTimes(network, stateOf(new Map()), startAt(), now)
    expect([...arcDurationCs]).toEqual([...network.arcs.duration])
    expect(arcGrowth?.some((growth) => growth !== 0)).toBe(false)
  })
})

describe('arc without a linear duration', () => {
  const isLinear = (state: TrafficState, sinceMs = now) =>
    !Number.isNaN(computeLiveArcTimes(network, state, startAt(), sinceMs).arcDurationCs[7])

  test.each<[string, Drawn, boolean]>([
    ['an event that always holds', { arc: 7, minCs: 900 }, true],
    ['one that begins in an hour', { arc: 7, starts: now + FADE_MS }, false],
    ['one that ends in an hour', { arc: 7, endsAtMs: now + FADE_MS }, false],
    ['one that begins in two hours', { arc: 7, starts: now + 2 * FADE_MS }, false],
    ['one that begins later than that', { arc: 7, starts: now + 2 * FADE_MS + 1 }, true],
    ['one that has begun', { arc: 7, starts: now }, true],
  ])('%s: %j, %s', (_title, event, expected) => {
    expect(isLinear(stateOf(new Map(), [event]))).toBe(expected)
  })

  test('has an event that began after the metric was computed', () => {
    const state = stateOf(new Map(), [{ arc: 7, starts: now - MINUTE }])
    expect([isLinear(state, now), isLinear(state, now - 2 * MINUTE)]).toEqual([true, false])
  })

  test('fades from its observed duration to the limit of an event, and is linear otherwise', () => {
    const empty = network.arcs.duration[7] ?? 0
    const jam = new Map([[7, empty * 3]])
    expect(isLinear(stateOf(jam, [{ arc: 7, minCs: empty * 2 }]))).toBe(false)
    expect(isLinear(stateOf(jam, [{ arc: 7, minCs: empty * 4 }]))).toBe(true)
    expect(isLinear(stateOf(jam, [{ arc: 7, minCs: empty }]))).toBe(true)
  })
})
