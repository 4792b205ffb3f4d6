import { seededRandom } from '@fairway/geo'
import { ArcTraffic, copiesOf } from '@fairway/road'
import { drawTypical, randomNetwork } from '@fairway/road/testing'
import { describe, expect, test } from 'vitest'
import { buildState, getNextEventChangeMs, type WeightedFeed } from './build-state.ts'
import type { LocatedEvent } from './locate-feed.ts'
import { makeLocatedEvent } from './testing/located.ts'

const network = randomNetwork(seededRandom(24), { columns: 6, rows: 6 })
const { count } = network.arcs
const copies = copiesOf(network)
const now = Date.parse('2026-11-16T08:00:00Z')
const HOUR = 3_600_000
const at = (nowMs: number) => ({ departMs: nowMs, aheadMs: 0, utcOffsetSeconds: 0 })

/** Creates a feed with durations by arc, where 0 closes the arc. */
function feed(
  speeds: Readonly<Record<number, number>>,
  strength = 1,
  events: readonly LocatedEvent[] = [],
): WeightedFeed {
  const [duration, closed] = [new Uint32Array(count), new Uint8Array(count)]
  for (const [arc, cs] of Object.entries(speeds)) {
    duration[Number(arc)] = cs
    closed[Number(arc)] = cs === 0 ? 1 : 0
  }
  return { located: { speeds: { duration, closed, matchedCount: 0 }, events }, strength }
}
const withEvents = (...events: LocatedEvent[]): WeightedFeed => ({
  located: { speeds: undefined, events },
  strength: 1,
})
const build = (feeds: readonly WeightedFeed[], nowMs = now) => buildState(network, copies, feeds, undefined, at(nowMs))

describe('live speeds', () => {
  test('come from the last feed that covers a road, closed or not', () => {
    const { state } = build([feed({ 1: 100, 2: 0, 3: 300, 4: 0 }), feed({ 1: 150, 2: 200, 3: 0 }), feed({ 5: 500 })])
    const arcStates = [1, 2, 3, 4, 5, 6].map((arc) => [state.flags[arc], state.live[arc]])
    expect(arcStates).toEqual([
      [ArcTraffic.live, 150],
      [ArcTraffic.live, 200],
      [ArcTraffic.closed, expect.any(Number)],
      [ArcTraffic.closed, 0],
      [ArcTraffic.live, 500],
      [0, 0],
    ])
  })

  test('fade to the typical speed as they age', () => {
    const empty = network.arcs.duration[1] ?? 0
    const { state } = build([feed({ 1: 3 * empty }, 0.25)])
    expect(state.live[1]).toBe(Math.round(1.5 * empty))
    const typical = drawTypical(count, [{ arc: 1, begin: 32, length: 1, kmh: 12 }])
    const length = network.edges.lengthCm[(network.arcs.edgeSide[1] ?? 0) >>> 1] ?? 0
    const usual = (length * 3.6) / 12
    const learned = buildState(network, copies, [feed({ 1: 3 * empty }, 0.25)], typical, at(now)).state
    expect((learned.live[1] ?? 0) / (0.75 * empty + 0.75 * usual)).toBeCloseTo(1, 1)
    expect(learned.typical).toBe(typical)
  })

  test('are ignored when too old, as are closures given as speeds', () => {
    const { state } = build([feed({ 1: 100, 2: 0 }, 0)])
    expect([...state.flags].some(Boolean)).toBe(false)
    expect(build([feed({ 2: 0 }, 0.01)]).state.flags[2]).toBe(ArcTraffic.closed)
  })

  test('and flags are in shared memory, as of the given instant', () => {
    const { state } = build([feed({ 1: 100 })])
    expect([state.live.buffer, state.flags.buffer].every((buffer) => buffer instanceof SharedArrayBuffer)).toBe(true)
    expect(state.takenAtMs).toBe(now)
  })
})

describe('events', () => {
  test('of all feeds are included in feed order, even when the speeds of a feed are too old', () => {
    const { incidents, state } = build([
      withEvents(makeLocatedEvent({ id: 'a' }, [[7]])),
      feed({ 1: 100 }, 0, [makeLocatedEvent({ id: 'b' }, [[7], [1]])]),
    ])
    expect(incidents.map(({ id }) => id)).toEqual(['a', 'b'])
    expect([state.flags[7], state.flags[1]]).toEqual([ArcTraffic.event, ArcTraffic.event])
  })

  test('do not hide a live speed or a closure', () => {
    const { state } = build([feed({ 1: 100, 2: 0 }, 1, [makeLocatedEvent({}, [[1], [2]])])])
    expect([state.flags[1], state.flags[2]]).toEqual([
      ArcTraffic.live | ArcTraffic.event,
      ArcTraffic.closed | ArcTraffic.event,
    ])
  })
})

describe('closure key', () => {
  const closing = (fields: object = {}, arc = 7) =>
    withEvents(makeLocatedEvent({ closed: true, kind: 'closure', ...fields }, [[arc]]))
  const keyOf = (feeds: readonly WeightedFeed[], nowMs = now) => build(feeds, nowMs).closuresHash
  const basis = [feed({ 1: 100, 2: 0 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + HOUR })]

  test.each<[string, readonly WeightedFeed[], number?]>([
    ['speeds change', [feed({ 1: 101, 2: 0, 3: 40 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + HOUR })]],
    ['events that close nothing come', [...basis, withEvents(makeLocatedEvent({ id: 'x', speedKmh: 5 }, [[9], [7]]))]],
    ['time passes', basis, now + HOUR / 2],
    [
      'words change',
      [feed({ 2: 0 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + HOUR, id: 'other', description: 'x' })],
    ],
  ])('does not change when %s', (_what, feeds, nowMs) => {
    expect(keyOf(feeds, nowMs)).toBe(keyOf(basis))
  })

  test.each<[string, readonly WeightedFeed[], number?]>([
    ['a speed of 0 goes', [feed({ 1: 100 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + HOUR })]],
    ['another speed of 0 comes', [feed({ 2: 0, 3: 0 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + HOUR })]],
    ['a speed of 0 is elsewhere', [feed({ 3: 0 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + HOUR })]],
    ['a closure goes', [feed({ 2: 0 })]],
    ['a closure is open', [feed({ 2: 0 }), closing({ closed: false, startsAtMs: now - HOUR, endsAtMs: now + HOUR })]],
    ['a closure is elsewhere', [feed({ 2: 0 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + HOUR }, 8)]],
    ['a closure begins later', [feed({ 2: 0 }), closing({ startsAtMs: now - 1000, endsAtMs: now + HOUR })]],
    ['a closure ends later', [feed({ 2: 0 }), closing({ startsAtMs: now - HOUR, endsAtMs: now + 2 * HOUR })]],
    ['a closure has no end', [feed({ 2: 0 }), closing({ startsAtMs: now - HOUR })]],
    ['a closure ends', basis, now + HOUR],
    ['another one comes', [...basis, closing({}, 9)]],
  ])('changes when %s', (_what, feeds, nowMs) => {
    expect(keyOf(feeds, nowMs)).not.toBe(keyOf(basis))
  })

  test('does not change over time for a closing accident without an end', () => {
    const accident = [closing({ kind: 'accident' })]
    expect(keyOf(accident, now + 1000)).toBe(keyOf(accident))
    expect(keyOf(accident, now + 1000)).not.toBe(keyOf([]))
  })
})

describe('next change', () => {
  test('is the next start or end of any event', () => {
    const times = [
      { startsAtMs: now - HOUR, endsAtMs: now + 3 * HOUR },
      { startsAtMs: now + HOUR, endsAtMs: now + 2 * HOUR },
    ]
    const { events } = build([withEvents(...times.map((time) => makeLocatedEvent(time, [[1]])))]).state
    const next = [now, now + HOUR - 1, now + HOUR, now + 2 * HOUR, now + 3 * HOUR].map((ms) =>
      getNextEventChangeMs(events, ms),
    )
    expect(next).toEqual([now + HOUR, now + HOUR, now + 2 * HOUR, now + 3 * HOUR, Number.POSITIVE_INFINITY])
  })

  test('never comes when events have no times', () => {
    const { events } = build([withEvents(makeLocatedEvent({ kind: 'closure' }, [[1]]))]).state
    expect(getNextEventChangeMs(events, now)).toBe(Number.POSITIVE_INFINITY)
  })
})
