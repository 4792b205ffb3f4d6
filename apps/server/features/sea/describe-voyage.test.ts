import { KILOMETERS_PER_NAUTICAL_MILE } from '@fairway/geo'
import { limitGates, type SeaRoutePlan } from '@fairway/sea'
import { expect, test } from 'vitest'
import { describeDepths, describeMovedEnds } from './describe-voyage.ts'

function makePlan(kilometers: readonly number[]): SeaRoutePlan {
  const ends = kilometers.map((km) => ({
    requestedPosition: [0, 0] as const,
    snappedPosition: [0, 0] as const,
    snapDistanceNm: km / KILOMETERS_PER_NAUTICAL_MILE,
  }))
  const route = {
    nm: 0,
    hours: 0,
    sailingHours: 0,
    canalHours: 0,
    waitHours: 0,
    line: [],
    channelRanges: [],
    legs: [],
    ends,
    passages: [],
    steps: [],
    greatCircleNm: 0,
  }
  return { kind: 'planned', routes: [route], closed: [] }
}

test('warns about points that are moved by more than 5 km, with the field and the distance', () => {
  expect(describeMovedEnds(makePlan([4.99, 5.1, 26]), ['from', 'via[1]', 'to'])).toEqual([
    'via[1] was moved 5.1 km to the nearest navigable water',
    'to was moved 26.0 km to the nearest navigable water',
  ])
})

test('reports that depths are unchecked when the draft is given', () => {
  expect(describeDepths({ airDraftM: 40 })).toEqual([])
  const count = limitGates.filter(({ limits }) => limits.draftM !== undefined).length
  expect(describeDepths({ draftM: 12 })).toEqual([
    `depths were checked only in passages and in ${count} channels with a known limit; for other waters, compare the route with charts for a draft of 12 m`,
  ])
})
