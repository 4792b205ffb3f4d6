import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ArcFlag } from '../network/attributes.ts'
import { type RoadNetwork, SubjectKind, TurnFlag } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { carWeights, defaultProfile } from './car-weights.ts'
import { conditionTexts, findActiveClosures } from './closures.ts'
import { travelProfiles } from './travel-profiles.ts'
import { VehicleGroup, type VehicleGroupName, vehicleGroupNames } from './vehicle-access.ts'

const base = randomNetwork(seededRandom(1), { columns: 5, rows: 5 })

interface Rule {
  readonly text: number
  readonly opens: boolean
  readonly arc?: number
  readonly turn?: number
  readonly group?: VehicleGroupName
}

function toKind({ turn, group }: Rule): number {
  if (group !== undefined) return SubjectKind.arcOfFirstGroup + vehicleGroupNames.indexOf(group)
  return turn === undefined ? SubjectKind.arc : SubjectKind.turn
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
      subjectKind: Uint8Array.from(rules, toKind),
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

describe('rule for a group of vehicles', () => {
  const closesAlways = { text: 1, opens: false, arc: 4 }
  const opensForTrucks = { text: 2, opens: true, arc: 4, group: 'goodsVehicles' } as const
  const closesForTrucks = { text: 3, opens: false, arc: 6, group: 'goodsVehicles' } as const
  const rules = [closesAlways, opensForTrucks, closesForTrucks]
  const { truck, motorcycle } = travelProfiles
  const closedArcs = (holding: readonly number[], profile = defaultProfile) => {
    const { arcs } = findActiveClosures(withRules(rules), (text) => holding.includes(text), profile)
    return [...arcs.keys()].filter((arc) => arcs[arc] === 1)
  }

  test('closes arcs only to the group, and only while it is active', () => {
    expect(closedArcs([3], truck)).toEqual([0, 6])
    expect(closedArcs([], truck)).toEqual([0])
    expect(closedArcs([3])).toEqual([0])
    expect(closedArcs([3], motorcycle)).toEqual([0])
  })

  test('does not undo a rule for all vehicles', () => {
    expect(closedArcs([1, 2], truck)).toEqual([0, 4])
  })

  test('undoes a permanent ban on the group while it is active', () => {
    const network = withRules([opensForTrucks])
    const flags = network.arcs.flags.map((of, arc) => (arc === 4 ? of | ArcFlag.noGoodsVehicles : of))
    const town = { ...network, arcs: { ...network.arcs, flags } }
    const isOpen = (holding: readonly number[]) => {
      const closures = findActiveClosures(town, (text) => holding.includes(text), truck)
      return carWeights(town, truck, closures).arc[4] < INFINITE_WEIGHT
    }
    expect([isOpen([]), isOpen([2])]).toEqual([false, true])
  })

  test('admits the group of the last active rule', () => {
    const opens = { text: 1, opens: true, arc: 4, group: 'vans' } as const
    const closes = { text: 2, opens: false, arc: 4, group: 'vans' } as const
    const van = { ...truck, vehicle: { ...truck.vehicle, weightTons: 3.5 } }
    const admitted = (of: readonly Rule[]) => findActiveClosures(withRules(of), () => true, van).admitted?.[4]
    expect(admitted([closes, opens])).toBe(VehicleGroup.vans)
    expect(admitted([opens, closes])).toBe(0)
  })
})
