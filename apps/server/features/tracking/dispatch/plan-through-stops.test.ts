import { expect, test } from 'vitest'
import type { CallReply } from '../../../platform/http/calls.ts'
import type { RouteReply } from '../assets/attach.ts'
import { planThroughStops } from './plan-through-stops.ts'

type Position = readonly [number, number]

const a: Position = [0.1, 0.1]
const b: Position = [0.1, 0.2]
const c: Position = [0.1, 0.3]

/**
 * Creates a planner in which a leg that starts at `b` takes `detourMin` if the route must keep its direction there, and
 * two minutes otherwise.
 */
function plannerWith(detourMin: number | 'no route') {
  const calls: number[] = []
  const plan = async (points: readonly Position[]): Promise<CallReply> => {
    calls.push(points.length)
    if (points.length > 2 && detourMin === 'no route')
      return { ok: false, problem: { status: 422 } as Extract<CallReply, { ok: false }>['problem'] }
    const minutes = points.slice(1).map((_, leg) => (leg === 1 ? Number(detourMin) : 2))
    const steps = minutes.map((minute, leg) => ({ leg, duration_s: 60 * minute, geometry_range: [leg, leg + 1] }))
    const eta_min = minutes.reduce((sum, minute) => sum + minute, 0)
    const legs = minutes.map((minute) => ({ distance_km: 1, eta_min: minute }))
    const depart_at = '2026-11-18T12:00:00.000Z'
    return { ok: true, body: { geometry: points, distance_km: minutes.length, eta_min, legs, steps, depart_at } }
  }
  return { plan, calls }
}
const planned = async (detourMin: number | 'no route') => {
  const { plan, calls } = plannerWith(detourMin)
  const reply = await planThroughStops(plan, [a, b, c])
  return { route: reply.ok ? (reply.body as RouteReply) : undefined, calls }
}

test('a tour keeps its direction at a stop unless turning around saves five minutes', async () => {
  expect(await planned(9.9)).toMatchObject({ route: { eta_min: 11.9 }, calls: [3] })
  // The leg of ten minutes is compared with the direct route of two minutes.
  expect(await planned(10)).toMatchObject({ route: { eta_min: 4 }, calls: [3, 2, 2, 2] })
})

test('legs planned separately make one route, with lines, steps and times one after another', async () => {
  const { route } = await planned('no route')
  expect(route).toEqual({
    geometry: [a, b, b, c],
    distance_km: 2,
    eta_min: 4,
    legs: [
      { distance_km: 1, eta_min: 2 },
      { distance_km: 1, eta_min: 2 },
    ],
    steps: [
      { leg: 0, duration_s: 120, geometry_range: [0, 1] },
      { leg: 1, duration_s: 120, geometry_range: [2, 3] },
    ],
    depart_at: '2026-11-18T12:00:00.000Z',
    arrive_at: '2026-11-18T12:04:00.000Z',
  })
})

test('the failure of the whole route is returned if a leg has no route either', async () => {
  const failing = async (): Promise<CallReply> => ({
    ok: false,
    problem: { status: 422 } as Extract<CallReply, { ok: false }>['problem'],
  })
  expect(await planThroughStops(failing, [a, b, c])).toMatchObject({ ok: false, problem: { status: 422 } })
})
