import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { seededRandom } from '@fairway/geo'
import {
  ArcTraffic,
  type CarWeights,
  closuresWhen,
  DistanceQuery,
  defaultProfile,
  INFINITE_WEIGHT,
  networkFingerprint,
  Planner,
  passengerCar,
  type TravelProfile,
  truckProfile,
  turnGraphOf,
} from '@fairway/road'
import { Dijkstra, PlannerOracle, randomTypical, slowWeights } from '@fairway/road/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MetricHandle, RegionHandle, TrafficHandle } from '../../apps/server/maps/regions/handles.ts'
import { TypicalSpeedStore } from '../../apps/server/maps/traffic/store/typical-speed-store.ts'
import { makeRandomTown } from '../../apps/server/maps/traffic/testing/town.ts'
import {
  openTrafficService,
  putFile,
  type TestTrafficService,
} from '../../apps/server/maps/traffic/testing/traffic-service.ts'
import { openMaps } from '../support/maps/maps.ts'
import { FakeClock } from '../support/servers/fake-clock.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { RandomFeeds } from './random-feeds.ts'

/** These tests check that replies equal a new Dijkstra run on the same weights after any sequence of feed updates. */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/**
 * Time until departure in milliseconds. The value is not a whole minute, so no duration falls exactly halfway between
 * two rounded values, where the two implementations could differ.
 */
const SOON_MS = 25 * MINUTE_MS + 1
const truck: TravelProfile = {
  ...truckProfile({ ...passengerCar, weightTons: 18, heightMeters: 3.9 }),
  avoid: ['unpaved'],
}
const files = ['a.csv', 'b.csv', 'incidents.json', 'zones.json'] as const

let folder: TempDir
let clock: FakeClock
beforeEach(async () => {
  folder = await createTempDir()
  clock = new FakeClock('2026-11-16T11:07:00Z')
})
afterEach(() => folder.dispose())

/** Compares all queries on one map with slow reference results. */
class Asker {
  readonly seen = { live: 0, closed: 0, events: 0, reached: 0, cutOff: 0, faded: 0, plans: 0 }
  private readonly opened: TestTrafficService
  private readonly handle: RegionHandle
  private readonly utcOffsetSeconds: number
  private readonly random: () => number
  private readonly graph
  private readonly oracle
  private readonly distances
  private readonly planner

  constructor(opened: TestTrafficService, handle: RegionHandle, utcOffsetSeconds: number, random: () => number) {
    this.opened = opened
    this.handle = handle
    this.utcOffsetSeconds = utcOffsetSeconds
    this.random = random
    const { map } = opened.customizer.get(handle.dataset)
    this.graph = turnGraphOf(map.network)
    this.oracle = new Dijkstra(this.graph)
    this.distances = new DistanceQuery(map.topology)
    this.planner = new Planner(map)
  }

  /**
   * Checks routes that depart now. `others` selects further checks: routes of a truck (0), routes that depart tomorrow
   * (1) and routes that depart soon (2).
   */
  check(traffic: TrafficHandle, what: string, others: readonly number[]): void {
    const { region } = this.opened.customizer.get(this.handle.dataset)
    const { state } = traffic
    this.count(traffic)
    expect(traffic.activeConditions).toEqual(region.listActiveConditions(state.takenAtMs))
    this.compare(traffic.metric, this.weights(traffic, defaultProfile, state.takenAtMs, 0), `${what}, now`)
    for (const other of others) this.checkOther(traffic, other, what)
  }

  private checkOther(traffic: TrafficHandle, other: number, what: string): void {
    const { region } = this.opened.customizer.get(this.handle.dataset)
    const { state, version } = traffic
    const { closes } = state.events
    const forced = other === 1 ? [...closes.keys()].filter((event) => closes[event] === 1 && this.random() < 0.3) : []
    const aheadMs = [0, 60 * MINUTE_MS, SOON_MS][other] ?? 0
    const atMs = state.takenAtMs + ([0, DAY_MS, SOON_MS][other] ?? 0)
    const profile = other === 0 ? truck : defaultProfile
    const moment = { version, aheadMs, forcedEvents: forced, ...(other === 0 ? {} : { atMs }) }
    const spec = { profile, activeConditions: region.listActiveConditions(atMs), avoidAreas: [], traffic: moment }
    const metric = this.opened.customizer.customize({ dataset: this.handle.dataset, spec })
    const truth = this.weights(traffic, profile, atMs, aheadMs, forced)
    this.compare(metric, truth, `${what}, ${['by truck', 'tomorrow', 'soon'][other]}`)
  }

  /** Checks complete routes between random positions, as in requests. */
  checkPlans(traffic: TrafficHandle, places: RandomFeeds, count: number, what: string): void {
    const { map } = this.opened.customizer.get(this.handle.dataset)
    const weights = this.weights(traffic, defaultProfile, traffic.state.takenAtMs, 0)
    const oracle = new PlannerOracle(map.network, { weights, hierarchy: traffic.metric.hierarchy })
    for (let trip = 0; trip < count; trip++) {
      const stops = [places.junction(), places.junction()].map(([latitude, longitude]) => ({
        latitude,
        longitude,
        heading: -1,
      }))
      const request = { metric: traffic.metric, stops, radiusMeters: 1000, alternatives: 0 }
      const snaps = this.planner.snap(request)
      if ('kind' in snaps) continue
      const plan = this.planner.plan(request)
      const truth = oracle.findMinWeight(snaps)
      expect(plan.kind === 'plan' ? { weight: plan.weight } : 'none', `${what}, trip ${trip}`).toEqual(
        'weight' in truth ? truth : 'none',
      )
      this.seen.plans++
    }
  }

  private weights(
    { state }: TrafficHandle,
    profile: TravelProfile,
    departMs: number,
    aheadMs: number,
    forcedEvents: number[] = [],
  ) {
    const { map, region } = this.opened.customizer.get(this.handle.dataset)
    const holds = new Set(region.listActiveConditions(departMs))
    const usual = closuresWhen(map.network, (text) => holds.has(text), profile)
    const start = { departMs, aheadMs, utcOffsetSeconds: this.utcOffsetSeconds }
    return slowWeights(map.network, state, start, profile, usual, forcedEvents)
  }

  /** Compares fifty pairs with the reference. */
  private compare(metric: MetricHandle, truth: CarWeights, what: string): void {
    expect(firstDifference(metric.weights.arc, truth.arc), `arcs of ${what}`).toBe(-1)
    expect(firstDifference(metric.weights.turn, truth.turn), `turns of ${what}`).toBe(-1)
    for (let source = 0; source < 2; source++) {
      const from = Math.floor(this.random() * this.graph.arcCount)
      const distance = this.oracle.run(truth.turn, from)
      for (let target = 0; target < 25; target++) {
        const to = Math.floor(this.random() * this.graph.arcCount)
        expect(this.distances.distance(metric.hierarchy, from, to), `${what}, from ${from} to ${to}`).toBe(distance[to])
        this.seen[(distance[to] ?? 0) < INFINITE_WEIGHT ? 'reached' : 'cutOff']++
      }
    }
  }

  private count({ state }: TrafficHandle): void {
    this.seen.events += state.events.sectionArc.length
    for (const flags of state.flags) {
      if ((flags & ArcTraffic.live) !== 0) this.seen.live++
      if ((flags & ArcTraffic.closed) !== 0) this.seen.closed++
    }
    if (state.flags.every((flags) => (flags & ArcTraffic.live) === 0)) this.seen.faded++
  }
}

function firstDifference(some: Int32Array, others: Int32Array): number {
  return some.findIndex((value, index) => value !== others[index])
}

interface Course {
  readonly seed: number
  readonly utcOffsetSeconds: number
  /** Number of feed updates. */
  readonly updates: number
  /** Maximum number of roads in a feed. `events` is the maximum number of events. */
  readonly roads: number
  readonly events: number
  readonly plans: number
}

/** Adds, changes, removes and ages feeds. All queries are checked after each step. */
async function runThrough(handle: RegionHandle, course: Course) {
  const { seed, utcOffsetSeconds, updates, roads, events, plans } = course
  const random = seededRandom(seed)
  const paths = files.map((name) => join(folder.path, name))
  const opened = openTrafficService(clock, folder.path, [handle], { feeds: paths })
  const map = opened.customizer.get(handle.dataset)
  const feeds = new RandomFeeds(map, random)
  const asker = new Asker(opened, handle, utcOffsetSeconds, random)
  await opened.service.openMap(handle.dataset)
  await opened.runRound()
  const there = new Set<number>()
  for (let update = 0; update < updates; update++) {
    clock.advance(1 + Math.floor(random() ** 3 * 30 * MINUTE_MS))
    const which = Math.floor(random() * files.length)
    const path = paths[which] ?? ''
    const isRemoved = there.has(which) && random() < 0.15
    const content = () =>
      which < 2
        ? feeds.speeds(roads)
        : which === 2
          ? feeds.incidents(clock.now(), events)
          : feeds.workZones(clock.now(), events)
    if (isRemoved) await rm(path)
    else await putFile(path, content(), clock.now())
    if (isRemoved) there.delete(which)
    else there.add(which)
    if (update === 10) {
      const originals = Array.from(map.map.network.edges.arc).filter((arc) => arc < map.map.network.arcs.count)
      const typical = randomTypical(random, map.map.network.arcs.count, originals, 400 / originals.length)
      await new TypicalSpeedStore(folder.path).write(handle.dataset, networkFingerprint(map.map.network), typical)
    }
    const traffic = await settled(opened, path, isRemoved)
    const what = `seed ${seed}, update ${update} of ${files[which]}`
    asker.check(traffic, what, plans > 0 ? [0, 1, 2] : [update % 3])
    if (plans > 0) asker.checkPlans(traffic, feeds, plans, what)
  }
  await opened.service.stop()
  return asker.seen
}

/** Returns the traffic published after the file was read or found to be missing. */
async function settled(opened: TestTrafficService, path: string, isGone: boolean): Promise<TrafficHandle> {
  for (let looks = 0; looks < 50; looks++) {
    const traffic = await opened.runRound()
    const feed = opened.service.getStatus().feeds.find(({ name }) => name === path)
    if (isGone ? feed?.failure : feed?.readAtMs === clock.now() && !feed.failure) return traffic
    if (feed?.failure && !feed.failure.text.startsWith('there is no such file')) throw new Error(feed.failure.text)
  }
  throw new Error(`${path} is not read`)
}

test.each([61, 62, 63])('matches a reference in a random town (seed %i)', async (seed) => {
  const seen = await runThrough(makeRandomTown(seed, `20261115T120000Z-${seed}`, 9), {
    seed,
    utcOffsetSeconds: 0,
    updates: 30,
    roads: 200,
    events: 6,
    plans: 10,
  })
  expect(
    Math.min(seen.live, seen.closed, seen.events, seen.reached, seen.cutOff, seen.plans),
    JSON.stringify(seen),
  ).toBeGreaterThan(100)
})

test('matches a reference in Montevideo', async () => {
  const [handle] = (await openMaps()).regions
  if (!handle) throw new Error('tests/global-setup.ts did not compile a map')
  const seen = await runThrough(handle, {
    seed: 64,
    utcOffsetSeconds: -10_800,
    updates: 16,
    roads: 3000,
    events: 40,
    plans: 0,
  })
  expect(Math.min(seen.live, seen.closed, seen.events, seen.reached), JSON.stringify(seen)).toBeGreaterThan(100)
})
