import { expect, test } from 'vitest'
import { driveRoute } from './testing/drive.ts'
import { drawMap } from './testing/map-source.ts'

const crossing = `
          d
          |
          |
    a-----b-----c
          |
          |
          e
`

test('announces nothing when going straight across a junction on the same street', () => {
  const map = drawMap(crossing, { abc: {}, dbe: {} })
  expect(driveRoute(map, 'a', 'c')).toMatchObject({ streets: 'abc, abc', maneuvers: 'depart, arrive' })
})

test.each([
  ['e', 'turn right'],
  ['d', 'turn left'],
])('announces a turn into %s with its side', (to, maneuvers) => {
  const map = drawMap(crossing, { abc: {}, dbe: {} })
  expect(driveRoute(map, 'a', to)).toMatchObject({
    streets: 'abc, dbe, dbe',
    maneuvers: `depart, ${maneuvers}, arrive`,
  })
})

test('announces continue when a street turns a corner at a junction', () => {
  const map = drawMap(crossing, { ab: { name: 'High Street' }, bd: { name: 'High Street' }, cbe: {} })
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, continue left, arrive')
})

test('announces a new name straight ahead if it applies for long enough', () => {
  const ways = { ab: { name: 'First' }, bc: { name: 'Second' }, dbe: {} }
  expect(driveRoute(drawMap(crossing, ways, { cellMeters: 100 }), 'a', 'c').maneuvers).toBe(
    'depart, new name straight, arrive',
  )
  expect(driveRoute(drawMap(crossing, ways, { cellMeters: 20 }), 'a', 'c').maneuvers).toBe('depart, arrive')
})

test('does not announce a bend without a junction as a turn', () => {
  const map = drawMap(
    `
    a----b
         |
         c`,
    { ab: { name: 'Lane' }, bc: { name: 'Lane', lanes: '2' } },
  )
  expect(driveRoute(map, 'a', 'c').maneuvers).toBe('depart, arrive')
})

test('announces the end of the road when other roads were passed before', () => {
  const map = drawMap(
    `
      f   d
      |   |
    a-b---c
      |   |
      g   e`,
    { abc: {}, dce: {}, fbg: {} },
    { cellMeters: 30 },
  )
  expect(driveRoute(map, 'a', 'e').maneuvers).toBe('depart, end of road right, arrive')
  expect(driveRoute(map, 'f', 'e').maneuvers).toBe('depart, turn left, turn right, arrive')
})

test('announces a fork where the road splits evenly', () => {
  const map = drawMap(
    `
                c
            .
    a---b
            .
                d`,
    { ab: {}, bc: {}, bd: {} },
    { cellMeters: 40 },
  )
  expect(driveRoute(map, 'a', 'c').maneuvers).toBe('depart, fork slight left, arrive')
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, fork slight right, arrive')
})

test('does not announce a fork for a driveway next to the road', () => {
  const map = drawMap(
    `
            c
          .
    a---b
          .
            d`,
    { abc: {}, bd: { highway: 'service', service: 'driveway' } },
    { cellMeters: 40 },
  )
  expect(driveRoute(map, 'a', 'c').maneuvers).toBe('depart, arrive')
})

test('distinguishes two similar turns to one side', () => {
  const map = drawMap(
    `
              f
              |
    a---------b
              |.
              | .
              |  .
              c   d`,
    { ab: {}, fb: {}, bc: {}, bd: {} },
    { cellMeters: 30 },
  )
  const maneuvers = ['c', 'd'].map((to) => driveRoute(map, 'a', to).maneuvers)
  expect(new Set(maneuvers).size).toBe(2)
})

test('announces boarding and leaving a ferry', () => {
  const map = drawMap('a---b---c---d', { ab: {}, bc: { route: 'ferry', highway: '' }, cd: {} }, { cellMeters: 100 })
  expect(driveRoute(map, 'a', 'd').maneuvers).toBe('depart, notification straight, notification straight, arrive')
})

test('gives each leg its own departure and arrival', () => {
  const map = drawMap(crossing, { abc: {}, dbe: {} })
  expect(driveRoute(map, 'a', 'd', 'c').maneuvers).toBe('depart, turn left, arrive, depart, turn left, arrive')
})

test('returns the bearings before and after a maneuver', () => {
  const [depart, turn, arrive] = driveRoute(drawMap(crossing, { abc: {}, dbe: {} }), 'a', 'e').steps
  expect(depart).toMatchObject({ bearingAfter: 90, firstArc: 0 })
  expect(turn).toMatchObject({ bearingBefore: 90, bearingAfter: 180, firstArc: 1 })
  expect(arrive).toMatchObject({ bearingBefore: 180, firstArc: 1 })
})

test('reports left-hand traffic', () => {
  const { steps } = driveRoute(drawMap(crossing, { abc: { driving_side: 'left' }, dbe: {} }), 'a', 'c')
  expect(steps.every(({ leftHandTraffic }) => leftHandTraffic)).toBe(true)
})
