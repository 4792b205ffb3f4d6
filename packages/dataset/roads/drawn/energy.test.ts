import { attributesOfLeg, createConsumptionModel, energyAlongLeg } from '@fairway/road'
import { expect, test } from 'vitest'
import { drawMap } from '../../testing/draw-map.ts'
import { findRoute } from '../../testing/drawn-route.ts'

test('an electric car uses no energy for the distance on a ferry', async () => {
  const map = await drawMap({ cellMeters: 1000 }, 'A-B---C--D', {
    AB: { highway: 'primary', name: 'first' },
    BC: { route: 'ferry', duration: '00:10' },
    CD: { highway: 'secondary', name: 'second' },
  })
  const plan = findRoute(map, 'A', 'D', {})
  if (plan.kind !== 'plan') throw new Error('no route')
  const model = createConsumptionModel({ kwhPer100Km: 20 })
  const { network } = map.roads
  const energy = plan.legs.map((leg) => energyAlongLeg(network, model, leg, attributesOfLeg(network, leg)).at(-1) ?? 0)
  // The route consists of 5 km of road (2 km and 3 km) and 4 km on a ferry, which uses no energy.
  expect(energy[0]).toBeCloseTo(5 * 0.2, 2)
})
