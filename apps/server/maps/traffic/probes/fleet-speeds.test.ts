import { seededRandom } from '@fairway/geo'
import { ArcTimes, ArcTraffic, findTrafficSource, MIN_PROBES, Planner } from '@fairway/road'
import { buildMetric, randomLeg, simulate } from '@fairway/road/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { MapCustomizer } from '../../metrics/map-customizer.ts'
import { makeRandomTown } from '../testing/town.ts'
import { openTrafficService } from '../testing/traffic-service.ts'
import { FleetSpeeds, type ProbeTrip } from './fleet-speeds.ts'
import { LIVE_VALID_SECONDS } from './live-speeds.ts'
import { createUtcOffsetLookup } from './utc-offsets.ts'

const SLOWER = 2.5
const town = makeRandomTown(4, undefined, 12)
const customizer = new MapCustomizer()
const map = customizer.add(town)
const { network } = map.map

/** Creates trips of several vehicles on one path through town, within five minutes before now. */
function makeTrips(vehicles: number, nowMs: number, firstProbe = 1, owners = 2): ProbeTrip[] {
  const random = seededRandom(7)
  const metric = buildMetric(map.map)
  const planner = new Planner(map.map)
  const leg = Array.from({ length: 50 }, () => randomLeg(planner, metric, random)).find(
    (one) => (one?.arcs.length ?? 0) > 8,
  )
  if (!leg) throw new Error('no way through town')
  return Array.from({ length: vehicles }, (_, index) => {
    const { track } = simulate(network, leg, { everySeconds: 5, noiseMeters: 3, slower: SLOWER }, random)
    const last = track.seconds?.[track.count - 1] ?? 0
    const seconds = track.seconds?.map((second) => Math.floor(nowMs / 1000) - 10 + second - last) ?? new Float64Array()
    const unknown = new Float32Array(track.count).fill(Number.NaN)
    return {
      probe: firstProbe + index,
      owner: (firstProbe + index) % owners,
      track: { heading: unknown, accuracy: unknown, ...track, seconds },
    } as ProbeTrip
  })
}

const LOCAL_EIGHT = '2026-11-16T08:30:00'

describe('typical speeds from tracked vehicles', () => {
  const utcOffsetSeconds = createUtcOffsetLookup(map.region.handle.boundingBox)
  /** Returns the instant of a local time in the town. */
  const at = (local: string) => {
    const utcMs = Date.parse(`${local}Z`)
    return utcMs - 1000 * utcOffsetSeconds(utcMs / 1000)
  }
  let folder: TempDir
  beforeAll(async () => {
    folder = await createTempDir()
  })
  afterAll(() => folder.dispose())

  test('are learned from trips on different working days, stored, and used at that hour only', async () => {
    const clock = new FakeClock(new Date(at(LOCAL_EIGHT)).toISOString())
    const { service, published } = openTrafficService(clock, folder.path, [town])
    await service.openMap(town.dataset)
    for (const [index, day] of ['16', '17', '18'].entries()) {
      clock.set(new Date(at(`2026-11-${day}T08:30:00`)).toISOString())
      service.addProbes(makeTrips(1, clock.now(), index + 1))
      await service.runRound()
    }
    const state = published.at(-1)?.traffic.state
    expect(state?.typical).toBeDefined()
    const trip = makeTrips(1, clock.now())[0]
    expect(trip).toBeDefined()
    const arcs = Array.from(network.edges.arc).filter((arc) => arc < network.arcs.count)
    const ratiosAt = (local: string) => {
      if (!state) throw new Error('nothing was published')
      const departMs = at(local)
      const start = { departMs, aheadMs: 1e9, utcOffsetSeconds: utcOffsetSeconds(departMs / 1000) }
      const times = new ArcTimes(network, state, start)
      expect(findTrafficSource(state, start)).toBe(arcs.some((arc) => times.hasTypical(arc, 0)) ? 'typical' : 'none')
      return arcs
        .filter((arc) => times.hasTypical(arc, 0))
        .map((arc) => times.duration(arc, 0) / (network.arcs.duration[arc] ?? 1))
    }
    const eight = ratiosAt('2026-11-19T08:10:00')
    expect(eight.length).toBeGreaterThan(3)
    expect(eight.sort((a, b) => a - b)[eight.length >> 1]).toBeGreaterThan(0.7 * SLOWER)
    expect(ratiosAt('2026-11-19T03:10:00')).toEqual([])
    expect(ratiosAt('2026-11-22T08:10:00')).toEqual([])
    await service.stop()
    // A new service with the same folder has the typical speeds from the start.
    const restarted = openTrafficService(clock, folder.path, [town])
    expect((await restarted.service.openMap(town.dataset))?.state.typical?.run.length).toBe(state?.typical?.run.length)
    await restarted.service.stop()
  })
})

/** Time in the middle of a five-minute slot, so that no trip crosses a slot boundary. */
const NOW = Date.parse('2026-11-15T12:04:30Z')

describe('speeds of tracked vehicles', () => {
  test('apply to their roads', () => {
    const fleet = new FleetSpeeds(map, 2)
    fleet.add(makeTrips(5, NOW), NOW)
    expect(fleet.takeChanged(NOW)).toBe(true)
    expect(fleet.takeChanged(NOW)).toBe(false)
    expect(fleet.feed).toMatchObject({ name: 'tracked vehicles of town-4', failure: undefined })
    expect(fleet.feed?.content?.speeds.kmh.length).toBeGreaterThan(3)
    expect(fleet.feed?.asOfMs).toBeLessThanOrEqual(NOW)
  })

  test.each([
    [MIN_PROBES - 1, false],
    [MIN_PROBES, true],
  ])('require enough vehicles on a road: %i, %s', (vehicles, isTold) => {
    const fleet = new FleetSpeeds(map, 2)
    fleet.add(makeTrips(vehicles, NOW), NOW)
    expect([fleet.takeChanged(NOW), fleet.feed !== undefined]).toEqual([isTold, isTold])
  })

  test.each([
    [1, 2, false],
    [2, 2, true],
    [1, 1, true],
    [2, 3, false],
  ])('from %i accounts with a minimum of %i: %s', (owners, least, isTold) => {
    const fleet = new FleetSpeeds(map, least)
    fleet.add(makeTrips(8, NOW, 1, owners), NOW)
    expect([fleet.takeChanged(NOW), fleet.feed !== undefined]).toEqual([isTold, isTold])
  })

  test('count a vehicle that passes repeatedly once', () => {
    const fleet = new FleetSpeeds(map, 2)
    for (let time = 0; time < 6; time++) fleet.add(makeTrips(1, NOW), NOW)
    expect(fleet.feed).toBeUndefined()
  })

  test('are the same from overlapping parts as from the whole', () => {
    const [whole, parts] = [new FleetSpeeds(map, 2), new FleetSpeeds(map, 2)]
    const trips = makeTrips(5, NOW)
    whole.add(trips, NOW)
    for (const { probe, owner, track } of trips) {
      const cut = (from: number, to: number): ProbeTrip => ({
        probe,
        owner,
        track: {
          count: to - from,
          latitude: track.latitude.slice(from, to),
          longitude: track.longitude.slice(from, to),
          seconds: track.seconds.slice(from, to),
          heading: track.heading.slice(from, to),
          accuracy: track.accuracy.slice(from, to),
        },
      })
      const middle = track.count >>> 1
      parts.add([cut(0, middle + 6), cut(middle - 6, track.count)], NOW)
    }
    const roads = (fleet: FleetSpeeds) => fleet.feed?.content?.speeds.kmh.length ?? 0
    expect(roads(parts)).toBe(roads(whole))
  })

  test('elsewhere have no effect here', () => {
    const fleet = new FleetSpeeds(map, 2)
    const tripsElsewhere = makeTrips(5, NOW).map(({ probe, owner, track }) => ({
      probe,
      owner,
      track: { ...track, latitude: track.latitude.map((latitude) => latitude - 20) },
    }))
    fleet.add(tripsElsewhere, NOW)
    expect([fleet.takeChanged(NOW), fleet.feed]).toEqual([false, undefined])
  })

  test('last for half an hour', () => {
    const fleet = new FleetSpeeds(map, 2)
    fleet.add(makeTrips(4, NOW), NOW)
    fleet.takeChanged(NOW)
    const endMs = (fleet.feed?.asOfMs ?? 0) + 1000 * LIVE_VALID_SECONDS
    expect([fleet.takeChanged(endMs), fleet.feed === undefined]).toEqual([false, false])
    expect([fleet.takeChanged(endMs + 1), fleet.feed === undefined]).toEqual([true, true])
  })
})

describe('tracked vehicles in the traffic service', () => {
  let folder: TempDir
  beforeAll(async () => {
    folder = await createTempDir()
  })
  afterAll(() => folder.dispose())

  test('are published like a feed, and slow the roads they drove on', async () => {
    const clock = new FakeClock(NOW)
    const { service, published, reportedStatuses, runRound } = openTrafficService(clock, folder.path, [town])
    expect(await service.openMap(town.dataset)).toBeUndefined()
    service.addProbes(makeTrips(2, NOW))
    await service.runRound()
    expect(published).toEqual([])
    service.addProbes(makeTrips(3, NOW, 2))
    const { state } = await runRound()
    const slowed = [...state.flags.keys()].filter((arc) => ((state.flags[arc] ?? 0) & ArcTraffic.live) !== 0)
    expect(slowed.length).toBeGreaterThan(3)
    const ratios = slowed.map((arc) => (state.live[arc] ?? 0) / (network.arcs.duration[arc] ?? 1)).sort((a, b) => a - b)
    expect(Math.abs((ratios[ratios.length >>> 1] ?? 0) / SLOWER - 1)).toBeLessThan(0.15)
    expect(reportedStatuses.at(-1)?.feeds).toMatchObject([
      { name: 'tracked vehicles of town-4', eventCount: 0, failure: undefined },
    ])
  })
})
