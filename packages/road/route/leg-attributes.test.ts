import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { attributesOfLeg, totalsOf } from './leg-attributes.ts'
import { Planner } from './planner.ts'

test.each([1, 2, 3])('the total of a leg equals the end of its steps, to the last bit (seed %i)', (seed) => {
  const random = seededRandom(seed)
  const map = buildRoadMap(randomNetwork(random, { columns: 9, rows: 9 }))
  const planner = new Planner(map)
  const metric = buildMetric(map)
  const stop = () => ({ latitude: 41 + random() * 0.01, longitude: -8 + random() * 0.01, heading: -1 })
  let legs = 0
  for (let round = 0; round < 100; round++) {
    const plan = planner.plan({ metric, stops: [stop(), stop()], radiusMeters: 500, alternatives: 0 })
    if (plan.kind !== 'plan') continue
    legs++
    const { distanceCm, durationCs, freeFlowCs, totals } = attributesOfLeg(map.network, plan.legs[0])
    expect(totalsOf(map.network, plan.legs[0])).toEqual(totals)
    expect(totals).toEqual({ distanceCm: distanceCm.at(-1), durationCs: durationCs.at(-1), freeFlowCs })
  }
  expect(legs).toBeGreaterThan(20)
})
