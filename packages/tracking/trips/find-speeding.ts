/** A position on a road, with its speed and the speed limit at that position. */
export interface LimitedFix {
  readonly timeMs: number
  readonly latitude: number
  readonly longitude: number
  readonly speedMs: number
  /** Speed limit. Undefined if the road or its limit is unknown. */
  readonly limitKmh: number | undefined
  readonly road: string
}

export interface SpeedingEvent {
  readonly kind: 'speeding'
  readonly timeMs: number
  readonly latitude: number
  readonly longitude: number
  readonly durationS: number
  /** Highest speed, and the limit at its position. */
  readonly maxSpeedMs: number
  readonly limitKmh: number
  readonly road: string
}

/**
 * Time around a change of limit in which the higher limit applies. Neither positions nor the map are exact to the
 * meter.
 */
const SIGN_TOLERANCE_MS = 5000
/** Maximum time between positions. Longer intervals say nothing about the speed in between. */
const MAX_INTERVAL_MS = 60_000

/** Finds periods of at least two positions at which the speed exceeds the limit by more than `overKmh`. */
export function findSpeeding(fixes: readonly LimitedFix[], overKmh: number): SpeedingEvent[] {
  const events: SpeedingEvent[] = []
  let run: LimitedFix[] = []
  const endRun = () => {
    if (run.length >= 2) events.push(toEvent(run))
    run = []
  }
  fixes.forEach((fix, i) => {
    const limitKmh = findLimitAround(fixes, i)
    const last = run.at(-1)
    if (last && fix.timeMs - last.timeMs > MAX_INTERVAL_MS) endRun()
    if (limitKmh !== undefined && 3.6 * fix.speedMs > limitKmh + overKmh) run.push({ ...fix, limitKmh })
    else endRun()
  })
  endRun()
  return events
}

function toEvent(run: readonly LimitedFix[]): SpeedingEvent {
  const [first, last] = [run[0], run[run.length - 1]]
  const excess = ({ speedMs, limitKmh = 0 }: LimitedFix) => 3.6 * speedMs - limitKmh
  const worstFix = run.reduce((a, b) => (excess(b) > excess(a) ? b : a))
  const { latitude, longitude, limitKmh = 0, road } = worstFix
  const durationS = (last.timeMs - first.timeMs) / 1000
  return {
    kind: 'speeding',
    timeMs: first.timeMs,
    latitude,
    longitude,
    durationS,
    maxSpeedMs: worstFix.speedMs,
    limitKmh,
    road,
  }
}

/** Returns the highest limit around a position, or undefined if the limit at the position itself is unknown. */
function findLimitAround(fixes: readonly LimitedFix[], i: number): number | undefined {
  let limit = fixes[i].limitKmh
  if (limit === undefined) return undefined
  for (const step of [-1, 1]) {
    for (let j = i + step; fixes[j] && Math.abs(fixes[j].timeMs - fixes[i].timeMs) <= SIGN_TOLERANCE_MS; j += step)
      limit = Math.max(limit, fixes[j].limitKmh ?? 0)
  }
  return limit
}
