import { flatDistanceMeters, seededRandom } from '@fairway/geo'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { getUsage, issueKey } from '../../accounts/tests/sample-accounts.ts'
import { getRoute, independencia, type Point, portones, tresCruces } from '../../road/route/tests/trips.ts'

interface Position {
  readonly at: readonly [number, number]
  readonly time: string
  readonly speed_ms: number
  readonly accuracy_m: number
}

/** Van that drives along a line and records a noisy position every few seconds. */
class Van {
  readonly positions: Position[] = []
  private readonly random = seededRandom(31)
  timeMs: number

  constructor(startMs: number) {
    this.timeMs = startMs
  }

  stand([latitude, longitude]: Point, seconds: number): void {
    for (const endMs = this.timeMs + 1000 * seconds; this.timeMs < endMs; this.timeMs += 5000)
      this.add(latitude, longitude, 0)
  }

  drive(line: readonly Point[], speedMs: number): void {
    let rest = 0
    for (let i = 1; i < line.length; i++) {
      const [[latA, lonA], [latB, lonB]] = [line[i - 1] ?? [0, 0], line[i] ?? [0, 0]]
      const meters = flatDistanceMeters(latA, lonA, latB, lonB)
      for (; rest < meters; rest += 3 * speedMs, this.timeMs += 3000)
        this.add(latA + (rest / meters) * (latB - latA), lonA + (rest / meters) * (lonB - lonA), speedMs)
      rest -= meters
    }
  }

  private add(latitude: number, longitude: number, speedMs: number): void {
    const blur = () => 6e-5 * (this.random() - 0.5)
    this.positions.push({
      at: [latitude + blur(), longitude + blur()],
      time: new Date(this.timeMs).toISOString(),
      speed_ms: speedMs,
      accuracy_m: 4,
    })
  }
}

describeOnStores('trips', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let key: string
  let fleet: Fleet
  let id: string
  let there: { readonly geometry: readonly Point[]; readonly distance_km: number }
  let onward: typeof there
  beforeAll(async () => {
    clock = new FakeClock('2026-11-17T15:00:00Z')
    const plans = defaultPlans(7)
    const live = { ...plans.pro.live, gpsPushPerSecond: 1e6, apiLivePollsPerSecond: 1e6 }
    const config = { shedDelayMs: 0, plans: { ...plans, pro: { ...plans.pro, live } } }
    service = await startShared({ clock, config, maps: await openMaps() })
    there = await getRoute(service, { from: independencia, to: tresCruces, alternatives: 0 })
    onward = await getRoute(service, { from: tresCruces, to: portones, alternatives: 0 })
  })
  beforeEach(async () => {
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
    id = await fleet.register({ name: '=Van "7", blue' })
  })
  const push = async (asset: string, { positions }: Van) => {
    for (let i = 0; i < positions.length; i += 1000)
      await fleet.push(asset, { positions: positions.slice(i, i + 1000) })
  }
  const ask = (url: string) => service.app.inject({ url, headers: { 'x-api-key': key } })
  const report = async (url: string) => expectServed(await ask(url)).json()
  /**
   * The van makes two trips between 23:25 and a time after midnight in Montevideo, with a ten-minute delivery in
   * between.
   */
  const driveOverMidnight = async (speedMs = 9) => {
    const van = new Van(Date.parse('2026-11-17T02:25:00Z'))
    van.stand(independencia, 600)
    van.drive(there.geometry, speedMs)
    van.stand(there.geometry.at(-1) ?? tresCruces, 600)
    van.drive(onward.geometry, speedMs)
    van.stand(onward.geometry.at(-1) ?? portones, 3600)
    await push(id, van)
  }

  test('have the length of the roads, and days in local time add up to them', async () => {
    await driveOverMidnight()
    const before = (await getUsage(service, key)).json().quota.used
    const reply = await report(`/v1/assets/${id}/trips?from=2026-11-16&days=2&roads=true&over_kmh=40`)
    expect(reply).toMatchObject({ asset: id, time_zone: 'America/Montevideo', from: '2026-11-16T03:00:00.000Z' })
    expect(reply.trips).toHaveLength(2)
    const km = reply.trips.map((trip: { distance_km: number }) => trip.distance_km)
    expect(Math.abs(km[0] / there.distance_km - 1)).toBeLessThan(0.01)
    expect(Math.abs(km[1] / onward.distance_km - 1)).toBeLessThan(0.01)
    expect(reply.trips[0]).toMatchObject({ distance_source: 'roads', harsh_braking: 0, speeding: 0, unseen_min: 0 })
    expect(reply.total_km).toBeCloseTo(km[0] + km[1], 2)
    expect((await getUsage(service, key)).json().quota.used - before).toBe(2)
    const { days } = await report(`/v1/reports/days?assets=${id}&from=2026-11-16&days=2&roads=true`)
    expect(days.map((day: { date: string; trips: number }) => [day.date, day.trips])).toEqual([
      ['2026-11-16', 2],
      ['2026-11-17', 0],
    ])
    const dayKm = days.map((day: { distance_km: number }) => day.distance_km)
    expect(Math.min(...dayKm)).toBeGreaterThan(1)
    expect(dayKm[0] + dayKm[1]).toBeCloseTo(reply.total_km, 2)
    const { assets, total } = await report(`/v1/reports/summary?assets=${id}&from=2026-11-16&days=2&roads=true`)
    expect(total.distance_km).toBeCloseTo(reply.total_km, 2)
    expect(assets[0]).toMatchObject({ asset: id, trips: 2, stops: 3, distance_km: total.distance_km })
  })

  test('without roads are within 2 % and free, and stops are where the van stood', async () => {
    await driveOverMidnight()
    const before = (await getUsage(service, key)).json().quota.used
    const { trips } = await report(`/v1/assets/${id}/trips?from=2026-11-16&days=2`)
    expect(trips[0]).toMatchObject({ distance_source: 'track', speeding: null, speeding_min: null })
    expect(Math.abs(trips[0].distance_km / there.distance_km - 1)).toBeLessThan(0.02)
    const { stops } = await report(`/v1/assets/${id}/stops?from=2026-11-16&days=2`)
    expect(stops).toHaveLength(3)
    expect([stops[0].arrive_at, stops[2].depart_at]).toEqual([null, null])
    expect(Math.abs(stops[1].duration_min - 10)).toBeLessThan(1)
    const [latitude, longitude] = there.geometry.at(-1) ?? [0, 0]
    expect(flatDistanceMeters(latitude, longitude, stops[1].at[0], stops[1].at[1])).toBeLessThan(5)
    expect((await getUsage(service, key)).json().quota.used).toBe(before)
  })

  test('report where the van was faster than the signs allow', async () => {
    await driveOverMidnight(27)
    const { trips } = await report(`/v1/assets/${id}/trips?from=2026-11-16&days=2&roads=true`)
    expect(trips[0].speeding).toBeGreaterThan(0)
    const event = trips[0].events.find(({ kind }: { kind: string }) => kind === 'speeding')
    expect(event).toMatchObject({ max_kmh: 97.2, limit_kmh: expect.any(Number), road: expect.any(String) })
    expect(event.limit_kmh).toBeLessThan(90)
    const lenient = await report(`/v1/assets/${id}/trips?from=2026-11-16&days=2&roads=true&over_kmh=100`)
    expect(lenient.trips[0].speeding).toBe(0)
  })

  test('come as CSV with local times, safe for spreadsheets', async () => {
    await driveOverMidnight()
    const trips = expectServed(await ask(`/v1/assets/${id}/trips?from=2026-11-16&days=2&format=csv`))
    expect(trips.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, first] = trips.body.split('\r\n')
    expect(head).toMatch(/^depart_at,depart_at_local,arrive_at,arrive_at_local,start_lat,start_lon,/)
    expect(first).toMatch(/^2026-11-17T02:3\d:\d\d.\d{3}Z,2026-11-16 23:3\d:\d\d,/)
    const stops = expectServed(await ask(`/v1/assets/${id}/stops?from=2026-11-16&days=2&format=csv`)).body
    expect(stops.trim().split('\r\n')).toHaveLength(4)
    const days = expectServed(await ask('/v1/reports/days?from=2026-11-16&days=2&format=csv')).body
    expect(days.split('\r\n')[1]).toMatch(new RegExp(`^${id},"'=Van ""7"", blue",America/Montevideo,2026-11-16,`))
    expect(
      expectServed(await ask('/v1/reports/summary?format=csv'))
        .body.trim()
        .split('\r\n'),
    ).toHaveLength(2)
  })

  test('of all assets come in one report, with rows for assets without positions', async () => {
    const other = await fleet.register({ name: 'Idle' })
    await driveOverMidnight()
    const { assets, total, next } = await report('/v1/reports/summary?from=2026-11-16&days=2')
    expect(assets.map(({ asset, trips }: { asset: string; trips: number }) => [asset, trips])).toEqual([
      [id, 2],
      [other, 0],
    ])
    expect([total.trips, next]).toEqual([2, undefined])
    expect(assets[1]).toMatchObject({ time_zone: 'UTC', distance_km: 0, harsh_braking: null, first_depart_at: null })
  })

  test('of a group contain only its assets and their sum', async () => {
    await driveOverMidnight()
    await fleet.patch(`/${id}`, { group: 'north' })
    const other = await fleet.register({ name: 'Idle', group: 'south' })
    const read = async (query: string) => {
      const { assets, total } = await report(`/v1/reports/summary?from=2026-11-16&days=2&${query}`)
      return [assets.map(({ asset }: { asset: string }) => asset), total.trips]
    }
    expect(await read('group=north')).toEqual([[id], 2])
    expect(await read('group=south')).toEqual([[other], 0])
    expect(await read('group=west')).toEqual([[], 0])
    expect(await read(`group=north&assets=${other},${id}`)).toEqual([[id], 2])
    const csv = expectServed(await ask('/v1/reports/days?from=2026-11-16&days=2&group=north&format=csv')).body
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    expect(csv).not.toContain(other)
  })

  describe('reject', () => {
    test.each([
      ['from=2026-02-30', 422, 'from is "2026-02-30"; it must be a calendar date, such as 2026-11-17'],
      [
        'time_zone=Berlin',
        422,
        'time_zone is "Berlin"; give a name from the IANA time zone database, such as Europe/Berlin, or leave it out',
      ],
    ])('%s', async (query, status, detail) => {
      expectProblem(await ask(`/v1/assets/${id}/trips?${query}`), status, detail)
      expectProblem(await ask(`/v1/assets/${id}/stops?${query}`), status, detail)
      expectProblem(await ask(`/v1/reports/days?${query}`), status, detail)
    })

    test('unknown assets, and too many assets on roads', async () => {
      expectProblem(await ask('/v1/assets/as_1/trips'), 404, /no asset "as_1"/)
      expectProblem(await ask('/v1/assets/as_1/stops'), 404, /no asset "as_1"/)
      expectProblem(await ask(`/v1/reports/days?assets=${id},as_1`), 404, /no asset "as_1"/)
      const many = Array.from({ length: 21 }, (_, i) => `as_${i}`).join()
      const detail = (given: string) =>
        `roads is true, but assets ${given}; list 1 to 20 assets, because each asset counts as one route per day`
      expectProblem(await ask('/v1/reports/days?roads=true'), 422, detail('is missing'))
      expectProblem(await ask(`/v1/reports/summary?roads=true&assets=${many}`), 422, detail('lists 21 assets'))
      expectProblem(await ask('/v1/reports/days?after=page2'), 422, /after is "page2"/)
      expect((await ask(`/v1/assets/${id}/trips?days=32`)).statusCode).toBe(422)
      expect((await ask(`/v1/assets/${id}/trips?days=31`)).statusCode).toBe(200)
    })
  })

  describe('tours', () => {
    const stops = [independencia, tresCruces, portones, [-34.9094, -56.1653] as Point]
    const optimize = async (more: object = {}) => {
      const payload = {
        stops,
        service_min: 5,
        depart_at: new Date(clock.now()).toISOString(),
        max_iterations: 50,
        ...more,
      }
      const headers = { 'x-api-key': key }
      return expectServed(await service.app.inject({ method: 'POST', url: '/v1/optimize', headers, payload })).json()
    }
    const send = (url: string, payload: object) =>
      service.app.inject({ method: 'POST', url, headers: { 'x-api-key': key }, payload })
    const dispatch = (solution: string, payload: object = { assets: [{ vehicle: 0, asset: id }] }) =>
      send(`/v1/optimize/${solution}/dispatch`, payload)
    const mark = (stop: number, payload: object) => send(`/v1/assets/${id}/stops/${stop}`, payload)
    interface LiveStop {
      readonly stop: number
      readonly status: string
      readonly eta_min: number | null
      readonly late_min?: number
      readonly done_at?: string
    }
    const liveStops = async (): Promise<LiveStop[]> => (await report(`/v1/assets/${id}/live`)).stops
    const statuses = (list: readonly LiveStop[]) => list.map(({ stop, status }) => [stop, status])

    test('become asset routes, and their stops are predicted, marked as done and reported as late', async () => {
      const solution = await optimize()
      const [tour] = solution.routes
      const [first, second, third]: number[] = tour.visits.map((visit: { stop: number }) => visit.stop)
      expect(expectServed(await dispatch(solution.id)).json()).toMatchObject({
        solution: solution.id,
        dispatched: [{ vehicle: 0, asset: id, stops: [first, second, third] }],
        not_dispatched: [],
      })
      const planned = await liveStops()
      planned.forEach((stop, i) => {
        // The optimizer and the route agree on driving and service times.
        expect(Math.abs((stop.eta_min ?? 0) - tour.visits[i].arrives_min)).toBeLessThan(1)
      })
      const route = (await fleet.get(`/${id}/route`)).json()
      const van = new Van(clock.now())
      const line: readonly Point[] = route.geometry
      const meters = line.map(([lat, lon]) => flatDistanceMeters(lat, lon, ...(stops[first ?? 0] ?? independencia)))
      const toFirst = line.slice(0, 1 + meters.indexOf(Math.min(...meters)))
      van.drive(toFirst, 10)
      van.stand(toFirst.at(-1) ?? independencia, 120)
      clock.advance(van.timeMs - clock.now())
      await push(id, van)
      expect(statuses(await liveStops())).toEqual([
        [first, 'arrived'],
        [second, 'pending'],
        [third, 'pending'],
      ])
      const onward = new Van(clock.now())
      onward.drive(line.slice(toFirst.length, toFirst.length + 15), 10)
      clock.advance(onward.timeMs - clock.now())
      await push(id, onward)
      const left = await liveStops()
      expect(statuses(left)).toEqual([
        [first, 'done'],
        [second, 'pending'],
        [third, 'pending'],
      ])
      expect(left[0]).toMatchObject({ eta_min: null, done_at: expect.any(String) })
      // A mark takes precedence over positions and can be undone.
      expect(statuses(expectServed(await mark(second ?? 0, { status: 'skipped' })).json().stops)).toEqual([
        [first, 'done'],
        [second, 'skipped'],
        [third, 'pending'],
      ])
      expect(statuses(expectServed(await mark(second ?? 0, { status: 'pending' })).json().stops)[1]).toEqual([
        second,
        'pending',
      ])
      // After the customer cancels, the new route is shorter and completed stops stay completed.
      const before = (await liveStops()).at(-1)?.eta_min ?? 0
      const canceled = expectServed(await mark(second ?? 0, { status: 'canceled', replan: true })).json().stops
      expect(new Map(statuses(canceled) as [number, string][])).toEqual(
        new Map([
          [first, 'done'],
          [second, 'canceled'],
          [third, 'pending'],
        ]),
      )
      expect(canceled.find(({ stop }: LiveStop) => stop === third).eta_min).toBeLessThan(before - 4)
    })

    test('predict late arrivals at stops with windows', async () => {
      const end = new Date(clock.now() + 3_600_000).toISOString()
      const window = [[new Date(clock.now()).toISOString(), end]]
      const solution = await optimize({ time_windows: [null, window, window, window] })
      expectServed(await dispatch(solution.id))
      expect((await liveStops()).map(({ late_min }) => late_min)).toEqual([undefined, undefined, undefined])
      clock.advance(3_500_000)
      const late = await liveStops()
      expect(late[0]).toMatchObject({ due_at: end })
      expect(late.at(-1)?.late_min).toBeGreaterThan(5)
      expect((await report(`/v1/assets/${id}/live`)).solution).toBe(solution.id)
    })

    test('are shared with receivers: one stop, its arrival, the position when it is next, and nothing else', async () => {
      const solution = await optimize()
      const [first, second]: number[] = solution.routes[0].visits.map((visit: { stop: number }) => visit.stop)
      expectProblem(await mark(first ?? 0, { status: 'done' }), 404, /has no tour/)
      expectServed(await dispatch(solution.id))
      clock.advance(1000)
      await fleet.push(id, { at: independencia, accuracy_m: 4 })
      const share = async (stop = 0, body = {}) =>
        expectServed(await send(`/v1/assets/${id}/stops/${stop}/share`, body)).json()
      const view = (token: string) => service.app.inject(`/v1/share/${token}`)
      const [mine, later] = [await share(first), await share(second, { expires_min: 1 })]
      expect(mine.url).toMatch(new RegExp(`/share/${mine.token}$`))
      const seen = expectServed(await view(mine.token))
      expect(seen.json()).toEqual({
        status: 'next',
        destination: stops[first ?? 0],
        position: { at: independencia.map((degrees) => Math.round(degrees * 1e4) / 1e4), age_s: 0 },
        eta_min: expect.any(Number),
        arrive_at: expect.any(String),
        expires_at: new Date(clock.now() + 86_400_000).toISOString(),
      })
      expect(seen.headers['cache-control']).toBe('no-store')
      expect(seen.body).not.toContain(id)
      // Until the stop is next, a receiver sees only the arrival time.
      expect((await view(later.token)).json()).toMatchObject({
        status: 'pending',
        position: null,
        eta_min: expect.any(Number),
      })
      expectServed(await mark(first ?? 0, { status: 'done' }))
      expect((await view(mine.token)).json()).toMatchObject({ status: 'done', position: null, eta_min: null })
      expectProblem(
        await view(mine.token),
        429,
        /^This link is limited to 2 requests per second; the next one will be accepted in \d+ ms$/,
      )
      clock.advance(59_999)
      // A new route of the same tour does not end the link.
      expectServed(await mark(first ?? 0, { status: 'done', replan: true }))
      expect((await view(later.token)).json()).toMatchObject({
        status: 'next',
        position: { age_s: expect.any(Number) },
      })
      clock.advance(1)
      const ended = 'This link is invalid or has expired; ask the sender for a new one'
      expectProblem(await view(later.token), 404, ended)
      const revoke = () =>
        service.app.inject({ method: 'DELETE', url: `/v1/shares/${mine.id}`, headers: { 'x-api-key': key } })
      expect(expectServed(await revoke()).json()).toEqual({ revoked: mine.id })
      expectProblem(await view(mine.token), 404, ended)
      expectProblem(
        await revoke(),
        404,
        `The account has no link "${mine.id}"; the link may have expired or been revoked`,
      )
      expectProblem(await send(`/v1/assets/${id}/stops/9/share`, {}), 404, /has no stop 9/)
      // Another tour also ends the link.
      const other = await share(second)
      expectServed(await dispatch((await optimize()).id))
      expectProblem(await view(other.token), 404, ended)
      const page = expectServed(await service.app.inject('/share/anything'))
      expect(page.headers['content-security-policy']).toMatch(/script-src 'sha256-/)
      expect(page.headers['referrer-policy']).toBe('no-referrer')
    })

    test('of anonymous callers have no id, and those of other accounts cannot be dispatched', async () => {
      const anonymous = await service.app.inject({
        method: 'POST',
        url: '/v1/optimize',
        payload: { stops, max_iterations: 5 },
      })
      expect(anonymous.json().id).toBeUndefined()
      const { id: solution } = await optimize()
      const { key: other } = await issueKey(service, 'pro')
      const payload = { assets: [{ vehicle: 0, asset: id }] }
      const url = `/v1/optimize/${solution}/dispatch`
      const reply = await service.app.inject({ method: 'POST', url, headers: { 'x-api-key': other }, payload })
      expectProblem(
        reply,
        404,
        `The account has no solution "${solution}"; solutions are kept for a day, so use an id that POST /v1/optimize returned recently`,
      )
      clock.advance(86_400_001)
      expectProblem(await dispatch(solution), 404, /has no solution/)
    })

    test('are rejected with a reason', async () => {
      const { id: solution } = await optimize()
      const vessel = await fleet.register({ kind: 'vessel' })
      const pair = (vehicle: number, asset: string) => ({ vehicle, asset })
      const other = await fleet.register()
      expectProblem(
        await dispatch(solution, { assets: [pair(1, id)] }),
        422,
        'assets[0].vehicle is 1; in this solution, only vehicle 0 has a tour',
      )
      expectProblem(
        await dispatch(solution, { assets: [pair(0, id), pair(1, id)] }),
        422,
        `assets[1].asset is "${id}", which is already listed; list each asset only once`,
      )
      expectProblem(
        await dispatch(solution, { assets: [pair(0, id), pair(0, other)] }),
        422,
        'assets[1].vehicle is 0, which is already listed; list each vehicle only once',
      )
      expectProblem(
        await dispatch(solution, { assets: [pair(0, vessel)] }),
        422,
        'assets[0].asset is a vessel, but tours are driven on roads; use a vehicle or a robot',
      )
      expectProblem(await dispatch(solution, { assets: [pair(0, 'as_1')] }), 404, /no asset "as_1"/)
      expectProblem(
        await mark(1, { status: 'done' }),
        404,
        `The asset "${id}" has no tour; dispatch one with POST /v1/optimize/{id}/dispatch`,
      )
      expectProblem(
        await dispatch(solution, { assets: [id, other] }),
        422,
        'assets[1].vehicle is 1; in this solution, only vehicle 0 has a tour',
      )
      expectProblem(
        await dispatch(solution, { assets: [7] }),
        422,
        /^assets\[0\] is 7; it must be the id of an asset, or an object with vehicle \(a number\) and asset \(an id\)/,
      )
      expect((await dispatch(solution, { assets: [id] })).json().dispatched).toMatchObject([{ vehicle: 0, asset: id }])
      expectServed(await dispatch(solution))
      expectProblem(
        await mark(9, { status: 'done' }),
        404,
        /^The tour of the asset has no stop 9; its stops are \d, \d and \d$/,
      )
      expectProblem(await send('/v1/assets/as_1/stops/1', { status: 'done' }), 404, /no asset "as_1"/)
    })
  })
})
