import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { randomProblem } from '../../../testing/random-problem.ts'
import { type FleetModel, toFleetModel } from '../../model.ts'
import { Schedule } from '../../timing/schedule.ts'
import { OrderTimes } from './order-times.ts'

const SEED = 20261117

test(`decides whether stops fit like a simulation of the whole tour (seed ${SEED})`, () => {
  const random = seededRandom(SEED)
  const counts = { fits: 0, late: 0, withBreaks: 0 }
  for (let round = 0; round < 400; round++) {
    const problem = randomProblem(random, { stops: 9, vehicles: 2 })
    const model = toFleetModel({ ...problem, pairs: [], initialSequences: undefined })
    const times = new OrderTimes(model)
    const schedule = new Schedule(model)
    for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) {
      const stops = Array.from({ length: model.stopCount }, (_, stop) => stop).filter(() => random() < 0.6)
      const [first, second, ...order] = stops
      if (first === undefined || second === undefined) continue
      times.invalidate(vehicle)
      times.select(vehicle, Int32Array.from(order), order.length)
      for (let position = 0; position <= order.length; position++) {
        for (const inserted of [[first], [first, second]]) {
          const fits = fitsAt(model, times, vehicle, order, position, inserted)
          const tour = Int32Array.from(order.toSpliced(position, 0, ...inserted))
          expect(fits).toBe(schedule.isOnTime(vehicle, tour))
          counts[fits ? 'fits' : 'late']++
          if (model.breakFirst[vehicle] < model.breakFirst[vehicle + 1]) counts.withBreaks++
        }
      }
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(300)
})

function fitsAt(
  model: FleetModel,
  times: OrderTimes,
  vehicle: number,
  order: readonly number[],
  position: number,
  [stop = 0, followingStop]: readonly number[],
): boolean {
  const endpointRow = model.row[model.stopCount + vehicle]
  const previous = order[position - 1] ?? endpointRow
  const next = order[position] ?? endpointRow
  return followingStop === undefined
    ? times.fits(stop, previous, next, position)
    : times.fitsWithNext(stop, followingStop, previous, next, position)
}
