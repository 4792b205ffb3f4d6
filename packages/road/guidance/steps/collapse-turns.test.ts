import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { Direction } from '../angles.ts'
import { type TurnKind, TurnTrait } from '../maneuver-code.ts'
import { buildDrawnNetwork } from '../testing/draw-network.ts'
import { drawMap } from '../testing/map-source.ts'
import { isStandalone } from './collapse-turns.ts'
import { type DraftStep, getGuidanceSource } from './draft-step.ts'
import * as rules from './join-rules.ts'

const seed = Number(process.env.SEED ?? 20260618)
const { network, index } = buildDrawnNetwork(
  drawMap(
    `
      a--b--c
      |  |  |
      d--e--f
    `,
    { abc: { name: 'A' }, def: { name: 'D' }, ad: { name: 'A' }, be: {}, cf: { name: 'C', ref: '1' } },
  ),
)
const source = getGuidanceSource(network, index)

test(`applies no rule to skipped turns (seed ${seed})`, () => {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]
  const kinds = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as TurnKind[]
  const traits = [0, TurnTrait.onlyChoice, TurnTrait.noCrossing, TurnTrait.onlyChoice | TurnTrait.noCrossing]
  const meters = [0, 2.9, 3, 7.4, 7.5, 23.9, 24, 29, 30, 30.1, 44.9, 45, 60, 60.1, 100, 500]
  const randomSide = () => Math.floor(random() * 2 * network.edges.count)
  const randomDraft = (): DraftStep => {
    const made = source.pool.acquire('turn', 1, randomSide(), randomSide(), pick(traits))
    made.kind = pick(kinds)
    made.direction = Math.floor(random() * 8) as Direction
    made.meters = pick(meters)
    made.junctionCount = pick([1, 1, 2, 3])
    made.hasCrossings = random() < 0.3
    made.endsWithOnlyChoice = random() < 0.5
    return made
  }
  let passedOver = 0
  for (let round = 0; round < 50_000; round++) {
    source.pool.clear()
    const [farBefore, before, current, next] = [randomDraft(), randomDraft(), randomDraft(), randomDraft()]
    if (!isStandalone(before, current, next)) continue
    passedOver++
    const applying = [
      rules.isStaggered(before, current, next),
      rules.isUturn(source, before, current, next),
      rules.isTemporaryName(source, before, current, next),
      rules.isNameChangeBeforeTurn(before, current, next),
      rules.isBendBeforeTurn(current, next),
      rules.isNameChangeAfterTurn(current, next),
      rules.isImmediateNameChange(current, next),
      rules.isBendAfterTurn(current, next),
      rules.isOnlyChoiceAfterTurn(current, next),
      rules.isOnlyChoiceAfterStraight(current, next),
      rules.isTwoPartTurn(before, current, next),
      rules.areBothOnlyChoices(current, next),
      rules.isUturn(source, farBefore, before, current),
    ]
    if (applying.includes(true)) expect({ before, current, next, applying }).toBe('skipped correctly')
  }
  expect(passedOver).toBeGreaterThan(5000)
})
