import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../../tests/support/maps/maps.ts'
import { ask, expectVerified, type Optimized } from '../../../../../../tests/support/operations/optimize.ts'
import type { TestService } from '../../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../../platform/http/tests/suite.ts'
import { independencia, pocitos, portones } from '../../route/tests/trips.ts'

const stops = [independencia, pocitos, portones]
/** The depot is 60 minutes away from the other stops, which are 5 minutes apart. */
const matrix = {
  durations_min: [
    [0, 60, 60],
    [60, 0, 5],
    [60, 5, 0],
  ],
}
const base = { stops, objective: 'duration', roundtrip: true, matrix, seed: 1, max_iterations: 200 }

interface SplitReply extends Optimized {
  readonly unassigned: readonly (Optimized['unassigned'][number] & { readonly undelivered?: readonly number[] })[]
}

describeOnStores('split deliveries', ({ startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ maps: await openMaps(), config: { anonymousBurst: 1_000_000 } })
  })
  const solve = async (fields: object): Promise<SplitReply> => {
    const body = { ...base, ...fields }
    const reply: SplitReply = expectServed(await ask(service, body)).json()
    await expectVerified(service, body, reply)
    return reply
  }
  const listDeliveries = ({ routes }: SplitReply, stop: number) =>
    routes.flatMap(({ visits }) => visits.filter((visit) => visit.stop === stop).map(({ delivered }) => delivered?.[0]))
  const sum = (amounts: readonly (number | undefined)[]) => amounts.reduce<number>((all, each) => all + (each ?? 0), 0)

  test('share a demand that is more than a vehicle carries, with its service time', async () => {
    const request = { vehicles: 3, capacity: 10, demands: [0, 25, 5], service_min: [0, 10, 4] }
    expect((await solve(request)).unassigned).toMatchObject([{ stop: 1 }])
    const reply = await solve({ ...request, split: true })
    expect(reply.unassigned).toEqual([])
    expect(reply.routes).toHaveLength(3)
    expect([sum(listDeliveries(reply, 1)), sum(listDeliveries(reply, 2))]).toEqual([25, 5])
    expect(reply.order.toSorted()).toEqual([0, 1, 2])
  })

  test('are limited to the listed stops', async () => {
    const request = { vehicles: 2, capacity: 10, demands: [0, 12, 12] }
    expect((await solve({ ...request, split: [false, true, false] })).unassigned).toMatchObject([{ stop: 2 }])
    const both = await solve({ ...request, split: [false, true, true] })
    expect(sum(both.unassigned.flatMap(({ undelivered = [] }) => undelivered))).toBe(4)
    expect(sum([...listDeliveries(both, 1), ...listDeliveries(both, 2)])).toBe(20)
  })

  test('use several trips of one vehicle and several days', async () => {
    const trips = await solve({ capacity: 10, max_trips: 3, demands: [0, 25, 0], split: true })
    expect(trips.unassigned).toEqual([])
    expect(listDeliveries(trips, 1)).toHaveLength(3)
    const days = ['2027-03-01', '2027-03-02', '2027-03-03']
    const daily = await solve({ days, capacity: 10, demands: [0, 25, 0], split: true })
    expect(daily.unassigned).toEqual([])
    expect(daily.routes.length).toBe(3)
  })

  test.each([
    ['max_route_stops', { max_route_stops: 2 }, 'max_route_stops cannot be combined with split'],
    ['fleet[].max_stops', { fleet: [{ max_stops: 2 }] }, 'fleet[0].max_stops cannot be combined with split'],
    ['balance by stops', { balance: 'stops' }, 'balance cannot be combined with split'],
    ['locked', { locked: [[1]] }, 'locked cannot be combined with split'],
    ['a list of another length', { split: [true] }, 'split has 1'],
    ['a depot', { split: [true, false, false] }, 'split[0]'],
    ['a stop with a prize', { split: [false, true, false], prize: [null, 5, null] }, 'stop 1 has an entry in prize'],
    ['a stop of a group', { split: [false, true, false], group: [null, 'a', 'a'] }, 'stop 1 has an entry in group'],
    ['more than 100 loads', { demands: [0, 1001, 1] }, 'demands[1] fills the smallest vehicle 101 times'],
  ])('are refused with %s', async (_, fields, detail) => {
    const body = { ...base, capacity: 10, demands: [0, 5, 5], split: true, ...fields }
    expectProblem(await ask(service, body), 422, new RegExp(detail.replace(/[[\].]/g, '\\$&')))
  })

  test('allow 100 loads, and skip stops with a prize if split is true for all stops', async () => {
    const most = await ask(service, { ...base, capacity: 10, demands: [0, 1000, 1], split: true, max_iterations: 1 })
    expectServed(most)
    const reply = await solve({
      capacity: 10,
      vehicles: 2,
      demands: [0, 12, 6],
      prize: [null, 1000, null],
      split: true,
    })
    expect(reply.unassigned).toMatchObject([{ stop: 1 }])
  })

  test('are possible with a range, which limits each trip and names the missing kilometers', async () => {
    const km = { distances_km: matrix.durations_min }
    const request = { objective: 'distance', matrix: { ...matrix, ...km }, demands: [0, 4, 12], split: true }
    const trips = await solve({ ...request, capacity: 8, max_trips: 3, range_km: 125 })
    expect(trips.unassigned).toEqual([])
    const short = await ask(service, { ...base, ...request, split: false, range_km: 124, demands: [0, 1, 1] })
    expect(expectServed(short).json().unassigned).toMatchObject([
      { relax: [{ constraint: 'range_km', vehicle: 0, by: 1, unit: 'km' }] },
    ])
    const { distances_km: _, ...onlyTimes } = { ...matrix, ...km }
    expectProblem(await ask(service, { ...base, matrix: onlyTimes, range_km: 124 }), 422, /range_km is set, but matrix/)
  })

  test('are ignored with a note if nothing limits the demands', async () => {
    const reply = await solve({ demands: [0, 5, 5], split: true })
    expect(reply.notes?.join()).toContain('split is ignored')
  })
})
