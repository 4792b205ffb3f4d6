import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { compare, randomScene } from '../testing/random-scenes.ts'

/** `npm run bench -- air` runs the same check with 5,000 scenes. */
const SCENES = 250

test(`finds paths on ${SCENES} random scenes as short as brute force, and never closer to a zone than the margin`, () => {
  const random = seededRandom(20260601)
  let compared = 0
  for (let at = 0; at < SCENES; at++) {
    const scene = randomScene(random)
    const result = compare(scene)
    if (!result) continue
    compared++
    const { found, brute, tooNear } = result
    const where = `scene ${at}: ${JSON.stringify(scene)}`
    if (brute === Number.POSITIVE_INFINITY) expect(found, where).toBe(brute)
    else expect(Math.abs(found / brute - 1), where).toBeLessThan(1e-9)
    expect(tooNear, where).toBeLessThanOrEqual(0)
  }
  expect(compared).toBeGreaterThan(SCENES * 0.8)
})
