import { expect, test } from 'vitest'
import { drive } from './testing/drive.ts'
import { drawMap, type SourceRelation } from './testing/map-source.ts'

const drawing = `
    a-----b-----c
          |
          |
          d`
const ways = { ab: { name: 'Main' }, bc: { name: 'Main' }, bd: { name: 'Side' } }

const maneuver = (to: number, tags: Record<string, string>): SourceRelation => ({
  tags: { type: 'maneuver', ...tags },
  members: [
    { role: 'from', way: 0 },
    { role: 'via', point: 'b' },
    { role: 'to', way: to },
  ],
})

test('announces tagged maneuvers', () => {
  const relations = [maneuver(2, { maneuver: 'turn', direction: 'sharp_right' })]
  expect(drive(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'd').told).toBe(
    'depart, turn sharp right, arrive',
  )
})

test('suppresses maneuvers tagged as silent', () => {
  const relations = [maneuver(2, { maneuver: 'suppress' })]
  expect(drive(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'd').told).toBe('depart, arrive')
})

test('announces a tagged maneuver where there would be none', () => {
  const relations = [maneuver(1, { maneuver: 'fork', direction: 'slight_left' })]
  expect(drive(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'c').told).toBe(
    'depart, fork slight left, arrive',
  )
})

test('ignores an unknown tag value', () => {
  const relations = [maneuver(2, { maneuver: 'fly', direction: 'up' })]
  expect(drive(drawMap(drawing, ways, { relations, cellMeters: 30 }), 'a', 'd').told).toBe('depart, turn right, arrive')
})
