import { KILOMETERS_PER_NAUTICAL_MILE } from '@fairway/geo'
import { findPassage, limitGates, type SeaRoute, type SeaRoutePlan } from '@fairway/sea'
import { expect, test } from 'vitest'
import { describeMovedEnds, describeUnchecked } from './describe-voyage.ts'

function makePlan(kilometers: readonly number[], more: Partial<SeaRoute> = {}): SeaRoutePlan {
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
    ...more,
  }
  return { kind: 'planned', routes: [route], closed: [] }
}

test('warns about points that are moved by more than 5 km, with the field and the distance', () => {
  expect(describeMovedEnds(makePlan([4.99, 5.1, 26]), ['from', 'via[1]', 'to'])).toEqual([
    'via[1] was moved 5.1 km to the nearest navigable water',
    'to was moved 26.0 km to the nearest navigable water',
  ])
})

const underBridge = [
  [37.7, -122.6],
  [37.815, -122.5],
  [37.83, -122.42],
] as const
const bridgeWarning = 'bridge clearances were not checked because vessel.air_draft_m is not given'

test('reports that depths are unchecked, with and without a draft', () => {
  const unchecked = 'depths were not checked because vessel.draft_m is not given'
  expect(describeUnchecked(makePlan([]), undefined)).toEqual([unchecked])
  expect(describeUnchecked(makePlan([]), { airDraftM: 40 })).toEqual([unchecked])
  const count = limitGates.filter(({ limits }) => limits.draftM !== undefined).length
  expect(describeUnchecked(makePlan([]), { draftM: 12 })).toEqual([
    `depths were checked only in passages and in ${count} channels with a known limit; for other waters, compare the route with charts for a draft of 12 m`,
  ])
})

test('reports that bridge clearances are unchecked if a route passes under a bridge, after the depths', () => {
  const depthWarning = expect.stringMatching(/^depths/)
  expect(describeUnchecked(makePlan([], { line: underBridge }), {})).toEqual([depthWarning, bridgeWarning])
  expect(describeUnchecked(makePlan([], { line: underBridge }), { airDraftM: 60 })).toEqual([depthWarning])
  expect(describeUnchecked(makePlan([], { line: underBridge.slice(0, 2) }), {})).toEqual([depthWarning])
  const passUnder = (id: string) => {
    const passage = findPassage(id)
    if (!passage) throw new Error(`no passage ${id}`)
    return describeUnchecked(
      makePlan([], { passages: [{ passage, startNm: 0, endNm: 9, share: 1, startHours: 0 }] }),
      {},
    )
  }
  expect(passUnder('bosporus')).toEqual([depthWarning, bridgeWarning])
  expect(passUnder('gibraltar')).toEqual([depthWarning])
})
