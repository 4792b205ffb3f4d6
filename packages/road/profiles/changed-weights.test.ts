import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { randomNetwork } from '../testing/random-network.ts'
import { carWeights, defaultProfile } from './car-weights.ts'
import { ChangedWeights } from './changed-weights.ts'
import { passengerCar } from './vehicle-access.ts'

describe('partial weight changes', () => {
  test.each([1, 2, 3, 4, 5, 6])('equal a full computation, and the changed turns are listed (seed %i)', (seed) => {
    const random = seededRandom(seed)
    const network = randomNetwork(random, { columns: 8, rows: 8 })
    const { arcs, turns } = network
    const truck = { avoid: [], vehicle: { ...passengerCar, weightTons: 12 } }
    const profile = seed % 2 === 0 ? defaultProfile : truck
    const duration = arcs.duration.slice()
    const closures = { arcs: new Uint8Array(arcs.count), turns: new Uint8Array(turns.count) }
    const weights = carWeights(network, profile, closures, duration)
    const changer = new ChangedWeights(network, profile)
    let closed = 0
    for (let round = 0; round < 20; round++) {
      const changed = Array.from({ length: 1 + Math.floor(random() * 10) }, () => Math.floor(random() * arcs.count))
      for (const arc of changed) {
        duration[arc] = Math.round(arcs.duration[arc] * (0.5 + 2 * random()))
        // The first rounds have no closures.
        closures.arcs[arc] = round > 5 && random() < 0.4 ? 1 : 0
        closed += closures.arcs[arc]
      }
      const before = weights.turn.slice()
      const named = changer.update(weights, closures, duration, changed)
      const full = carWeights(network, profile, closures, duration)
      expect(weights, `round ${round}`).toEqual(full)
      const different = [...before.keys()].filter((turn) => before[turn] !== full.turn[turn])
      expect(
        [...named].sort((a, b) => a - b),
        `round ${round}`,
      ).toEqual(different)
    }
    expect(closed).toBeGreaterThan(0)
  })
})
