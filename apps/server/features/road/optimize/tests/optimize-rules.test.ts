import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask, type Optimized } from '../../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { cerro, independencia, pocitos } from '../../route/tests/trips.ts'

const stops = [independencia, pocitos, cerro]
const departAt = '2026-11-18T06:00:00Z'

/** Driving times in minutes: the first two stops are `minutes` apart, and the third stop is next to the second. */
const toMatrix = (minutes: number) => ({
  durations_min: [
    [0, minutes, minutes],
    [minutes, 0, 0],
    [minutes, 0, 0],
  ],
})

describeOnStores('driving-time rules', ({ startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 1_000_000 } })
  })
  const solve = async (body: object): Promise<Optimized> =>
    expectServed(
      await ask(service, { stops, objective: 'duration', depart_at: departAt, time_zone: 'UTC', ...body }),
    ).json()

  test('plan the breaks of eu561 during the drive, with their local times', async () => {
    const { routes } = await solve({ rules: 'eu561', matrix: toMatrix(500) })
    expect(routes[0]).toMatchObject({
      driving_min: 500,
      duration_min: 545,
      breaks: [
        { after_visits: 0, begins_min: 270, begins_at: '2026-11-18T10:30:00+00:00', duration_min: 45, rule: 'eu561' },
      ],
    })
  })

  test('plan the breaks of us_hos, which differ by vehicle', async () => {
    const fleet = [
      { rules: 'us_hos', only_stops: [1] },
      { rules: 'eu561', only_stops: [2] },
    ]
    const { routes } = await solve({ fleet, matrix: toMatrix(500) })
    expect(routes.map(({ breaks }) => breaks)).toMatchObject([
      [{ begins_min: 480, duration_min: 30, rule: 'us_hos' }],
      [{ begins_min: 270, duration_min: 45, rule: 'eu561' }],
    ])
  })

  test.each([
    ['eu561', 540, 541],
    ['us_hos', 660, 661],
  ])('%s allows %d minutes of driving, and %d leave the stops out with the reason', async (rules, most, more) => {
    expect((await solve({ rules, matrix: toMatrix(most) })).unassigned).toEqual([])
    const { unassigned } = await solve({ rules, matrix: toMatrix(more) })
    expect(unassigned.map(({ stop }) => stop)).toEqual(expect.arrayContaining([1, 2]))
    expect(unassigned.find(({ stop }) => stop === 1)?.why).toBe(
      `visiting only this stop takes ${more} min of driving, but the rules ${rules} allow vehicle 0 at most ${most} min, and no solution was found that visits it together with other stops`,
    )
  })

  test('say how much more driving a stop would take', async () => {
    const matrix = {
      durations_min: [
        [0, 200, 200],
        [200, 0, 400],
        [200, 400, 0],
      ],
    }
    const { unassigned } = await solve({ rules: 'eu561', priorities: [0, 1, 0], matrix })
    expect(unassigned).toMatchObject([{ stop: 2, relax: [{ constraint: 'rules', vehicle: 0, by: 60, unit: 'min' }] }])
  })

  test('say that the breaks make a stop late', async () => {
    const body = { rules: 'eu561', matrix: toMatrix(300), time_windows: [null, [0, 344], [0, 345]] }
    const { unassigned } = await solve(body)
    expect(unassigned).toMatchObject([
      {
        stop: 1,
        why: 'vehicle 0 could visit the stop alone, but not with the breaks and the duty limits that the rules eu561 require, and no solution was found that visits it together with other stops',
      },
    ])
  })

  test('reject breaks, unknown names, and a matrix without durations', async () => {
    const breaks = [{ duration_min: 30 }]
    expectProblem(await ask(service, { stops, rules: 'eu561', breaks }), 422, /^rules and breaks are both given/)
    expectProblem(
      await ask(service, { stops, breaks, fleet: [{ rules: 'us_hos' }] }),
      422,
      /^fleet\[0\]\.rules and breaks are both given/,
    )
    expectProblem(await ask(service, { stops, rules: 'eu562' }), 422, /rules/)
    const matrix = { distances_km: toMatrix(1).durations_min }
    expectProblem(
      await ask(service, { stops, rules: 'eu561', matrix }),
      422,
      /^rules is set, but matrix has no durations_min/,
    )
  })
})
