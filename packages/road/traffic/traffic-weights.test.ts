import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { listArcCopies } from '../network/copies.ts'
import { carWeights, defaultProfile } from '../profiles/car-weights.ts'
import { passengerCar } from '../profiles/vehicle-access.ts'
import { noClosures } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { drawState, randomState } from './testing/draw-state.ts'
import { slowArcTime, slowIsClosed, slowWeights } from './testing/slow-traffic.ts'
import { trafficDurations } from './traffic-weights.ts'

const monday = Date.parse('2026-11-16T08:10:00Z')
const start = { departMs: monday, aheadMs: 0, utcOffsetSeconds: 0 }
const network = randomNetwork(seededRandom(3), { columns: 6, rows: 6 })
const { arcs } = network
const [arc, [copy]] = [...listArcCopies(network)][0]

const closedIn = ({ closed }: { readonly closed: Uint8Array }) =>
  [...closed.keys()].filter((each) => closed[each] === 1)
const withCopies = [arc, ...(listArcCopies(network).get(arc) ?? [])].sort((a, b) => a - b)

describe('durations for a metric', () => {
  test('equal free flow where there is no data', () => {
    const { duration, closed } = trafficDurations(network, drawState(network, {}), start)
    expect(duration).toEqual(arcs.duration)
    expect(closed.includes(1)).toBe(false)
  })

  test('are never 0, because a road without weight would allow endless loops', () => {
    const live = new Map([[arc, 0]])
    expect(trafficDurations(network, drawState(network, { live }), start).duration[copy]).toBe(1)
  })
})

describe('closed arcs', () => {
  const later = { closes: true, startsAtMs: monday + 1, sections: [{ arc }] }

  test('include those with a speed of 0 and their copies', () => {
    expect(closedIn(trafficDurations(network, drawState(network, { closed: [arc] }), start))).toEqual(withCopies)
  })

  test('include those that an event closes at departure, but not before or after', () => {
    const closedBy = (event: object) =>
      closedIn(trafficDurations(network, drawState(network, { events: [{ ...later, ...event }] }), start))
    expect(closedBy({ startsAtMs: monday })).toEqual(withCopies)
    expect(closedBy({})).toEqual([])
    expect(closedBy({ startsAtMs: 0, endsAtMs: monday })).toEqual([])
    expect(closedBy({ startsAtMs: 0, endsAtMs: monday + 1 })).toEqual(withCopies)
    expect(closedBy({ startsAtMs: 0, closes: false })).toEqual([])
  })

  test('include forced closures at any time; other events cannot be forced', () => {
    const state = drawState(network, {
      events: [{ sections: [{ arc: 0 }] }, later, { ...later, sections: [{ arc: 1 }] }],
    })
    expect(closedIn(trafficDurations(network, state, start, [1]))).toEqual(withCopies)
    expect(closedIn(trafficDurations(network, state, start, [0]))).toEqual([])
    expect(closedIn(trafficDurations(network, state, start, []))).toEqual([])
  })
})

test.each([11, 12, 13, 14, 15, 16])('all weights match a slow reference (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const town = randomNetwork(random, { columns: 6, rows: 5 })
  const state = randomState(random, town, monday)
  const truck = { avoid: [], vehicle: { ...passengerCar, weightTons: 12 } }
  for (const profile of [defaultProfile, truck]) {
    // The offsets avoid whole minutes, so that no value is exactly halfway, where the two implementations could round
    // differently.
    for (const aheadMs of [0, 25 * 60_000 + 1, 26 * 3_600_000]) {
      const trip = { departMs: monday + aheadMs, aheadMs, utcOffsetSeconds: -10_800 }
      const forced = random() < 0.5 ? [] : [...state.events.closes.keys()].filter(() => random() < 0.3)
      const made = trafficDurations(town, state, trip, forced)
      for (let each = 0; each < town.arcs.count; each++) {
        const seconds = Math.max(1, Math.round(slowArcTime(town, state, { ...trip, forced: new Set(forced) }, each, 0)))
        expect(made.duration[each], `seed ${seed}, arc ${each}`).toBe(seconds)
        const isClosed = slowIsClosed(state, each, trip.departMs, forced, trip.aheadMs)
        expect(made.closed[each], `seed ${seed}, arc ${each}`).toBe(isClosed ? 1 : 0)
      }
      const none = noClosures(town)
      const weights = carWeights(town, profile, { ...none, arcs: made.closed }, made.duration)
      expect(weights, `seed ${seed}`).toEqual(slowWeights(town, state, trip, profile, none, forced))
    }
  }
})
