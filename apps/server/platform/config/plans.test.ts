import { describe, expect, test } from 'vitest'
import { ANONYMOUS_COMPUTE_WEIGHT, defaultPlans, isPlanName, overridePlans, planNames } from './plans.ts'

const base = defaultPlans(7)

function override(given: unknown) {
  const faults: string[] = []
  return { plans: overridePlans(base, given, faults), faults }
}

describe('default plans', () => {
  test('have these limits', () => {
    const table = planNames.map((name) => {
      const { routesPerMonth, perSecond, burst, days, pricePerMonth, matrixPoints } = base[name]
      return [name, routesPerMonth, perSecond, burst, days, pricePerMonth, matrixPoints]
    })
    expect(table).toEqual([
      ['trial', 25_000, 2, 4, 7, null, 100],
      ['free', 100_000, 5, 10, null, null, 100],
      ['starter', 250_000, 10, 20, null, 19, 1000],
      ['pro', 2_000_000, 50, 100, null, 99, 1000],
      ['aviation', 5_000_000, 100, 200, null, null, 1000],
      ['military', 5_000_000, 100, 200, null, null, 1000],
    ])
  })

  test('give more of the compute threads to larger plans, and a reserve only to paying ones', () => {
    const table = planNames.map((name) => {
      const { computeWeight, isPaying, maxBudgetMs } = base[name]
      return [name, computeWeight, isPaying, maxBudgetMs]
    })
    expect(table).toEqual([
      ['trial', 2, false, 2000],
      ['free', 2, false, 2000],
      ['starter', 8, true, 5000],
      ['pro', 16, true, 10_000],
      ['aviation', 32, true, 10_000],
      ['military', 32, true, 10_000],
    ])
    expect(ANONYMOUS_COMPUTE_WEIGHT).toBe(1)
  })

  test('accept as a plan name only a name in the table', () => {
    for (const name of planNames) expect(isPlanName(name)).toBe(true)
    for (const name of ['', 'Trial', 'gold', 'constructor', '__proto__', 'length']) expect(isPlanName(name)).toBe(false)
  })
})

describe('plan overrides', () => {
  test('replace the given values and keep the others', () => {
    const { plans, faults } = override({ pro: { routes_per_month: 3_000_000 }, trial: { days: 14 } })
    expect(faults).toEqual([])
    expect(plans).toEqual({
      ...base,
      pro: { ...base.pro, routesPerMonth: 3_000_000 },
      trial: { ...base.trial, days: 14 },
    })
    expect(base.pro.routesPerMonth).toBe(2_000_000)
  })

  test('set the burst to twice the rate, unless the burst is given too', () => {
    expect(override({ pro: { per_second: 80 } }).plans.pro).toMatchObject({ perSecond: 80, burst: 160 })
    expect(override({ pro: { per_second: 80, burst: 90 } }).plans.pro).toMatchObject({ perSecond: 80, burst: 90 })
    expect(override({ pro: { burst: 90 } }).plans.pro).toMatchObject({ perSecond: 50, burst: 90 })
    expect(override({ trial: { per_second: 0.01 } }).plans.trial).toMatchObject({ perSecond: 0.01, burst: 1 })
  })

  test('can set, change and remove days', () => {
    expect(override({ trial: { days: null } }).plans.trial.days).toBeNull()
    expect(override({ pro: { days: 30 } }).plans.pro.days).toBe(30)
    expect(override({ pro: { days: null } }).plans.pro.days).toBeNull()
  })

  const bounds: [key: string, bound: string][] = [
    ['routes_per_month', ''],
    ['per_second', ''],
    ['burst', ''],
    ['days', ' and at most 3650'],
    ['matrix_points', ' and at most 10000'],
    ['compute_weight', ' and at most 1000'],
    ['optimize_budget_ms', ' and at most 10000'],
    ['max_jobs', ' and at most 1000'],
    ['job_points', ' and at most 10000'],
    ['job_items', ' and at most 1000000'],
    ['web_polls_per_s', ' and at most 1000000'],
    ['api_live_polls_per_s', ' and at most 1000000'],
    ['gps_push_per_s', ' and at most 1000000'],
    ['max_assets', ' and at most 1000000'],
    ['track_days', ' and at most 3650'],
  ]
  test.each(bounds)('require %s to be a number above 0%s', (key, bound) => {
    for (const value of [0, -1, '5', true, [], {}, Number.POSITIVE_INFINITY, Number.NaN]) {
      const { plans, faults } = override({ trial: { [key]: value } })
      expect(faults).toEqual([`plans.trial.${key} is ${JSON.stringify(value)}; it must be a number above 0${bound}`])
      expect(plans).toEqual(base)
    }
    expect(override({ trial: { [key]: 1 } }).faults).toEqual([])
  })

  test('limit a plan to ten years, far from the end of the date range', () => {
    expect(override({ trial: { days: 3650 } }).plans.trial.days).toBe(3650)
    expect(override({ trial: { days: 3651 } }).faults.length).toBe(1)
  })

  test('can set live tracking rates, assets and days, and enable or disable a channel', () => {
    const wide = { web_polls_per_s: 50, api_live_polls_per_s: 20, gps_push_per_s: 0.1, max_assets: 9.9, track_days: 3 }
    const { plans, faults } = override({ trial: wide, pro: { gps_push_per_s: null, api_live_polls_per_s: null } })
    expect(faults).toEqual([])
    expect(plans.trial.live).toEqual({
      webPollsPerSecond: 50,
      apiLivePollsPerSecond: 20,
      gpsPushPerSecond: 0.1,
      maxAssets: 9,
      trackDays: 3,
    })
    expect(plans.pro.live).toEqual({ ...base.pro.live, gpsPushPerSecond: null, apiLivePollsPerSecond: null })
    expect(override({ pro: { max_assets: 0.5, track_days: 0.5 } }).plans.pro.live).toMatchObject({
      maxAssets: 1,
      trackDays: 1,
    })
    const maxValues = { web_polls_per_s: 1e6, gps_push_per_s: 1e6, max_assets: 1e6, track_days: 3650 }
    expect(override({ pro: maxValues }).faults).toEqual([])
    for (const [key, value] of Object.entries(maxValues))
      expect(override({ pro: { [key]: value + 1 } }).faults.length).toBe(1)
    expect(override({ pro: { web_polls_per_s: null } }).faults.length).toBe(1)
  })

  test('require at least two matrix points, and no more than fit into memory', () => {
    expect(override({ pro: { matrix_points: 10_000 } }).plans.pro.matrixPoints).toBe(10_000)
    expect(override({ pro: { matrix_points: 10_001 } }).faults.length).toBe(1)
    expect(override({ pro: { matrix_points: 1.5 } }).plans.pro.matrixPoints).toBe(2)
  })

  test('can set the limits of jobs', () => {
    const { plans } = override({ free: { max_jobs: 3.9, job_points: 1.5, job_items: 0.5 } })
    expect(plans.free).toMatchObject({ maxJobs: 3, jobPoints: 2, jobItems: 1 })
    const largest = { max_jobs: 1000, job_points: 10_000, job_items: 1_000_000 }
    expect(override({ pro: largest }).faults).toEqual([])
    for (const [key, value] of Object.entries(largest))
      expect(override({ pro: { [key]: value + 1 } }).faults.length).toBe(1)
  })

  test('can set the compute weight and the search time of optimizations', () => {
    const changes = { trial: { compute_weight: 0.5, optimize_budget_ms: 500 }, pro: { optimize_budget_ms: 1 } }
    const { plans } = override(changes)
    expect(plans.trial).toMatchObject({ computeWeight: 0.5, maxBudgetMs: 500, isPaying: false })
    expect(plans.pro).toMatchObject({ computeWeight: 16, maxBudgetMs: 10, isPaying: true })
    expect(override({ pro: { optimize_budget_ms: 10_001 } }).faults.length).toBe(1)
    expect(override({ pro: { compute_weight: 1001 } }).faults.length).toBe(1)
  })

  test('round fractions of routes and bursts down, but never to zero', () => {
    expect(override({ pro: { routes_per_month: 10.9, burst: 3.9 } }).plans.pro).toMatchObject({
      routesPerMonth: 10,
      burst: 3,
    })
    expect(override({ pro: { routes_per_month: 0.5, burst: 0.5 } }).plans.pro).toMatchObject({
      routesPerMonth: 1,
      burst: 1,
    })
  })

  test('report every error with its path', () => {
    const { plans, faults } = override({
      gold: { per_second: 1 },
      pro: { per_month: 5, burst: 0 },
      free: 7,
      starter: null,
    })
    expect(faults).toEqual([
      'plans.gold is not a plan; the plans are trial, free, starter, pro, aviation, military',
      'plans.pro.per_month is not a known term; allowed terms: routes_per_month, per_second, burst, days, matrix_points, compute_weight, optimize_budget_ms, max_jobs, job_points, job_items, web_polls_per_s, api_live_polls_per_s, gps_push_per_s, max_assets, track_days',
      'plans.pro.burst is 0; it must be a number above 0',
      'plans.free must be an object',
      'plans.starter must be an object',
    ])
    expect(plans).toEqual(base)
  })

  test('do not accept a name inherited from Object as a plan', () => {
    const { plans, faults } = override(JSON.parse('{ "__proto__": { "burst": 1 }, "constructor": {} }'))
    expect(faults.length).toBe(2)
    expect(plans).toEqual(base)
  })

  test.each([[[]], ['pro'], [5], [null]])('reject %j as a table of plans', (given) => {
    expect(override(given).faults).toEqual(['plans must be an object such as {"pro": {"routes_per_month": 3000000}}'])
  })

  test('keep the defaults when nothing is given', () => {
    expect(override(undefined)).toEqual({ plans: base, faults: [] })
    expect(override({})).toEqual({ plans: base, faults: [] })
  })
})
