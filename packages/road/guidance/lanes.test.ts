import { expect, test } from 'vitest'
import { parseLanes } from './steps/lane-marks.ts'
import { driveRoute } from './testing/drive.ts'
import { drawMap, type Tags } from './testing/map-source.ts'

/**
 * Returns the markings of the lanes before the maneuver of a step. Lanes that lead into the maneuver are in capitals.
 */
function lanesOf(tags: Tags, to: string, step = 1): string {
  const map = drawMap(
    `
          d
          |
    a-----b-----c
          |
          e`,
    { ab: { name: 'In', ...tags }, bc: { name: 'Out' }, dbe: {} },
    { cellMeters: 20 },
  )
  const { lanes } = driveRoute(map, 'a', to).steps[step]
  return lanes
    .map(({ valid, indications }) => (valid ? indications.join(';').toUpperCase() : indications.join(';')))
    .join(' ')
}

test('marks the lanes that lead into a turn', () => {
  const tags = { 'turn:lanes:forward': 'left|through|through;right' }
  expect(lanesOf(tags, 'd')).toBe('LEFT straight straight;right')
  expect(lanesOf(tags, 'c')).toBe('left STRAIGHT STRAIGHT;RIGHT')
  expect(lanesOf(tags, 'e')).toBe('left straight STRAIGHT;RIGHT')
})

test('announces a short-lived name where a lane has to be chosen', () => {
  expect(lanesOf({ 'turn:lanes:forward': 'left|through|right' }, 'c')).toBe('left STRAIGHT right')
})

test('uses unmarked lanes where no marked lane leads into the turn', () => {
  expect(lanesOf({ 'turn:lanes:forward': 'none|right' }, 'd')).toBe('NONE right')
  expect(lanesOf({ 'turn:lanes:forward': '|right' }, 'e')).toBe('none RIGHT')
})

test('omits the lanes of the other direction', () => {
  expect(lanesOf({ 'turn:lanes:backward': 'left|right' }, 'd')).toBe('')
})

test('omits lane marks that match no road at the junction', () => {
  expect(lanesOf({ 'turn:lanes:forward': 'sharp_right|sharp_right' }, 'd')).toBe('')
})

test('uses lane marks that end shortly before the junction', () => {
  const map = drawMap(
    `
            d
            |
    a-----f-b---c`,
    { af: { name: 'In', 'turn:lanes:forward': 'left|through' }, fb: { name: 'In' }, bc: { name: 'In' }, bd: {} },
    { cellMeters: 10 },
  )
  expect(driveRoute(map, 'a', 'd').steps[1].lanes.map(({ valid }) => valid)).toEqual([true, false])
})

test('shows only the lanes that serve both consecutive turns', () => {
  const map = drawMap(
    `
    a-----b-----h
          |
    g-----c-----e
          |
          f`,
    {
      abh: { name: 'First', 'turn:lanes:forward': 'through|right|right' },
      bcf: { name: 'Second', 'turn:lanes:forward': 'left|through' },
      gce: { name: 'Third' },
    },
    { cellMeters: 20 },
  )
  const { steps } = driveRoute(map, 'a', 'e')
  expect(steps[1].lanes.map(({ valid }) => valid)).toEqual([false, true, false])
})

test.each(['', '|', '||', 'none|none', 'wrong', ';;|;'])('ignores "%s"', (text) => {
  expect(parseLanes(text)).toEqual([])
})
