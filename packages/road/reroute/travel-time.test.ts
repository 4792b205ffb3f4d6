import { expect, test } from 'vitest'
import { totalsOf } from '../route/leg-attributes.ts'
import { randomPlan, randomTown } from './testing/towns.ts'
import { durationWithoutTraffic, travelTime } from './travel-time.ts'

const town = randomTown(9)
const { network } = town.map
const legs = Array.from({ length: 50 }, (_, i) => randomPlan(town, i % 3)?.legs ?? [])

test('equals the durations of the legs in free flow', () => {
  for (const some of legs) {
    const measured = some.reduce((sum, leg) => sum + totalsOf(network, leg).durationCs, 0)
    expect(travelTime(network, some, durationWithoutTraffic(network))).toBeCloseTo(measured, 3)
  }
})

test('includes a dissolving jam only for an early arrival', () => {
  const empty = durationWithoutTraffic(network)
  const jamUntil = (cs: number) => (arc: number, elapsedCs: number) => empty(arc, elapsedCs) * (elapsedCs < cs ? 2 : 1)
  for (const some of legs) {
    const free = travelTime(network, some, empty)
    const [short, long] = [2000, 1e9].map((until) => travelTime(network, some, jamUntil(until)))
    expect(travelTime(network, some, jamUntil(0))).toBe(free)
    expect(short).toBeGreaterThanOrEqual(free)
    expect(long).toBeGreaterThanOrEqual(short)
  }
})
