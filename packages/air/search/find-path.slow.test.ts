import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { compareCosts, randomScene } from '../testing/random-scenes.ts'

/** Number of random scenes. `npm run bench -- air` runs the same check with 5,000 scenes. */
const SCENES = 250

test(`finds paths on ${SCENES} random scenes as short as brute force, and never closer to a zone than the margin`, () => {
  const random = seededRandom(20260601)
  let compared = 0
  for (let at = 0; at < SCENES; at++) {
    const scene = randomScene(random)
    const result = compareCosts(scene)
    if (!result) continue
    compared++
    const { foundCost, bruteForceCost, clearanceDeficit } = result
    const description = `scene ${at}: ${JSON.stringify(scene)}`
    if (bruteForceCost === Number.POSITIVE_INFINITY) expect(foundCost, description).toBe(bruteForceCost)
    else expect(Math.abs(foundCost / bruteForceCost - 1), description).toBeLessThan(1e-9)
    expect(clearanceDeficit, description).toBeLessThanOrEqual(0)
  }
  expect(compared).toBeGreaterThan(SCENES * 0.8)
})
