import { type Position, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { makeAssetRoute } from '../route/asset-route.ts'
import { makeFenceShape } from './shape.ts'
import { type Fence, type FenceEvent, FenceSet, type FenceStates } from './watch-fences.ts'

const DEPOT: Position = [-34.9, -56.2]
const METER = 1 / 111_195
const bothRules = { enter: true, exit: true }
const circle = (radiusM: number, rules: Partial<Fence['rules']> = {}): Fence => ({
  id: 'gf_depot',
  shape: makeFenceShape({ type: 'circle', center: DEPOT, radiusM }),
  rules: { ...bothRules, ...rules },
})

interface Step {
  /** Meters north of the depot. */
  readonly northM: number
  readonly timeS: number
  readonly accuracyM?: number
  readonly speedMs?: number
}

/** Processes fixes along the meridian of the depot with a set of geofences. */
function run(set: FenceSet, steps: readonly Step[], extra: { route?: ReturnType<typeof makeAssetRoute> } = {}) {
  let states: FenceStates = {}
  const events: FenceEvent[] = []
  for (const { northM, timeS, accuracyM = 5, speedMs = 0 } of steps) {
    const fix = { latitude: DEPOT[0] + northM * METER, longitude: DEPOT[1], timeMs: 1000 * timeS, accuracyM }
    const watched = { fix, kind: 'vehicle', speedMs, route: extra.route, isWatchedBy: () => true } as const
    const step = set.advance(states, watched)
    states = step.states
    events.push(...step.events)
  }
  return { states, events, list: events.map(({ type, timeMs }) => `${type.slice(9)} ${timeMs / 1000}`) }
}

describe('a geofence', () => {
  test('reports enter, dwell and exit for a trip through it, with their times', () => {
    const set = new FenceSet([circle(100, { dwellS: 60 })])
    const steps = [-500, -200, 0, 0, 0, 0, 300, 600].map((northM, at) => ({ northM, timeS: 30 * at }))
    const { events, list, states } = run(set, steps)
    expect(list).toEqual(['enter 60', 'dwell 120', 'exit 180'])
    expect(events.at(-1)).toMatchObject({ insideS: 120 })
    expect(states).toEqual({})
  })

  test('needs a second fix near the boundary, and dates the event to the first', () => {
    const set = new FenceSet([circle(100)])
    const at = (...meters: number[]) =>
      run(
        set,
        meters.map((northM, timeS) => ({ northM, timeS })),
      ).list
    expect(at(200, 98)).toEqual([])
    expect(at(200, 98, 97)).toEqual(['enter 1'])
    expect(at(200, 98, 150, 98, 97)).toEqual(['enter 3'])
    expect(at(0, 112)).toEqual(['enter 0'])
    expect(at(0, 112, 113)).toEqual(['enter 0', 'exit 1'])
    expect(at(0, 112, 105, 113)).toEqual(['enter 0'])
    expect(at(0, 121)).toEqual(['enter 0', 'exit 1'])
  })

  test('does not flap while an asset stands on its boundary (seed 7)', () => {
    const random = seededRandom(7)
    // The noise is normally distributed, with two out of three fixes within the reported accuracy of 10 m.
    const noise = () => (10 / 1.5) * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const steps = Array.from({ length: 20_000 }, (_, timeS) => ({ northM: 100 + noise(), timeS, accuracyM: 10 }))
    expect(run(new FenceSet([circle(100)]), steps).list.length).toBeLessThanOrEqual(1)
  })

  test('is not entered or left by a fix that is coarser than it', () => {
    const set = new FenceSet([circle(50)])
    expect(run(set, [{ northM: 0, timeS: 0, accuracyM: 121 }]).list).toEqual([])
    expect(run(set, [{ northM: 0, timeS: 0, accuracyM: 119 }]).list).toEqual(['enter 0'])
    const steps = [
      { northM: 0, timeS: 0 },
      { northM: 900, timeS: 60, accuracyM: 1000 },
      { northM: 0, timeS: 120 },
    ]
    expect(run(set, steps).list).toEqual(['enter 0'])
  })

  test('reports excess speed once until the asset has slowed down', () => {
    const set = new FenceSet([circle(1000, { enter: false, exit: false, maxSpeedMs: 10 })])
    const speeds = (...list: number[]) =>
      run(
        set,
        list.map((speedMs, timeS) => ({ northM: 0, timeS, speedMs })),
      ).list
    expect(speeds(11, 9, 11, 9)).toEqual([])
    expect(speeds(10, 10, 10)).toEqual([])
    expect(speeds(11, 12, 13, 10, 12, 12)).toEqual(['speed 1'])
    expect(speeds(11, 12, 9.4, 12, 12)).toEqual(['speed 1', 'speed 4'])
  })

  test('reports only the events of its rules, and only for its assets', () => {
    const set = new FenceSet([circle(100, { enter: false })])
    const steps = [0, 0, 300].map((northM, timeS) => ({ northM, timeS }))
    expect(run(set, steps).list).toEqual(['exit 2'])
    const fix = { latitude: DEPOT[0], longitude: DEPOT[1], timeMs: 0 }
    const foreign = { fix, kind: 'vehicle', speedMs: 0, route: undefined, isWatchedBy: () => false } as const
    expect(set.advance({}, foreign)).toEqual({ states: {}, events: [] })
  })

  test('reports a stay of an asset that sends nothing, at the time it became long enough', () => {
    const set = new FenceSet([circle(100, { dwellS: 60 })])
    const { states } = run(set, [{ northM: 0, timeS: 0 }])
    expect(set.findNextMs(states)).toBe(60_000)
    expect(set.advanceTime(states, 59_999).events).toEqual([])
    const late = set.advanceTime(states, 90_000)
    expect(late.events).toEqual([{ type: 'geofence.dwell', fence: 'gf_depot', timeMs: 60_000 }])
    expect(set.findNextMs(late.states)).toBeUndefined()
    expect(set.advanceTime(late.states, 99_000).events).toEqual([])
  })

  test('along the planned route follows the route of each asset, and ends with it', () => {
    const set = new FenceSet([{ id: 'gf_plan', shape: { alongPlanM: 50 }, rules: bothRules }])
    const route = makeAssetRoute({ kind: 'vehicle', points: [DEPOT, [DEPOT[0], DEPOT[1] + 0.1]] })
    const steps = [0, 0, 100].map((northM, timeS) => ({ northM, timeS }))
    expect(run(set, steps, { route }).list).toEqual(['enter 0', 'exit 2'])
    expect(run(set, steps).list).toEqual([])
    const { states } = run(set, steps.slice(0, 1), { route })
    const fix = { latitude: DEPOT[0], longitude: DEPOT[1], timeMs: 5000 }
    const unplanned = { fix, kind: 'vehicle', speedMs: 0, route: undefined, isWatchedBy: () => true } as const
    expect(set.advance(states, unplanned)).toEqual({ states: {}, events: [] })
  })

  test('that was removed leaves no state behind', () => {
    const { states } = run(new FenceSet([circle(100)]), [{ northM: 0, timeS: 0 }])
    const fix = { latitude: DEPOT[0], longitude: DEPOT[1], timeMs: 5000 }
    const watched = { fix, kind: 'vehicle', speedMs: 0, route: undefined, isWatchedBy: () => true } as const
    expect(new FenceSet([]).advance(states, watched)).toEqual({ states: {}, events: [] })
  })
})
