import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ArcFlag } from '../network/attributes.ts'
import { type RoadNetwork, TurnFlag } from '../network/network.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { conditionTexts, findActiveClosures } from './closures.ts'

const base = randomNetwork(seededRandom(1), { columns: 5, rows: 5 })

interface Rule {
  readonly text: number
  readonly opens: boolean
  readonly arc?: number
  readonly turn?: number
}

function withRules(rules: readonly Rule[]): RoadNetwork {
  return {
    ...base,
    arcs: {
      ...base.arcs,
      flags: base.arcs.flags.map((flags, arc) => (arc === 0 ? flags | ArcFlag.closedByDefault : flags)),
    },
    turns: { ...base.turns, flags: base.turns.flags.map((_, turn) => (turn === 0 ? TurnFlag.closedByDefault : 0)) },
    conditions: {
      count: rules.length,
      text: Uint32Array.from(rules, ({ text }) => text),
      opens: Uint8Array.from(rules, ({ opens }) => (opens ? 1 : 0)),
      subjectKind: Uint8Array.from(rules, ({ turn }) => (turn === undefined ? 0 : 1)),
      subject: Uint32Array.from(rules, ({ arc, turn }) => arc ?? turn ?? 0),
    },
  }
}

function closedWhen(rules: readonly Rule[], holding: readonly number[]) {
  const { arcs, turns } = findActiveClosures(withRules(rules), (text) => holding.includes(text))
  const ones = (of: Uint8Array) => [...of.keys()].filter((index) => of[index] === 1)
  return { arcs: ones(arcs), turns: ones(turns) }
}

test('without rules, closes only what is closed by default', () => {
  expect(closedWhen([], [])).toEqual({ arcs: [0], turns: [0] })
})

describe('conditional rule', () => {
  const rules = [
    { text: 10, opens: false, arc: 4 },
    { text: 11, opens: false, turn: 4 },
    { text: 12, opens: true, arc: 0 },
    { text: 13, opens: true, turn: 0 },
  ]
  test('has no effect when inactive', () => {
    expect(closedWhen(rules, [])).toEqual({ arcs: [0], turns: [0] })
    expect(closedWhen(rules, [99])).toEqual({ arcs: [0], turns: [0] })
  })
  test.each([
    [10, [0, 4], [0]],
    [11, [0], [0, 4]],
    [12, [], [0]],
    [13, [0], []],
  ])('closes or opens only its own arc or turn when active (%i)', (text, arcs, turns) => {
    expect(closedWhen(rules, [text])).toEqual({ arcs, turns })
  })
  test('may be shared by many arcs and turns', () => {
    const both = [
      { text: 10, opens: false, arc: 4 },
      { text: 10, opens: false, arc: 6 },
      { text: 10, opens: false, turn: 6 },
    ]
    expect(closedWhen(both, [10])).toEqual({ arcs: [0, 4, 6], turns: [0, 6] })
  })
})

test('is overridden by the last active rule', () => {
  const closes = { text: 1, opens: false, arc: 4 }
  const opens = { text: 2, opens: true, arc: 4 }
  expect(closedWhen([closes, opens], [1]).arcs).toEqual([0, 4])
  expect(closedWhen([closes, opens], [1, 2]).arcs).toEqual([0])
  expect(closedWhen([opens, closes], [1, 2]).arcs).toEqual([0, 4])
  expect(closedWhen([opens, closes, opens], [1, 2]).arcs).toEqual([0])
  expect(closedWhen([closes, opens], [2]).arcs).toEqual([0])
})

test('is evaluated once per condition, however many rules share it', () => {
  const rules = [7, 9, 7, 7, 9].map((text) => ({ text, opens: true, arc: 1 }))
  expect(conditionTexts(withRules(rules))).toEqual([7, 9])
  expect(conditionTexts(base)).toEqual([])
})
