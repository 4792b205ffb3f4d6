import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { RoadNetwork } from '../network/network.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { ArcTimes } from '../traffic/arc-times.ts'
import { type DrawnEvent, drawState, randomState } from '../traffic/testing/draw-state.ts'
import { slowArcTime, slowIsClosed, slowTypical } from '../traffic/testing/slow-traffic.ts'
import type { TrafficState } from '../traffic/traffic-state.ts'
import type { PlannedLeg } from './leg.ts'
import { attributesOfLeg, totalsOf } from './leg-attributes.ts'
import { TripInTraffic } from './leg-in-traffic.ts'
import { Planner } from './planner.ts'

const monday = Date.parse('2026-11-16T08:10:00Z')
const start = { departMs: monday, aheadMs: 0, utcOffsetSeconds: -10_800 }

function openTown(seed: number, columns = 9) {
  const random = seededRandom(seed)
  const map = buildRoadMap(randomNetwork(random, { columns, rows: 9 }))
  const planner = new Planner(map)
  const metric = buildMetric(map)
  const stop = () => ({ latitude: 41 + random() * 0.01, longitude: -8 + random() * 0.01, heading: -1 })
  return {
    random,
    network: map.network,
    plan: (stops: number) => {
      const request = { metric, stops: Array.from({ length: stops }, stop), radiusMeters: 500, alternatives: 0 }
      const plan = planner.plan(request)
      return plan.kind === 'plan' ? plan.legs : []
    },
  }
}

function measure(network: RoadNetwork, state: TrafficState, legs: readonly PlannedLeg[]) {
  const trip = new TripInTraffic(network, new ArcTimes(network, state, start))
  return { trip, measures: legs.map((leg) => trip.addLeg(leg)) }
}

test.each([1, 2, 3])('keeps the attributes of a leg to the last bit without traffic (seed %i)', (seed) => {
  const { network, plan } = openTown(seed)
  const nothing = drawState(network, {})
  let legs = 0
  for (let round = 0; round < 60; round++) {
    const planned = plan(3)
    const { trip, measures } = measure(network, nothing, planned)
    planned.forEach((leg, index) => {
      const { typicalCs, liveCm, typicalCm, ...measured } = measures[index]
      expect(measured).toEqual(attributesOfLeg(network, leg))
      expect(measured.totals).toEqual(totalsOf(network, leg))
      expect([typicalCs, liveCm, typicalCm]).toEqual([measured.totals.durationCs, 0, 0])
      legs++
    })
    expect([trip.encounteredEvents, trip.closingEvent]).toEqual([[], -1])
  }
  expect(legs).toBeGreaterThan(20)
})

/** Sums the durations arc by arc, at the time when each arc is reached. */
function slowTrip(network: RoadNetwork, state: TrafficState, legs: readonly PlannedLeg[]) {
  let [elapsed, typical, closedBy] = [0, 0, false]
  const ofLegs = legs.map((leg) => {
    const before = elapsed
    let liveCm = 0
    const durations = [0]
    leg.arcs.forEach((arc, i) => {
      const share = (i === leg.arcs.length - 1 ? leg.endFraction : 1) - (i === 0 ? leg.startFraction : 0)
      const isTurn = i > 0 && leg.turns[i - 1] < network.turns.count
      const turn = isTurn ? network.turns.duration[leg.turns[i - 1]] : 0
      elapsed += turn
      typical += turn
      if (slowIsClosed({ ...state, flags: new Uint8Array(state.flags.length) }, arc, monday + 10 * elapsed, []))
        closedBy = true
      elapsed += share * slowArcTime(network, state, start, arc, elapsed)
      typical += share * slowTypical(network, state, start, arc, typical)
      if (state.flags[arc] % 2 === 1) liveCm += share * network.edges.lengthCm[network.arcs.edgeSide[arc] >>> 1]
      durations.push(elapsed - before)
    })
    return { durations, liveCm }
  })
  return { ofLegs, elapsed, typical, closedBy }
}

test.each([4, 5, 6, 7])('sums the arc durations at their arrival times, leg after leg (seed %i)', (seed) => {
  const { network, plan, random } = openTown(seed)
  let closures = 0
  let legs = 0
  for (let round = 0; round < 60; round++) {
    const state = randomState(random, network, monday)
    const planned = plan(2 + Math.floor(random() * 3))
    const { trip, measures } = measure(network, state, planned)
    const slow = slowTrip(network, state, planned)
    measures.forEach(({ durationCs, totals, liveCm, distanceCm, freeFlowCs }, index) => {
      const { durations, liveCm: slowLive } = slow.ofLegs[index]
      durationCs.forEach((cs, i) => void expect(cs, `seed ${seed}`).toBeCloseTo(durations[i], 3))
      expect(totals.durationCs).toBe(durationCs.at(-1))
      expect(liveCm).toBeCloseTo(slowLive, 3)
      const plain = attributesOfLeg(network, planned[index])
      expect([distanceCm, freeFlowCs]).toEqual([plain.distanceCm, plain.freeFlowCs])
      legs++
    })
    expect(measures.reduce((sum, { totals }) => sum + totals.durationCs, 0)).toBeCloseTo(slow.elapsed, 3)
    expect(measures.reduce((sum, { typicalCs }) => sum + typicalCs, 0)).toBeCloseTo(slow.typical, 3)
    expect(trip.closingEvent >= 0, `seed ${seed}, round ${round}`).toBe(slow.closedBy)
    if (slow.closedBy) closures++
  }
  expect(Math.min(legs, closures)).toBeGreaterThan(20)
})

describe('events along the route', () => {
  const { network, plan } = openTown(8)
  const findLegs = (stops: number, arcs: number) => {
    for (let tries = 0; tries < 500; tries++) {
      const legs = plan(stops)
      const all = legs.flatMap((leg) => [...leg.arcs])
      if (legs.length > 0 && legs.every((leg) => leg.arcs.length >= arcs) && new Set(all).size === all.length)
        return legs
    }
    throw new Error('this town has no such trip')
  }
  const [leg] = findLegs(2, 9)
  const meet = (events: readonly DrawnEvent[], legs: readonly PlannedLeg[] = [leg]) =>
    measure(network, drawState(network, { events }), legs).trip.encounteredEvents

  test('on adjacent arcs are merged into one, with all their delays', () => {
    const sections = [3, 4, 5].map((i) => ({ arc: leg.arcs[i], delayCs: 100 * i }))
    expect(meet([{ sections }])).toEqual([{ event: 0, firstArc: 3, lastArc: 5, delayCs: 1200 }])
  })

  test('are repeated after a gap of more than an arc', () => {
    const sections = [1, 3, 6].map((i) => ({ arc: leg.arcs[i], delayCs: 100 }))
    expect(meet([{ sections }])).toEqual([
      { event: 0, firstArc: 1, lastArc: 3, delayCs: 200 },
      { event: 0, firstArc: 6, lastArc: 6, delayCs: 100 },
    ])
  })

  test('are listed separately, in the order of the route', () => {
    const on = (...arcs: number[]) => ({ sections: arcs.map((i) => ({ arc: leg.arcs[i], delayCs: 50 })) })
    expect(meet([on(4, 5), on(2, 3, 4), on(4)])).toEqual([
      { event: 1, firstArc: 2, lastArc: 4, delayCs: 150 },
      { event: 0, firstArc: 4, lastArc: 5, delayCs: 100 },
      { event: 2, firstArc: 4, lastArc: 4, delayCs: 50 },
    ])
  })

  test('may span a stop, from the arc before it to the arc after it, which has the next index', () => {
    const legs = findLegs(3, 4)
    const [first, second] = legs
    const sections = [
      first.arcs[first.arcs.length - 2],
      first.arcs[first.arcs.length - 1],
      second.arcs[0],
      second.arcs[1],
    ]
    const last = first.arcs.length - 1
    const [encounteredEvents, ...others] = meet(
      [{ sections: [...new Set(sections)].map((arc) => ({ arc, delayCs: 100 })) }],
      legs,
    )
    expect(others).toEqual([])
    expect([encounteredEvents.firstArc, encounteredEvents.lastArc]).toEqual([last - 1, last + 3])
  })

  test('are not encountered when they lie behind the start, beyond the end, or off the path', () => {
    const { startFraction, endFraction, arcs } = leg
    const lastArc = arcs[arcs.length - 1]
    const passed = { arc: arcs[0], from: 0, to: 0.9 * startFraction, delayCs: 100 }
    const ahead = { arc: lastArc, from: endFraction + 0.1 * (1 - endFraction), to: 1, delayCs: 100 }
    expect(startFraction).toBeGreaterThan(0.01)
    expect(endFraction).toBeLessThan(0.99)
    expect(meet([{ sections: [passed] }, { sections: [ahead] }])).toEqual([])
  })

  test('cost their delay in proportion to the section that is driven', () => {
    const { startFraction, arcs } = leg
    const [encounteredEvents] = meet([{ sections: [{ arc: arcs[0], from: 0, to: 1, delayCs: 1000 }] }])
    expect(encounteredEvents.delayCs).toBeCloseTo(1000 * (1 - startFraction), 3)
    const [half] = meet([{ sections: [{ arc: arcs[0], from: startFraction, to: 1, delayCs: 1000 }] }])
    expect(half.delayCs).toBeCloseTo(1000, 2)
  })

  test('are not encountered if they begin after, or end before, the time of arrival', () => {
    const at = measure(network, drawState(network, {}), [leg]).measures[0].durationCs
    const turn = network.turns.duration[leg.turns[4]]
    const reachedMs = monday + 10 * (at[5] + turn)
    const sections = [{ arc: leg.arcs[5], delayCs: 100 }]
    const count = (times: object) => meet([{ ...times, sections }]).length
    expect([count({ startsAtMs: reachedMs - 1 }), count({ startsAtMs: reachedMs + 1 })]).toEqual([1, 0])
    expect([count({ endsAtMs: reachedMs + 1 }), count({ endsAtMs: reachedMs - 1 })]).toEqual([1, 0])
  })

  test('delay the trip by the reported amounts if no two events share a road', () => {
    const sections = (...arcs: number[]) => arcs.map((i) => ({ arc: leg.arcs[i], delayCs: 100 * i, minCs: 5000 * i }))
    const events = [{ sections: sections(1, 2) }, { sections: sections(4) }, { sections: sections(5, 7) }]
    const { trip, measures } = measure(network, drawState(network, { events }), [leg])
    const told = trip.encounteredEvents.reduce((sum, { delayCs }) => sum + delayCs, 0)
    expect(trip.encounteredEvents).toHaveLength(3)
    expect(measures[0].totals.durationCs - totalsOf(network, leg).durationCs).toBeCloseTo(told, 3)
  })

  test('that close the road: the first one that is active on arrival is reported', () => {
    const on = (i: number) => ({ closes: true, sections: [{ arc: leg.arcs[i] }] })
    const closedBy = (events: readonly DrawnEvent[]) =>
      measure(network, drawState(network, { events }), [leg]).trip.closingEvent
    expect(closedBy([{ sections: on(1).sections }, on(6), on(3)])).toBe(2)
    expect(closedBy([{ ...on(3), endsAtMs: monday }, on(6)])).toBe(1)
    expect(closedBy([{ ...on(3), endsAtMs: monday }])).toBe(-1)
  })
})
