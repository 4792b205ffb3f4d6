import { seededRandom } from '@fairway/geo'
import { NO_ID, withDriveColumn } from '@fairway/road'
import { randomNetwork } from '@fairway/road/testing'
import { expect, test } from 'vitest'
import { AlternativeReason } from './alternative-reason.ts'

const names = ['', 'Main', 'Second', 'Alley']
/** Names and lengths of the first edges, each of which is a separate road. */
const lengths: readonly (readonly [name: number, meters: number])[] = [
  [0, 100],
  [1, 900],
  [2, 500],
  [3, 20],
  [1, 800],
  [3, 30],
]
const random = randomNetwork(seededRandom(1), { columns: 6, rows: 6 })
const edges = {
  ...random.edges,
  road: Uint32Array.from({ length: random.edges.count }, (_, edge) => edge),
  lengthCm: Uint32Array.from({ length: random.edges.count }, (_, edge) => 100 * (lengths[edge]?.[1] ?? 0)),
}
const name = Uint32Array.from({ length: edges.count }, (_, edge) => lengths[edge]?.[0] ?? 0)
const network = {
  ...random,
  edges,
  roads: { ...random.roads, name, ref: new Uint32Array(edges.count) },
  arcs: withDriveColumn(edges, random.arcs, random.turns),
}
const source = { map: { network }, strings: { get: (index: number) => names[index] ?? '' } }

function legOver(...edgesOfLeg: number[]) {
  const arcs = edgesOfLeg.map((edge) => {
    const forward = edges.arc[2 * edge] ?? NO_ID
    return forward === NO_ID ? (edges.arc[2 * edge + 1] ?? NO_ID) : forward
  })
  return { arcs: Uint32Array.from(arcs), turns: new Uint32Array(0), startFraction: 0, endFraction: 1 }
}

function describeAll(...alternatives: number[][]): string[] {
  const reason = new AlternativeReason()
  reason.setBestRoute(source, [legOver(0)])
  return alternatives.map((alternative) => reason.describe(source, [legOver(...alternative)]))
}

test('names an alternative after the longest road that only it uses', () => {
  expect(describeAll([1, 2, 3])).toEqual(['via Main'])
})

test('names a second alternative along the same road after the next longest road', () => {
  expect(describeAll([1], [4, 2])).toEqual(['via Main', 'via Second'])
})

test('adds a short road to the longest one if another alternative already has that name', () => {
  expect(describeAll([1], [4, 5])).toEqual(['via Main', 'via Main and Alley'])
})

test('numbers alternatives that have no other name', () => {
  expect(describeAll([1], [4], [1], [0], [1])).toEqual([
    'via Main',
    'another route',
    'another route (2)',
    'another route (3)',
    'another route (4)',
  ])
})

test('starts again with the next route', () => {
  expect(describeAll([1])).toEqual(describeAll([1]))
})
