import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import type { Window } from '../input-reader.ts'
import { chooseTimes, findViolation, type TimedStep } from './choose-times.ts'

const LAST = 14

/** Finds the best time by trying all times from 0 to LAST. */
function findBestByTrial(steps: readonly TimedStep[]): readonly [number, number] | undefined {
  let best: readonly [number, number] | undefined
  const visit = (times: readonly number[], violation: number, lastStop: number) => {
    const index = times.length
    const step = steps[index]
    if (!step) {
      const length = (times.at(-1) ?? 0) - (times[0] ?? 0)
      if (!best || violation < best[0] || (violation === best[0] && length < best[1])) best = [violation, length]
      return
    }
    const before = steps[index - 1]
    let ready = before ? (times[index - 1] ?? 0) + before.action : 0
    if (!step.isBreak && before) {
      const rest = steps.slice(lastStop + 1, index).reduce((sum, { action }) => sum + action, 0)
      ready = Math.max(ready, (times[lastStop] ?? 0) + (steps[lastStop]?.action ?? 0) + step.travel + rest)
    }
    for (let time = Math.max(ready, step.earliest); time <= Math.min(LAST, step.latest); time++)
      visit([...times, time], violation + Math.abs(findViolation(step.windows, time)), step.isBreak ? lastStop : index)
  }
  visit([], 0, 0)
  return best
}

describe('times of a fixed route', () => {
  const stop = (fields: Partial<TimedStep> = {}): TimedStep => ({
    isBreak: false,
    windows: undefined,
    earliest: 0,
    latest: Number.POSITIVE_INFINITY,
    action: 0,
    travel: 0,
    ...fields,
  })

  test('are as early as possible without windows', () => {
    expect(chooseTimes([stop(), stop({ travel: 5, action: 2 }), stop({ travel: 3 })])).toEqual([0, 5, 10])
  })

  test('start later if that makes the route shorter', () => {
    expect(chooseTimes([stop(), stop({ travel: 5, windows: [[100, 110]] }), stop({ travel: 3 })])).toEqual([
      95, 100, 103,
    ])
  })

  test('do not exist if a required time cannot be reached', () => {
    expect(chooseTimes([stop(), stop({ travel: 5, latest: 4 })])).toBeUndefined()
  })

  test('are refused with breaks and too many windows', () => {
    const windows = Array.from({ length: 251 }, (_, index): Window => [index * 3, index * 3 + 1])
    const lunch = stop({ isBreak: true })
    expect(chooseTimes([stop(), lunch, stop({ windows })])).toBe('too-many')
    expect(chooseTimes([stop(), lunch, stop({ windows: windows.slice(0, 240) })])).toEqual([0, 0, 0])
  })

  test('violate windows as little as a trial of all times, with and without breaks', () => {
    const random = seededRandom(31)
    const below = (limit: number) => Math.floor(random() * limit)
    const drawWindows = (): readonly Window[] | undefined => {
      if (random() < 0.3) return undefined
      const first = below(8)
      const windows: Window[] = [[first, first + below(3)]]
      if (random() < 0.4) windows.push([first + 4, first + 4 + below(2)])
      return windows
    }
    for (let round = 0; round < 200; round++) {
      const count = 3 + below(3)
      const steps = Array.from({ length: count }, (_, index) => {
        const isEnd = index === 0 || index === count - 1
        const isBreak = !isEnd && random() < 0.4
        return stop({
          isBreak,
          windows: drawWindows(),
          action: isEnd ? 0 : below(2),
          travel: isBreak || index === 0 ? 0 : below(3),
          ...(random() < 0.1 && { earliest: below(6) }),
        })
      })
      const times = chooseTimes(steps)
      if (!times || times === 'too-many') throw new Error(`round ${round}: no times for ${JSON.stringify(steps)}`)
      const violation = steps.reduce(
        (sum, { windows }, at) => sum + Math.abs(findViolation(windows, times[at] ?? 0)),
        0,
      )
      const length = (times.at(-1) ?? 0) - (times[0] ?? 0)
      expect([violation, length], `round ${round}: ${JSON.stringify(steps)}`).toEqual(findBestByTrial(steps))
    }
  })
})
