import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { Direction } from '../angles.ts'
import { type TurnKind, TurnTrait } from '../maneuver-code.ts'
import { drawNetwork } from '../testing/draw-network.ts'
import { drawMap } from '../testing/map-source.ts'
import { isOnItsOwn } from './collapse-turns.ts'
import * as rules from './join-rules.ts'
import { guidanceSourceOf, type Stretch } from './stretch.ts'

const seed = Number(process.env.SEED ?? 20260618)
const { network, index } = drawNetwork(
  drawMap(
    `
      a--b--c
      |  |  |
      d--e--f
    `,
    { abc: { name: 'A' }, def: { name: 'D' }, ad: { name: 'A' }, be: {}, cf: { name: 'C', ref: '1' } },
  ),
)
const source = guidanceSourceOf(network, index)

test(`applies no rule to skipped turns (seed ${seed})`, () => {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]
  const kinds = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as TurnKind[]
  const traits = [0, TurnTrait.onlyChoice, TurnTrait.noCrossing, TurnTrait.onlyChoice | TurnTrait.noCrossing]
  const meters = [0, 2.9, 3, 7.4, 7.5, 23.9, 24, 29, 30, 30.1, 44.9, 45, 60, 60.1, 100, 500]
  const side = () => Math.floor(random() * 2 * network.edges.count)
  const stretch = (): Stretch => {
    const made = source.pool.begin('turn', 1, side(), side(), pick(traits))
    made.kind = pick(kinds)
    made.direction = Math.floor(random() * 8) as Direction
    made.meters = pick(meters)
    made.junctions = pick([1, 1, 2, 3])
    made.crossed = random() < 0.3
    made.lastOnlyChoice = random() < 0.5
    return made
  }
  let passedOver = 0
  for (let round = 0; round < 50_000; round++) {
    source.pool.clear()
    const [farBefore, before, current, next] = [stretch(), stretch(), stretch(), stretch()]
    if (!isOnItsOwn(before, current, next)) continue
    passedOver++
    const applying = [
      rules.isStaggered(before, current, next),
      rules.isUturn(source, before, current, next),
      rules.isPassingName(source, before, current, next),
      rules.isNameChangeBeforeTurn(before, current, next),
      rules.isLeanBeforeTurn(current, next),
      rules.isNameChangeAfterTurn(current, next),
      rules.isNameChangeAtOnce(current, next),
      rules.isLeanAfterTurn(current, next),
      rules.isForcedAfterTurn(current, next),
      rules.isForcedAfterStraight(current, next),
      rules.isTurnInTwoHalves(before, current, next),
      rules.isForcedTwice(current, next),
      rules.isUturn(source, farBefore, before, current),
    ]
    if (applying.includes(true)) expect({ before, current, next, applying }).toBe('passed over with reason')
  }
  expect(passedOver).toBeGreaterThan(5000)
})
