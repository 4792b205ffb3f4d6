import { Passages } from '@fairway/road'
import { expect, test } from 'vitest'
import { FleetLearner, MIN_DRIVES } from './fleet-learner.ts'

const ARC = 7
const monday = (time: string) => Date.parse(`2026-11-16T${time}Z`) / 1000
const DAY_SECONDS = 86_400

function passage(leftAt: number, pace = 0.2, weight = 1, arc = ARC): Passages {
  const passages = new Passages()
  passages.add(arc, pace, leftAt, weight)
  return passages
}

function makeLearner(minOwners = 2, offsetSeconds = 0): FleetLearner {
  return new FleetLearner(minOwners, () => offsetSeconds)
}

function listLearned(learner: FleetLearner) {
  const learned = learner.take()
  return Array.from({ length: learned?.count ?? 0 }, (_, i) => ({
    arc: learned?.arc[i],
    pace: learned?.pace[i],
    at: new Date(1000 * (learned?.leaveTime[i] ?? 0)).toISOString(),
    weight: learned?.weight[i],
  }))
}

test.each([
  [MIN_DRIVES - 1, 0],
  [MIN_DRIVES, 4],
])('learns from at least three trips: %i give %i quarter-hours', (drives, learned) => {
  const learner = makeLearner()
  for (let probe = 0; probe < drives; probe++) learner.add(probe, probe, passage(monday('08:10:00')))
  expect(listLearned(learner)).toHaveLength(learned)
})

test('averages times, weighted, over the whole hour, and returns each average once', () => {
  const learner = makeLearner()
  learner.add(1, 1, passage(monday('08:00:00'), 0.1, 1))
  learner.add(2, 2, passage(monday('08:59:59'), 0.2, 0.5))
  learner.add(3, 3, passage(monday('08:30:00'), 0.4, 0.5))
  const learned = listLearned(learner)
  expect(learned.map(({ at }) => at.slice(11, 19))).toEqual(['08:07:30', '08:22:30', '08:37:30', '08:52:30'])
  for (const { arc, pace, weight } of learned) {
    expect([arc, weight]).toEqual([ARC, 2])
    expect(pace).toBeCloseTo((0.1 + 0.5 * 0.2 + 0.5 * 0.4) / 2, 9)
  }
  expect(learner.take()).toBeUndefined()
})

test.each([
  [1, 4],
  [2, 0],
])('with a minimum of %i accounts, trips of one account give %i quarter-hours', (minOwners, learned) => {
  const learner = makeLearner(minOwners)
  for (let probe = 0; probe < 40; probe++) learner.add(probe, 5, passage(monday('08:10:00')))
  expect(listLearned(learner).length > 0).toBe(learned > 0)
})

test('counts a vehicle once per road and hour, and again on another day', () => {
  const learner = makeLearner(1)
  for (let part = 0; part < 5; part++) learner.add(1, 1, passage(monday('08:10:00') + part))
  learner.add(1, 1, passage(monday('08:10:00') + DAY_SECONDS))
  expect(learner.take()).toBeUndefined()
  learner.add(1, 1, passage(monday('08:10:00') + 2 * DAY_SECONDS))
  expect(listLearned(learner)).toHaveLength(4)
})

test('does not mix working days with weekends, hours, or roads', () => {
  const learner = makeLearner(1)
  learner.add(1, 1, passage(monday('08:10:00')))
  learner.add(2, 1, passage(monday('08:10:00') + 4 * DAY_SECONDS))
  learner.add(3, 1, passage(monday('08:10:00') + 5 * DAY_SECONDS))
  learner.add(4, 1, passage(monday('08:10:00') + 6 * DAY_SECONDS))
  learner.add(5, 1, passage(monday('09:00:00')))
  learner.add(6, 1, passage(monday('08:10:00'), 0.2, 1, ARC + 1))
  expect(learner.take()).toBeUndefined()
})

test('uses the local time of the region', () => {
  // Friday 23:30 UTC is Saturday morning in the test's time zone.
  const learner = makeLearner(1, 9 * 3600)
  for (let probe = 0; probe < 2; probe++) learner.add(probe, 1, passage(monday('23:30:00') + 4 * DAY_SECONDS))
  learner.add(3, 1, passage(monday('23:30:00') + 5 * DAY_SECONDS))
  expect(listLearned(learner).map(({ at }) => at)[0]).toBe('2026-11-21T23:07:30.000Z')
})
