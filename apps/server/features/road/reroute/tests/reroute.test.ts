import { applyDelta, checksumOf, readGeometry } from '@fairway/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeObjects } from '../../../../../../tests/api/closed-document.ts'
import { type Described, listOperations, readDocument } from '../../../../../../tests/api/contract.ts'
import { expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps, type TestMaps } from '../../../../../../tests/support/maps/maps.ts'
import { checkReroute, type RerouteReply } from '../../../../../../tests/support/operations/check-reroute.ts'
import { type Ask, lineFormats, toPoints } from '../../../../../../tests/support/operations/reroutes.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { getUsage, signUp } from '../../../accounts/tests/sample-accounts.ts'
import { expectConsistentRoute } from '../../route/tests/check-path.ts'
import {
  cerro,
  getRoute,
  independencia,
  metersBetween,
  type Point,
  pocitos,
  portones,
  prado,
  type RouteReply,
  toRing,
  tresCruces,
} from '../../route/tests/trips.ts'
import { rerouteExample, rerouteRequests } from '../examples.ts'

const trip = { from: independencia, to: portones, alternatives: 0 }

describeOnStores(
  'a reroute',
  ({ start, startShared }) => {
    let maps: TestMaps
    let service: TestService
    let operation: Described
    let route: RouteReply
    beforeAll(async () => {
      maps = await openMaps()
      service = await startShared({ maps, config: { anonymousBurst: 1_000_000 } })
      const operations = listOperations(closeObjects(await readDocument(service)))
      operation = operations.find(({ name }) => name === 'POST /v1/reroute') ?? expect.unreachable()
      route = await getRoute(service, trip)
    })
    const postJson: Ask = async (url, body) => {
      const reply = await service.app.inject({ method: 'POST', url, payload: body })
      return { status: reply.statusCode, text: reply.payload }
    }
    const get = async (body: object): Promise<RerouteReply> => {
      const reply = expectServed(await service.app.inject({ method: 'POST', url: '/v1/reroute', payload: body }))
      expect(operation.findFault('200', 'application/json', reply.json())).toBeUndefined()
      return reply.json()
    }
    const getFull = async (body: object): Promise<RouteReply> =>
      (await get({ ...body, reply: 'full' })).route as unknown as RouteReply
    /** Returns the point at a given fraction of the route's points. */
    const at = (share: number): Point => route.geometry[Math.floor(share * (route.geometry.length - 1))] ?? [0, 0]
    const closing = ([latitude, longitude]: Point) =>
      toRing(latitude - 0.0002, longitude - 0.0002, latitude + 0.0002, longitude + 0.0002)

    test('matches the documentation', async () => {
      expect(await get(rerouteRequests[0] ?? {})).toEqual(rerouteExample)
      expect(await get(rerouteRequests[1] ?? {})).toMatchObject({ kind: 'unchanged', reason: 'unchanged' })
      expect(await get(rerouteRequests[2] ?? {})).toMatchObject({ kind: 'full', reason: 'destination-changed' })
    })

    test('counts as a route', async () => {
      const separateService = await start({ maps })
      const { key } = await signUp(separateService)
      await separateService.app.inject({
        method: 'POST',
        url: '/v1/reroute',
        headers: { 'x-api-key': key },
        payload: { geometry: route.geometry },
      })
      expect(expectServed(await getUsage(separateService, key)).json().quota.used).toBe(1)
    })

    describe('unchanged route', () => {
      test('is reported in less than 300 bytes, with the times of the route', async () => {
        const reply = await get({ geometry: route.geometry })
        const checksum = checksumOf(readGeometry(route.geometry, 'points') ?? expect.unreachable())
        expect(reply).toEqual({
          kind: 'unchanged',
          reason: 'unchanged',
          base_checksum: checksum,
          checksum,
          distance_km: expect.closeTo(route.distance_km, 3),
          eta_min: expect.closeTo(route.eta_min, 2),
          free_flow_min: expect.closeTo(route.free_flow_min, 2),
          saved_min: 0,
          receipt: {
            previous_eta_min: reply.eta_min,
            new_eta_min: reply.eta_min,
            snapshot_at: null,
            kept_previous: true,
          },
        })
        expect(JSON.stringify(reply).length).toBeLessThan(300)
      })

      test('has the remaining route from the position, whatever the approach', async () => {
        let before = route.distance_km
        for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
          const [latitude, longitude] = at(share)
          const reply = await get({ geometry: route.geometry, position: [latitude + 0.0001, longitude] })
          expect([reply.kind, reply.reason]).toEqual(['unchanged', 'unchanged'])
          expect(reply.distance_km).toBeLessThan(before)
          before = reply.distance_km
        }
        expect(before).toBeLessThan(0.1)
      })

      test('is the remaining route in full, with the line of the checksum', async () => {
        const reply = await get({ geometry: route.geometry, reply: 'full' })
        expect(reply).toMatchObject({ kind: 'full', reason: 'unchanged', receipt: { kept_previous: true } })
        const { id, alternatives, geometry, steps } = reply.route as unknown as RouteReply
        expect([alternatives, geometry]).toEqual([[], route.geometry])
        // A line does not specify on which side of its end the destination is.
        const withoutSide = ({ instruction }: { instruction: string }) =>
          instruction.replace(/, on the (left|right)$/, '')
        expect(steps.map(withoutSide)).toEqual(route.steps.map(withoutSide))
        expect(reply.checksum).toBe(reply.base_checksum)
        expectConsistentRoute(reply.route as unknown as RouteReply)
        // The new route can also be rerouted by its id.
        expect(await get({ route_id: id })).toMatchObject({ kind: 'unchanged', base_checksum: reply.checksum })
      })

      test('is kept for a small gain, and changed for any gain with min_gain_min 0', async () => {
        // The route makes a long detour to a stop that the later request removes.
        const detour = await getRoute(service, { ...trip, via: [[-34.8896, -56.1387]] })
        const saved = detour.eta_min - route.eta_min
        expect(saved).toBeGreaterThan(0.2)
        const body = { geometry: detour.geometry }
        expect(await get({ ...body, min_gain_min: saved + 1 })).toMatchObject({ reason: 'too-little-gain' })
        const reply = await get({ ...body, min_gain_min: 0 })
        expect(reply).toMatchObject({ kind: 'delta', reason: 'better', saved_min: expect.closeTo(saved, 2) })
        expect(reply.receipt).toMatchObject({
          previous_eta_min: expect.closeTo(detour.eta_min, 2),
          kept_previous: false,
        })
      })
    })

    describe.each(lineFormats)('line in %s', (format) => {
      let old: string
      beforeAll(async () => {
        old = (await getRoute<string>(service, { ...trip, geometry: format })).geometry
      })
      const check = async (change: object, made: object = { geometry: old }) => {
        const body = { ...made, ...change }
        const checked = await checkReroute(postJson, { change: 'closed', format, old, body, name: format })
        expect(checked.faults).toEqual([])
        return checked.reply ?? expect.unreachable(checked.detail)
      }

      test('is recognized with or without its format', async () => {
        expect(await check({})).toMatchObject({ kind: 'unchanged' })
        expect(await check({ geometry_format: format })).toMatchObject({ kind: 'unchanged' })
      })

      test('around a closed street is rebuilt from the changes', async () => {
        const reply = await check({ avoid_areas: [closing(at(0.5))] })
        expect([reply.kind, reply.reason]).toEqual(['delta', 'blocked'])
        expect(reply.receipt.previous_eta_min).toBeNull()
        const line = applyDelta(old, format, reply)
        expect(toPoints(line, format)[0]).toEqual(toPoints(old, format)[0])
      })

      test('detours closely around a closure, unless another route is worth it', async () => {
        for (const share of [0.3, 0.4, 0.5, 0.6, 0.7]) {
          const closed = { avoid_areas: [closing(at(share))] }
          const [near, best] = [await check(closed), await check({ ...closed, min_gain_min: 0 })]
          if (near.kind !== 'delta' || best.kind !== 'delta') continue
          expect(near.eta_min).toBeGreaterThanOrEqual(best.eta_min)
          // By default, a route change must gain a minute or 5 %, whichever is less.
          expect(near.eta_min - best.eta_min).toBeLessThanOrEqual(Math.min(1, 0.05 * near.eta_min) + 0.002)
          expect(countKept(near)).toBeGreaterThanOrEqual(countKept(best))
          const withMinGain = await check({ ...closed, min_gain_min: 60 })
          expect(countKept(withMinGain)).toBeGreaterThanOrEqual(countKept(near))
        }
      })

      test('is recognized by the id of its route', async () => {
        const { id } = await getRoute(service, { ...trip, geometry: format })
        expect(await check({}, { route_id: id })).toMatchObject({ kind: 'unchanged' })
        const closed = { avoid_areas: [closing(at(0.5))] }
        const byId = await check(closed, { route_id: id })
        const byLine = await check(closed)
        expect([byId.kind, byId.checksum]).toEqual([byLine.kind, byLine.checksum])
        // A rounded line does not contain the exact start.
        if (format !== 'polyline') expect(byId).toEqual(byLine)
      })
    })

    test('returns to the route from next to it, where that is best', async () => {
      const [latitude, longitude] = at(0.3)
      const position: Point = [latitude + 0.0025, longitude + 0.001]
      const reply = await get({ geometry: route.geometry, position })
      expect([reply.kind, reply.reason]).toEqual(['delta', 'off-route'])
      const line = applyDelta(route.geometry, 'points', reply)
      expect(metersBetween(line[0] ?? [0, 0], position)).toBeLessThan(150)
      expect(line.at(-1)).toEqual(route.geometry.at(-1))
      const lastKeep = reply.delta?.ops.findLast(({ op }) => op === 'keep')
      expect(lastKeep).toMatchObject({ to: route.geometry.length - 1 })
      expect(reply.receipt).toMatchObject({ previous_eta_min: expect.any(Number) })
    })

    test('assumes the driving direction of the route: the other side of the street is no shortcut', async () => {
      for (const share of [0.2, 0.4, 0.6, 0.8]) {
        const full = await getFull({ geometry: route.geometry, position: at(share), avoid_areas: [closing(at(0.95))] })
        const [y, x] = full.geometry[1] ?? [0, 0]
        const next = route.geometry.slice(Math.floor(share * route.geometry.length))
        expect(Math.min(...next.map((point) => metersBetween(point, [y, x])))).toBeLessThan(60)
      }
    })

    describe('stops', () => {
      const via = [prado, pocitos]
      let tour: RouteReply
      beforeAll(async () => {
        tour = await getRoute(service, { ...trip, via })
      })
      const legsOf = async (body: object) => (await getFull(body)).legs.map(({ to }) => to)

      test('of a route with an id are known, and passed ones are not visited again', async () => {
        expect(await get({ route_id: tour.id })).toMatchObject({
          kind: 'unchanged',
          eta_min: expect.closeTo(tour.eta_min, 2),
        })
        expect(await legsOf({ route_id: tour.id })).toHaveLength(3)
        const between = tour.geometry[(tour.steps.find(({ leg }) => leg === 1)?.geometry_range?.[1] ?? 0) + 3]
        expect(await legsOf({ route_id: tour.id, position: between })).toHaveLength(2)
      })

      test('are not lost by a vehicle next to the route that is slightly nearer to a later part', async () => {
        const toFirst = (tour.steps.find(({ leg }) => leg === 1)?.geometry_range?.[0] ?? 0) + 1
        const nearest = (point: Point, line: readonly Point[]) =>
          Math.min(...line.map((other) => metersBetween(point, other)))
        let [tried, tempted] = [0, 0]
        for (let i = 0; i < toFirst; i += 2) {
          const [latitude, longitude] = tour.geometry[i] ?? [0, 0]
          for (const [north, east] of [
            [0.003, 0],
            [-0.003, 0],
            [0, 0.0035],
            [0, -0.0035],
          ] as const) {
            const position: Point = [latitude + north, longitude + east]
            const [first, later] = [tour.geometry.slice(0, toFirst), tour.geometry.slice(toFirst)].map((line) =>
              nearest(position, line),
            )
            if (first === undefined || later === undefined || Math.min(first, later) < 100 || first > 1.5 * later)
              continue
            const reply = await postJson('/v1/reroute', { route_id: tour.id, position, reply: 'full' })
            if (reply.status !== 200) continue
            expect(JSON.parse(reply.text).route.legs, JSON.stringify(position)).toHaveLength(3)
            tried++
            if (later < first) tempted++
          }
        }
        expect([tried > 10, tempted > 0], `${tried} ${tempted}`).toEqual([true, true])
      })

      test('of a line are the given ones', async () => {
        expect(await get({ geometry: tour.geometry, stops: via })).toMatchObject({
          kind: 'unchanged',
          reason: 'unchanged',
        })
        expect(await get({ geometry: tour.geometry })).toMatchObject({ reason: 'better' })
        expect(await legsOf({ geometry: tour.geometry })).toHaveLength(1)
      })

      test('are removed by number and by position', async () => {
        const byNumber = await legsOf({ route_id: tour.id, removed_stops: [0] })
        expect(byNumber).toHaveLength(2)
        expect(metersBetween(byNumber[0] ?? [0, 0], pocitos)).toBeLessThan(100)
        expect(await legsOf({ route_id: tour.id, removed_stops: [prado] })).toEqual(byNumber)
        expect(await legsOf({ geometry: tour.geometry, stops: via, removed_stops: [prado] })).toEqual(byNumber)
        expect(await get({ route_id: tour.id, removed_stops: [1, 0] })).toMatchObject({ reason: 'stops-changed' })
      })

      test('are added and reordered', async () => {
        const added = await get({ route_id: tour.id, stops: [prado, tresCruces, pocitos] })
        expect(added).toMatchObject({ kind: 'delta', reason: 'stops-changed', saved_min: 0 })
        expect(added.receipt.previous_eta_min).toBeNull()
        const turned = await legsOf({ geometry: tour.geometry, stops: [pocitos, prado] })
        expect(metersBetween(turned[0] ?? [0, 0], pocitos)).toBeLessThan(100)
        expect(metersBetween(turned[1] ?? [0, 0], prado)).toBeLessThan(100)
      })
    })

    test('goes to another destination; the same one, however named, changes nothing', async () => {
      const reply = await get({ geometry: route.geometry, to: cerro })
      expect(reply).toMatchObject({ reason: 'destination-changed', receipt: { previous_eta_min: null } })
      const { geometry } = await getFull({ geometry: route.geometry, to: cerro })
      expect(metersBetween(geometry.at(-1) ?? [0, 0], cerro)).toBeLessThan(100)
      expect(await get({ geometry: route.geometry, to: portones })).toMatchObject({ kind: 'unchanged' })
    })

    test('follows the streets of a line from another provider', async () => {
      // The line has every other point, shifted by up to two meters and with an elevation.
      const coordinates = route.geometry.filter((_, i) => i % 2 === 0).map(([y, x], i) => [x + (i % 3) * 1e-5, y, 12])
      const reply = await get({ geometry: { type: 'LineString', coordinates } })
      expect(reply).toMatchObject({ kind: 'unchanged', eta_min: expect.closeTo(route.eta_min, 0) })
    })

    test.each([
      [
        'in the river',
        [
          [-34.93, -56.3],
          [-34.931, -56.29],
          [-34.9315, -56.285],
        ],
        { position: independencia, to: portones },
      ],
      [
        'on another continent',
        [
          [48.1, 11.5],
          [48.2, 11.6],
        ],
        { position: independencia, to: portones },
      ],
    ])('starts over for a line %s', async (_title, geometry, ends) => {
      const reply = await get({ geometry, ...ends })
      expect(reply).toMatchObject({
        kind: 'full',
        reason: 'previous-lost',
        eta_min: route.eta_min,
        receipt: { previous_eta_min: null, kept_previous: false },
      })
      expect((reply.route as unknown as RouteReply).geometry).toEqual(route.geometry)
    })

    test('has steps in the requested language, and none when disabled', async () => {
      const closed = { geometry: route.geometry, avoid_areas: [closing(at(0.5))] }
      const insertsOf = ({ delta }: RerouteReply) => delta?.ops.flatMap((op) => (op.op === 'insert' ? [op] : [])) ?? []
      const insertedSteps = JSON.stringify(insertsOf(await get({ ...closed, language: 'es', units: 'metric' })))
      expect(insertedSteps).toMatch(/Gira|Gire|Dobla/)
      expect(insertedSteps).toContain('distance_text')
      for (const op of insertsOf(await get({ ...closed, steps: false }))) expect(op).not.toHaveProperty('steps')
    })

    test('respects the vehicle restrictions', async () => {
      const body = { geometry: route.geometry, vehicle: { height_m: 4, weight_t: 20 }, avoid: ['motorways'] }
      const { geometry, eta_min } = await getFull(body)
      const requestedRoute = await getRoute(service, { ...trip, vehicle: body.vehicle, avoid: body.avoid })
      expect([geometry.at(-1), eta_min]).toEqual([
        requestedRoute.geometry.at(-1),
        expect.closeTo(requestedRoute.eta_min, 0),
      ])
    })

    test('names unknown fields', async () => {
      const { warnings } = await get({ geometry: route.geometry, depart_at: '2026-11-16T08:30:00Z', geometri: 1 })
      expect(warnings).toEqual([
        "unknown field 'depart_at' was ignored",
        "unknown field 'geometri' was ignored; did you mean geometry?",
      ])
    })
  },
  // One account store is enough, because routing does not use the store.
  ['embedded'],
)

/** Returns the number of points of the old line that a delta keeps. */
function countKept({ delta }: RerouteReply): number {
  return (delta?.ops ?? []).reduce((sum, op) => sum + (op.op === 'keep' ? op.to - op.from + 1 : 0), 0)
}
