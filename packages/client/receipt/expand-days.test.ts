import { expect, test } from 'vitest'
import { expandDays } from './expand-days.ts'
import type { OptimizeReply } from './replies.ts'

test('gives every tour a vehicle with the fields of its own', () => {
  const tours = [
    { vehicle: 0, day: '2027-03-01' },
    { vehicle: 1, day: '2027-03-01' },
    { vehicle: 1, day: '2027-03-02' },
  ]
  const routes = [
    { vehicle: 1, day: '2027-03-02' },
    { vehicle: 0, day: '2027-03-02' },
  ]
  const request = { stops: [], days: ['2027-03-01', '2027-03-02'], fleet: [{}, { start: 3 }] }
  const [expanded, reply] = expandDays(request, { routes, receipt: { tours } } as unknown as OptimizeReply)
  expect(expanded).toEqual({ stops: [], fleet: [{}, { start: 3 }, { start: 3 }] })
  expect(reply.routes.map(({ vehicle }) => vehicle)).toEqual([2, -1])
})
