import { ArcTraffic } from '@fairway/road'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runHere } from '../../../../../tests/cli/run-here.ts'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../tests/support/maps/maps.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { storeEnvironment } from '../../../../../tests/support/servers/server-process.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import type { StoreSettings } from '../../../../../tests/support/servers/stores.ts'
import { createTempDir, type TempDir } from '../../../../../tests/support/servers/temp-dir.ts'
import { openTrafficService } from '../../../maps/traffic/testing/traffic-service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey, signIn } from '../../accounts/tests/sample-accounts.ts'
import { ProbeStore } from '../positions/probe-store.ts'
import { TrafficProbes } from '../positions/traffic-probes.ts'

type Point = readonly [number, number]

describeOnStores('speeds of tracked vehicles', ({ start, kind }) => {
  let service: TestService
  let clock: FakeClock
  let maps: TestMaps
  let folder: TempDir
  beforeAll(async () => {
    maps = await openMaps()
    folder = await createTempDir()
  })
  afterAll(() => folder.dispose())
  beforeEach(async () => {
    // The time is in the middle of a five-minute slot, so that no trip crosses a slot boundary.
    clock = new FakeClock('2026-11-15T12:00:05Z')
    const plans = defaultPlans(7)
    const live = { ...plans.pro.live, apiLivePollsPerSecond: 1e6, gpsPushPerSecond: 1e6 }
    service = await start({ clock, maps, config: { plans: { ...plans, pro: { ...plans.pro, live } } } })
  })

  /** Drives vehicles of several accounts along the same road at 4 m/s. The vehicles push positions while they drive. */
  async function driveSlowly(keys: readonly string[], belatedMs = 0): Promise<void> {
    const ends = { from: [-34.9066, -56.1671], to: [-34.8941, -56.1527], alternatives: 0 }
    const headers = { 'x-api-key': keys[0] }
    const reply = await service.app.inject({ method: 'POST', url: '/v1/route', headers, payload: ends })
    const line = walk(reply.json().geometry, 20).slice(0, 56)
    const vans = await Promise.all(
      keys.map(async (key) => {
        const fleet = new Fleet(service, key)
        return { fleet, id: await fleet.register() }
      }),
    )
    for (let from = 0; from < line.length; from += 10) {
      const begunMs = clock.now()
      clock.advance(50_000)
      const positions = line
        .slice(from, from + 10)
        .map((at, index) => ({ at, time: begunMs + 5000 * index - belatedMs, accuracy_m: 4 }))
      for (const { fleet, id } of vans) await fleet.push(id, { positions })
    }
  }
  const keysOf = async (...vehicles: number[]) => {
    const keys = await Promise.all(vehicles.map(async () => (await issueKey(service, 'pro')).key))
    return keys.flatMap((key, at) => Array<string>(vehicles[at] ?? 0).fill(key))
  }
  /** Returns the number of arcs with a live speed. */
  async function liveArcs(): Promise<number> {
    const drives = await new TrafficProbes(new ProbeStore(service.database.db)).readDrives(clock.now())
    const { service: trafficService, published } = openTrafficService(clock, folder.path, maps.regions)
    for (const { dataset } of maps.regions) await trafficService.openMap(dataset)
    trafficService.addProbes(drives)
    await trafficService.runRound()
    const flags = published.at(-1)?.traffic.state.flags ?? new Uint8Array()
    return flags.filter((flag) => (flag & ArcTraffic.live) !== 0).length
  }

  test('slow the roads for everyone when enough vehicles drive there', async () => {
    await driveSlowly(await keysOf(2, 1))
    expect(await liveArcs()).toBeGreaterThan(2)
  })

  test('are not published for two vehicles', async () => {
    await driveSlowly(await keysOf(1, 1))
    expect(await liveArcs()).toBe(0)
  })

  test('are not published for a single account, however many vehicles it claims', async () => {
    await driveSlowly(await keysOf(8))
    expect(await liveArcs()).toBe(0)
  })

  test('are ignored when they arrive long after measurement', async () => {
    await driveSlowly(await keysOf(2, 2), 121_000)
    expect(await liveArcs()).toBe(0)
  })

  test('are ignored for an account that does not share them, until it does', async () => {
    const person = await issueKey(service, 'pro')
    const { headers } = await signIn(service, person)
    const put = (shares_traffic: unknown) =>
      service.app.inject({ method: 'PUT', url: '/account/traffic', headers, payload: { shares_traffic } as object })
    const shown = async () =>
      (await service.app.inject({ url: '/account', headers })).json().account.shares_traffic as boolean
    expect(await shown()).toBe(true)
    expect((await put(false)).json()).toEqual({ shares_traffic: false })
    expect(await shown()).toBe(false)
    await driveSlowly(Array<string>(4).fill(person.key))
    const probes = () => new TrafficProbes(new ProbeStore(service.database.db)).readDrives(clock.now())
    expect(await probes()).toEqual([])
    expectProblem(await put('no'), 422, /^shares_traffic is "no"; it must be a boolean/)
    expectProblem(await service.app.inject({ method: 'PUT', url: '/account/traffic', payload: {} }), 401)
    expect((await put(true)).json()).toEqual({ shares_traffic: true })
    expect(await probes()).toHaveLength(4)
  })

  describe('operator', () => {
    const admin = async (...args: string[]) => {
      for (const [name, value] of Object.entries(storeEnvironment(service.config as StoreSettings)))
        vi.stubEnv(name, value)
      return await runHere('admin', ...args).finally(() => vi.unstubAllEnvs())
    }

    test.skipIf(kind !== 'embedded')('turns sharing off and on for an account', async () => {
      const person = await issueKey(service, 'pro')
      const { headers } = await signIn(service, person)
      const off = await admin('share-traffic', person.email, 'off', '--json')
      expect([off.code, JSON.parse(off.stdout)]).toMatchObject([
        0,
        { shares_traffic: false, account: { id: person.id } },
      ])
      expect((await service.app.inject({ url: '/account', headers })).json().account.shares_traffic).toBe(false)
      const on = await admin('share-traffic', person.id, 'on')
      expect(on.stdout).toBe(`Vehicle speeds of ${person.email} are used as live traffic data\n`)
      expect((await admin('share-traffic', person.id, 'perhaps')).stderr).toMatch(/It must be on or off/)
      expect((await admin('share-traffic', 'nobody@example.com', 'on')).code).not.toBe(0)
    })
  })
})

/** Returns points along a line, `stepM` meters apart. */
function walk(line: readonly Point[], stepM: number): Point[] {
  const points: Point[] = []
  let left = 0
  for (const [index, to] of line.slice(1).entries()) {
    const from = line[index] as Point
    const meters = Math.hypot((to[0] - from[0]) * 111_195, (to[1] - from[1]) * 111_195 * Math.cos(from[0] / 57.3))
    for (; left < meters; left += stepM) {
      const share = left / meters
      points.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])])
    }
    left -= meters
  }
  return points
}
