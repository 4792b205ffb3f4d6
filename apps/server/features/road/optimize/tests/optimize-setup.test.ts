import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask, expectVerified, type Optimized } from '../../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { independencia, type Point, pocitos, portones, prado } from '../../route/tests/trips.ts'

/** Minutes between places on a line. Stops 1 and 2 are at the same place. */
const placeOf = [0, 1, 1, 3]
const durations_min = placeOf.map((from) => placeOf.map((to) => 10 * Math.abs(from - to)))
const matrix = { durations_min }
const stops: readonly Point[] = [independencia, pocitos, pocitos, portones]

describeOnStores('setup time', ({ startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 1_000_000 } })
  })
  const solve = async (body: object): Promise<Optimized> =>
    expectServed(
      await ask(service, { objective: 'duration', max_iterations: 200, depart_at: '2026-11-18T11:00:00Z', ...body }),
    ).json()
  const listSetups = ({ routes }: Optimized) =>
    routes.flatMap(({ visits }) => visits.map(({ stop, setup_min = 0 }) => [stop, setup_min]))

  test('is paid once per visit to a place, and the times follow from it', async () => {
    const body = { stops, matrix, setup_min: [0, 4, 4, 6], service_min: 5, time_windows: [null, null, [60, 70], null] }
    const reply = await solve({ ...body, locked: [[1, 2, 3]] })
    expect(reply.routes).toMatchObject([
      {
        setup_min: 10,
        driving_min: 30,
        service_min: 15,
        waiting_min: 0,
        duration_min: 55,
        visits: [
          { stop: 1, arrives_min: 51, setup_min: 4, begins_min: 55, leaves_min: 60, waiting_min: 0 },
          { stop: 2, arrives_min: 60, begins_min: 60, leaves_min: 65, waiting_min: 0 },
          { stop: 3, arrives_min: 85, setup_min: 6, begins_min: 91, leaves_min: 96, waiting_min: 0 },
        ],
      },
    ])
    expect(reply.routes[0]?.visits[1]).not.toHaveProperty('setup_min')
    await expectVerified(service, { objective: 'duration', ...body, locked: [[1, 2, 3]] }, reply)
  })

  test('is paid again after a visit elsewhere, and not where the vehicle starts', async () => {
    const body = { stops, matrix, setup_min: 4 }
    expect(listSetups(await solve({ ...body, locked: [[1, 3, 2]] }))).toEqual([
      [1, 4],
      [3, 4],
      [2, 4],
    ])
    const starts = {
      ...matrix,
      durations_min: [...placeOf, 1].map((from) => [...placeOf, 1].map((to) => 10 * Math.abs(from - to))),
    }
    const locked = [[1, 2, 0, 3]]
    expect(listSetups(await solve({ ...body, matrix: starts, start: pocitos, locked }))).toEqual([
      [1, 0],
      [2, 0],
      [0, 4],
      [3, 4],
    ])
  })

  test('counts in the cost once per visit, so that one vehicle serves all stops of a place', async () => {
    const fleet = [1, 2].map(() => ({ cost: { per_hour: 60 }, end: 0 }))
    const reply = await solve({ stops, matrix, setup_min: 30, objective: 'cost', fleet })
    expect(reply).toMatchObject({ cost: 60 + 2 * 30 })
    expect(reply.routes).toHaveLength(1)
  })

  test('counts at every stop if coordinates are placeholders, because the matrix has a time between them', async () => {
    const placeholders = stops.map(() => pocitos)
    const reply = await solve({ stops: placeholders, matrix, setup_min: 4, locked: [[1, 2, 3]] })
    expect(listSetups(reply)).toEqual([
      [1, 4],
      [2, 0],
      [3, 4],
    ])
  })

  test('is paid once at one position on roads', async () => {
    const body = { stops: [independencia, prado, pocitos, prado, pocitos], setup_min: 7, service_min: 2 }
    const reply = await solve(body)
    expect(reply.routes).toMatchObject([{ setup_min: 14, service_min: 8 }])
    expect(listSetups(reply).map(([, setup]) => setup)).toEqual([7, 0, 7, 0])
    await expectVerified(service, { objective: 'duration', depart_at: '2026-11-18T11:00:00Z', ...body }, reply)
  })

  test('is at most 100 days', async () => {
    const [route] = (await solve({ stops, matrix, setup_min: 144_000 })).routes
    expect(route).toMatchObject({ setup_min: 288_000 })
    const detail = /^setup_min is 144001; it must be a number of minutes from 0 to 144,000, or a list of them/
    expectProblem(await ask(service, { stops, matrix, setup_min: 144_001 }), 422, detail)
  })
})
