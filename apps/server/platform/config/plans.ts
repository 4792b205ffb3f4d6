/** Pricing plans of the service. Operators can change the numbers in the configuration file. */

/** Scope of the rate limits for live polling and position pushes. */
export const liveRateScopes = ['asset', 'account'] as const
export type LiveRateScope = (typeof liveRateScopes)[number]

export interface LiveTrackingLimits {
  readonly webPollsPerSecond: number
  /** Live polling requests per second. Null if the plan does not include the channel. */
  readonly apiLivePollsPerSecond: number | null
  readonly gpsPushPerSecond: number | null
  readonly maxAssets: number
  /** Number of days for which positions are stored. */
  readonly trackDays: number
}

export interface PlanTerms {
  readonly routesPerMonth: number
  readonly perSecond: number
  readonly burst: number
  /** Number of days until an account on this plan expires. Null if accounts do not expire. */
  readonly days: number | null
  readonly pricePerMonth: number | null
  /** Maximum number of points per side of a matrix. The square of this number is the maximum number of cells. */
  readonly matrixPoints: number
  /**
   * Share of compute thread time relative to other accounts. Callers without a key have a share of
   * 1.
   */
  readonly computeWeight: number
  /** True if accounts on this plan may use the compute threads that are reserved for paying owners. */
  readonly isPaying: boolean
  /** Maximum search time of an optimization, in milliseconds. */
  readonly maxBudgetMs: number
  /** Maximum number of queued and running jobs. */
  readonly maxJobs: number
  /** Maximum number of points per matrix side, and of stops per optimization, in a job. */
  readonly jobPoints: number
  /** Maximum number of traces, isochrones or geocoding queries in a job. */
  readonly jobItems: number
  readonly live: LiveTrackingLimits
}

/** Maximum rate of live tracking. A higher rate would not limit any client. */
const MAX_PER_SECOND = 1_000_000
/** Maximum number of assets per account. Listing more assets would be slow, and no account has that many. */
const MAX_ASSETS = 1_000_000

/** Maximum number of points per matrix side. A larger matrix would not fit into memory. */
const MAX_MATRIX_POINTS = 10_000

/** Maximum number of jobs. With more jobs, some would wait for days. */
const MAX_JOBS = 1000
/** Maximum number of items in a job. A longer list would not fit into a request body. */
const MAX_JOB_ITEMS = 1_000_000

/** Maximum number of days, which is ten years. The limit keeps dates far from the end of the date range. */
export const MAX_DAYS = 3650

export const planNames = ['trial', 'free', 'starter', 'pro', 'aviation', 'military'] as const
export type PlanName = (typeof planNames)[number]
export type Plans = Readonly<Record<PlanName, PlanTerms>>

/** Plans that are available through signup. The operator assigns all other plans. */
export const selfServePlans: readonly PlanName[] = ['trial', 'free']

const trialTracking: LiveTrackingLimits = {
  webPollsPerSecond: 0.2,
  apiLivePollsPerSecond: null,
  gpsPushPerSecond: null,
  maxAssets: 5,
  trackDays: 7,
}
const starterTracking: LiveTrackingLimits = {
  webPollsPerSecond: 1,
  apiLivePollsPerSecond: 0.5,
  gpsPushPerSecond: 0.5,
  maxAssets: 30,
  trackDays: 30,
}
const proTracking: LiveTrackingLimits = {
  webPollsPerSecond: 2,
  apiLivePollsPerSecond: 2,
  gpsPushPerSecond: 2,
  maxAssets: 500,
  trackDays: 90,
}
const dedicatedTracking: LiveTrackingLimits = {
  webPollsPerSecond: 2,
  apiLivePollsPerSecond: 10,
  gpsPushPerSecond: 10,
  maxAssets: 200,
  trackDays: 365,
}

/** Length of a burst in seconds. A full burst contains the requests that the rate allows in this time. */
const BURST_SECONDS = 2

const TRIAL_MATRIX_POINTS = 100
const MATRIX_POINTS = 1000

/** Compute weight of callers without a key. */
export const ANONYMOUS_COMPUTE_WEIGHT = 1
/** Maximum compute weight. A larger weight would leave no thread time for other callers. */
const MAX_COMPUTE_WEIGHT = 1000
export const MIN_BUDGET_MS = 10
export const MAX_BUDGET_MS = 10_000
const trialCompute = {
  matrixPoints: TRIAL_MATRIX_POINTS,
  computeWeight: 2,
  isPaying: false,
  maxBudgetMs: 2000,
  maxJobs: 2,
  jobPoints: 1000,
  jobItems: 1000,
}
const starterCompute = { computeWeight: 8, maxBudgetMs: 5000, maxJobs: 5, jobPoints: 5000, jobItems: 10_000 }

function makeTerms(routesPerMonth: number, perSecond: number, live: LiveTrackingLimits, price?: number): PlanTerms {
  return {
    routesPerMonth,
    perSecond,
    burst: perSecond * BURST_SECONDS,
    days: null,
    pricePerMonth: price ?? null,
    matrixPoints: MATRIX_POINTS,
    computeWeight: 32,
    isPaying: true,
    maxBudgetMs: MAX_BUDGET_MS,
    maxJobs: 20,
    jobPoints: MAX_MATRIX_POINTS,
    jobItems: 100_000,
    live,
  }
}

export function defaultPlans(trialDays: number): Plans {
  return {
    trial: { ...makeTerms(25_000, 2, trialTracking), ...trialCompute, days: trialDays },
    free: { ...makeTerms(100_000, 5, trialTracking), ...trialCompute },
    starter: { ...makeTerms(250_000, 10, starterTracking, 19), ...starterCompute },
    pro: { ...makeTerms(2_000_000, 50, proTracking, 99), computeWeight: 16 },
    aviation: makeTerms(5_000_000, 100, dedicatedTracking),
    military: makeTerms(5_000_000, 100, dedicatedTracking),
  }
}

export function isPlanName(text: string): text is PlanName {
  return (planNames as readonly string[]).includes(text)
}

/** Applies the operator's numbers to the default plans and adds any errors to `errors`. */
export function overridePlans(base: Plans, overrides: unknown, errors: string[]): Plans {
  if (overrides === undefined) return base
  if (!isObject(overrides)) {
    errors.push('plans must be an object such as {"pro": {"routes_per_month": 3000000}}')
    return base
  }
  const result: Record<PlanName, PlanTerms> = { ...base }
  for (const [name, changes] of Object.entries(overrides)) {
    if (!isPlanName(name)) errors.push(`plans.${name} is not a plan; the plans are ${planNames.join(', ')}`)
    else if (!isObject(changes)) errors.push(`plans.${name} must be an object`)
    else result[name] = overrideTerms(name, base[name], changes, errors)
  }
  return result
}

/** Plan fields that the configuration file may set. */
const termNames: readonly string[] = [
  'routes_per_month',
  'per_second',
  'burst',
  'days',
  'matrix_points',
  'compute_weight',
  'optimize_budget_ms',
  'max_jobs',
  'job_points',
  'job_items',
  'web_polls_per_s',
  'api_live_polls_per_s',
  'gps_push_per_s',
  'max_assets',
  'track_days',
]

function overrideTerms(name: string, base: PlanTerms, changes: Record<string, unknown>, errors: string[]): PlanTerms {
  for (const key of Object.keys(changes)) {
    if (!termNames.includes(key))
      errors.push(`plans.${name}.${key} is not a known term; allowed terms: ${termNames.join(', ')}`)
  }
  const readPositive = <F extends number | null>(
    key: string,
    fallback: F,
    max = Number.MAX_SAFE_INTEGER,
  ): number | F => {
    const value = changes[key]
    if (value === undefined) return fallback
    if (typeof value === 'number' && value > 0 && value <= max) return value
    const maxText = max === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${max}`
    errors.push(`plans.${name}.${key} is ${JSON.stringify(value)}; it must be a number above 0${maxText}`)
    return fallback
  }
  const readPositiveOrNull = (key: string, fallback: number | null, max: number): number | null =>
    changes[key] === null ? null : readPositive(key, fallback, max)
  const perSecond = readPositive('per_second', base.perSecond)
  const { live } = base
  return {
    ...base,
    routesPerMonth: Math.max(1, Math.floor(readPositive('routes_per_month', base.routesPerMonth))),
    perSecond,
    burst: Math.max(1, Math.floor(readPositive('burst', perSecond * BURST_SECONDS))),
    matrixPoints: Math.max(2, Math.floor(readPositive('matrix_points', base.matrixPoints, MAX_MATRIX_POINTS))),
    computeWeight: readPositive('compute_weight', base.computeWeight, MAX_COMPUTE_WEIGHT),
    maxBudgetMs: Math.max(
      MIN_BUDGET_MS,
      Math.floor(readPositive('optimize_budget_ms', base.maxBudgetMs, MAX_BUDGET_MS)),
    ),
    maxJobs: Math.max(1, Math.floor(readPositive('max_jobs', base.maxJobs, MAX_JOBS))),
    jobPoints: Math.max(2, Math.floor(readPositive('job_points', base.jobPoints, MAX_MATRIX_POINTS))),
    jobItems: Math.max(1, Math.floor(readPositive('job_items', base.jobItems, MAX_JOB_ITEMS))),
    days: readPositiveOrNull('days', base.days, MAX_DAYS),
    live: {
      webPollsPerSecond: readPositive('web_polls_per_s', live.webPollsPerSecond, MAX_PER_SECOND),
      apiLivePollsPerSecond: readPositiveOrNull('api_live_polls_per_s', live.apiLivePollsPerSecond, MAX_PER_SECOND),
      gpsPushPerSecond: readPositiveOrNull('gps_push_per_s', live.gpsPushPerSecond, MAX_PER_SECOND),
      maxAssets: Math.max(1, Math.floor(readPositive('max_assets', live.maxAssets, MAX_ASSETS))),
      trackDays: Math.max(1, Math.floor(readPositive('track_days', live.trackDays, MAX_DAYS))),
    },
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
