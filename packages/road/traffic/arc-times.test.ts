import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { listArcCopies } from '../network/copies.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { ArcTimes, type TripStart } from './arc-times.ts'
import { type DrawnTraffic, drawState, drawTypical, randomState } from './testing/draw-state.ts'
import { slowArcTime, slowIsClosed, slowTypical } from './testing/slow-traffic.ts'
import { kmhOf, speedCode } from './typical/typical-speeds.ts'

const MINUTE_MS = 60_000
const MINUTE_CS = 6000
const monday = Date.parse('2026-11-16T08:10:00Z')
const network = randomNetwork(seededRandom(3), { columns: 6, rows: 6 })
const { arcs, edges } = network
const copies = listArcCopies(network)
/** The arc has a copy, so that the tests check both the arc and its copy. */
const [arc, [copy]] = [...copies][0]
const empty = arcs.duration[arc]

function timesOf(drawn: DrawnTraffic, start: Partial<TripStart> = {}): ArcTimes {
  return new ArcTimes(network, drawState(network, drawn), {
    departMs: monday,
    aheadMs: 0,
    utcOffsetSeconds: 0,
    ...start,
  })
}

describe('live speed', () => {
  const live = new Map([[arc, 3 * empty]])

  test.each([
    [0, 0, 1],
    [0, 30, 0.5],
    [0, 59, 1 / 60],
    [0, 60, 0],
    [0, 90, 0],
    [15, 0, 0.75],
    [30, 0, 0.5],
    [30, 15, 0.25],
    [45, 15, 0],
    [60, 0, 0],
    [1440, 0, 0],
  ])(
    'for a departure in %i min and an arrival %i min later, has a share of %f in the duration',
    (ahead, elapsed, share) => {
      const times = timesOf({ live }, { departMs: monday + ahead * MINUTE_MS, aheadMs: ahead * MINUTE_MS })
      for (const each of [arc, copy]) {
        expect(times.duration(each, elapsed * MINUTE_CS)).toBeCloseTo(empty + 2 * empty * share, 6)
        expect(times.getTypicalDuration(each, elapsed * MINUTE_CS)).toBe(empty)
      }
    },
  )

  test('fades to the typical speed at that time, not to the current typical speed', () => {
    const [begin, length] = [8 * 4, 4]
    const typical = drawTypical(arcs.count, [
      { arc, begin, length, kmh: 10 },
      { arc, begin: begin + length, length, kmh: 40 },
    ])
    const times = timesOf({ live, typical })
    const usual = (kmh: number) => (edges.lengthCm[arcs.edgeSide[arc] >>> 1] * 3.6) / kmhOf(speedCode(kmh))
    expect(times.duration(arc, 0)).toBe(3 * empty)
    expect(times.duration(arc, 30 * MINUTE_CS)).toBeCloseTo((3 * empty + usual(10)) / 2, 6)
    expect(times.duration(arc, 60 * MINUTE_CS)).toBeCloseTo(usual(40), 6)
  })

  test('applies only to the arc and its copies', () => {
    const times = timesOf({ live })
    const known = [...Array(arcs.count).keys()].filter((each) => times.isLive(each, 0))
    expect(known).toEqual([arc, ...(copies.get(arc) ?? [])].sort((a, b) => a - b))
  })
})

describe('typical speed', () => {
  const slots = (day: number, hour: number) => day * 96 + hour * 4
  const at = (kmh: number) => (edges.lengthCm[arcs.edgeSide[arc] >>> 1] * 3.6) / kmhOf(speedCode(kmh))

  test('changes with the quarter hour of arrival, in local time', () => {
    const typical = drawTypical(arcs.count, [
      { arc, begin: slots(0, 5), length: 1, kmh: 20 },
      { arc, begin: slots(0, 5) + 1, length: 1, kmh: 45 },
    ])
    const times = timesOf({ typical }, { utcOffsetSeconds: -3 * 3600 })
    for (const each of [arc, copy]) {
      const seen = [0, 5 * MINUTE_CS - 1, 5 * MINUTE_CS, 20 * MINUTE_CS - 1].map((cs) => times.duration(each, cs))
      expect(seen).toEqual([at(20), at(20), at(45), at(45)])
    }
  })

  test('wraps from Sunday night to Monday morning', () => {
    const typical = drawTypical(arcs.count, [
      { arc, begin: 671, length: 1, kmh: 20 },
      { arc, begin: 0, length: 1, kmh: 45 },
    ])
    const times = timesOf({ typical }, { departMs: Date.parse('2026-11-15T23:50:00Z') })
    expect([times.getTypicalDuration(arc, 0), times.getTypicalDuration(arc, 10 * MINUTE_CS)]).toEqual([at(20), at(45)])
  })

  test('equals free flow where nothing was learned', () => {
    const typical = drawTypical(arcs.count, [{ arc, begin: slots(0, 8), length: 4, kmh: 20 }])
    const times = timesOf({ typical }, { departMs: Date.parse('2026-11-21T08:10:00Z') })
    expect(times.duration(arc, 0)).toBe(empty)
    const other = arc === 0 ? 1 : 0
    expect(timesOf({ typical }).duration(other, 0)).toBe(arcs.duration[other])
  })
})

describe('events', () => {
  const least = 5 * empty
  const holding = { startsAtMs: monday + 10 * MINUTE_MS, endsAtMs: monday + 20 * MINUTE_MS }

  test('apply from their start until just before their end', () => {
    const times = timesOf({ events: [{ ...holding, closes: true, sections: [{ arc, minCs: least }] }] })
    const moments = [10 * MINUTE_CS - 1, 10 * MINUTE_CS, 20 * MINUTE_CS - 1, 20 * MINUTE_CS]
    expect(moments.map((cs) => times.duration(arc, cs))).toEqual([empty, least, least, empty])
    expect(moments.map((cs) => times.findClosingEvent(arc, cs))).toEqual([-1, 0, 0, -1])
    expect(moments.map((cs) => times.delayAt(0, cs))).toEqual([undefined, least - empty, least - empty, undefined])
  })

  test('also apply to later departures', () => {
    const start = { departMs: holding.startsAtMs, aheadMs: 10 * MINUTE_MS }
    const times = timesOf({ events: [{ ...holding, sections: [{ arc, minCs: least }] }] }, start)
    expect([times.duration(arc, 0), times.duration(copy, 10 * MINUTE_CS)]).toEqual([least, empty])
  })

  test('do not affect traffic that is already slower', () => {
    const sections = [{ arc, minCs: least }]
    const times = timesOf({ live: new Map([[arc, 8 * empty]]), events: [{ sections }] })
    expect(times.duration(arc, 0)).toBe(8 * empty)
    expect(times.delayAt(0, 0)).toBe(0)
  })

  test('add their delay only where no live speed includes it', () => {
    const events = [{ sections: [{ arc, delayCs: 700 }] }]
    expect(timesOf({ events }).duration(copy, 0)).toBe(empty + 700)
    expect(timesOf({ events }).delayAt(0, 0)).toBe(700)
    expect(timesOf({ events, live: new Map([[arc, empty + 50]]) }).duration(arc, 0)).toBe(empty + 50)
  })

  test('on one arc do not add up: the worst applies, in any order', () => {
    const some = [{ minCs: least }, { delayCs: 6 * empty }, { minCs: 2 * empty, delayCs: 1 }]
    const drawn = some.map((effect) => ({ sections: [{ arc, ...effect }] }))
    for (const events of [drawn, [...drawn].reverse()]) expect(timesOf({ events }).duration(arc, 0)).toBe(7 * empty)
  })

  test('that close the arc are found among events that do not close it or that have ended', () => {
    const sections = [{ arc }]
    const events = [
      { sections },
      { closes: true, endsAtMs: monday, sections },
      { closes: true, sections },
      { closes: true, sections },
    ]
    expect(timesOf({ events }).findClosingEvent(arc, 0)).toBe(2)
    expect(timesOf({ events }).findClosingEvent(copy, 0)).toBe(2)
    expect(timesOf({ events: events.slice(0, 2) }).findClosingEvent(arc, 0)).toBe(-1)
  })

  test('apply only to the arcs they cover', () => {
    const times = timesOf({ events: [{ closes: true, sections: [{ arc, minCs: least }] }] })
    const own = new Set([arc, ...(copies.get(arc) ?? [])])
    for (let each = 0; each < arcs.count; each++) {
      expect([times.hasEvents(each), times.findClosingEvent(each, 0) >= 0]).toEqual([own.has(each), own.has(each)])
      if (!own.has(each)) expect(times.duration(each, 0)).toBe(arcs.duration[each])
    }
  })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('every arc duration at any time matches a slow reference (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const town = randomNetwork(random, { columns: 5, rows: 5 })
  const state = randomState(random, town, monday)
  let [slowed, closed] = [0, 0]
  for (let round = 0; round < 30; round++) {
    const aheadMs = random() < 0.3 ? 0 : Math.floor(random() * 90 * MINUTE_MS)
    const utcOffsetSeconds = Math.floor(random() * 100 - 48) * 900
    const start = { departMs: monday + aheadMs, aheadMs, utcOffsetSeconds }
    const times = new ArcTimes(town, state, start)
    const elapsed = random() < 0.2 ? 0 : Math.floor(random() * 120 * MINUTE_CS)
    for (let each = 0; each < town.arcs.count; each++) {
      const what = `seed ${seed}, round ${round}, arc ${each}`
      const expected = slowArcTime(town, state, start, each, elapsed)
      expect(Math.abs(times.duration(each, elapsed) - expected), what).toBeLessThan(1e-6 * expected)
      const usual = slowTypical(town, state, start, each, elapsed)
      expect(Math.abs(times.getTypicalDuration(each, elapsed) - usual), what).toBeLessThan(1e-6 * usual)
      const isClosed = slowIsClosed(state, each, start.departMs + 10 * elapsed, [])
      expect(times.findClosingEvent(each, elapsed) >= 0 || (state.flags[each] & 2) !== 0, what).toBe(isClosed)
      if (expected > usual) slowed++
      if (isClosed) closed++
    }
  }
  expect(Math.min(slowed, closed), `seed ${seed}`).toBeGreaterThan(20)
})
