import { expect, test } from 'vitest'
import { driveRoute } from './testing/drive.ts'
import { type DrawnRelation, drawMap } from './testing/map-source.ts'

const drawing = `
    a-----b-----c
          |
          |
          d`
const ways = { ab: { name: 'Main' }, bc: { name: 'Main' }, bd: { name: 'Side' } }

const maneuver = (to: number, tags: Record<string, string>): DrawnRelation => ({
  tags: { type: 'maneuver', ...tags },
  members: [
    { role: 'from', wayIndex: 0 },
    { role: 'via', point: 'b' },
    { role: 'to', wayIndex: to },
  ],
})

test('announces tagged maneuvers', () => {
  const relations = [maneuver(2, { maneuver: 'turn', direction: 'sharp_right' })]
  expect(driveRoute(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'd').maneuvers).toBe(
    'depart, turn sharp right, arrive',
  )
})

test('suppresses maneuvers tagged as silent', () => {
  const relations = [maneuver(2, { maneuver: 'suppress' })]
  expect(driveRoute(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'd').maneuvers).toBe('depart, arrive')
})

test('announces a tagged maneuver where there would be none', () => {
  const relations = [maneuver(1, { maneuver: 'fork', direction: 'slight_left' })]
  expect(driveRoute(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'c').maneuvers).toBe(
    'depart, fork slight left, arrive',
  )
})

test('ignores an unknown tag value', () => {
  const relations = [maneuver(2, { maneuver: 'fly', direction: 'up' })]
  expect(driveRoute(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'd').maneuvers).toBe(
    'depart, turn right, arrive',
  )
})
