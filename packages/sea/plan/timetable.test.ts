import { expect, test } from 'vitest'
import { findPassage } from '../passages/all-passages.ts'
import type { SeaRoute } from './sea-route.ts'
import { isInSeason, listSeasonClosures } from './seasons.ts'
import { sumHours, Timetable } from './timetable.ts'
import type { NamedSection } from './trace-passages.ts'

function makePart(id: string, startNm: number, endNm: number): NamedSection {
  const passage = findPassage(id)
  if (!passage) throw new Error(id)
  return { startNm, endNm, passageUse: { passage, startNm, endNm, share: 1 } }
}

test('adds sailing, canal and waiting hours up to any mile', () => {
  const table = new Timetable([makePart('dover', 50, 80), makePart('suez', 100, 190)], 10)
  expect(table.at(100)).toEqual({ sailing: 10, canal: 0, wait: 0 })
  expect(table.at(145)).toEqual({ sailing: 10, canal: 7, wait: 10 })
  expect(table.at(190)).toEqual({ sailing: 10, canal: 14, wait: 10 })
  expect(table.at(290)).toEqual({ sailing: 20, canal: 14, wait: 10 })
  expect(table.between(145, 290)).toEqual({ sailing: 10, canal: 7, wait: 0 })
  // Splitting a voyage at any point does not change the total.
  for (const cut of [0, 50, 100, 100.5, 145, 190, 250]) {
    expect(sumHours(table.between(0, cut)) + sumHours(table.between(cut, 290))).toBeCloseTo(44, 9)
  }
})

test('includes the first and last day of a season, even across the turn of the year', () => {
  const winter = [
    [12, 20],
    [3, 21],
  ] as const
  const days = [
    [12, 19],
    [12, 20],
    [12, 31],
    [1, 1],
    [3, 21],
    [3, 22],
  ] as const
  expect(days.map((day) => isInSeason(day, winter))).toEqual([false, true, true, true, true, false])
  expect(isInSeason([2, 1], [winter[1], winter[0]])).toBe(false)
  expect(isInSeason([6, 1], [winter[1], winter[0]])).toBe(true)
})

test('checks whether a passage is closed at arrival, not at departure', () => {
  const passage = findPassage('welland')
  const route = { hours: 300, passages: [{ passage, startNm: 0, endNm: 1, startHours: 240 }] } as unknown as SeaRoute
  const closed = (kind: 'depart' | 'arrive', at: string) =>
    listSeasonClosures(route, { kind, atMs: Date.parse(at) }).map(({ reachedOn }) => reachedOn)
  expect(closed('depart', '2026-12-26T23:59:59Z')).toEqual([])
  expect(closed('depart', '2026-12-27T00:00:00Z')).toEqual(['6 January'])
  expect(closed('depart', '2027-03-11T23:00:00Z')).toEqual(['21 March'])
  expect(closed('depart', '2027-03-12T00:00:00Z')).toEqual([])
  expect(closed('arrive', '2027-01-09T12:00:00Z')).toEqual(['7 January'])
  expect(listSeasonClosures(route, undefined)).toEqual([])
})
