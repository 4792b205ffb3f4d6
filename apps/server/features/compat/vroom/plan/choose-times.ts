import type { Window } from '../input-reader.ts'

/** A stop or a break of a route whose order is fixed. */
export interface TimedStep {
  readonly isBreak: boolean
  /** When it should begin. Undefined: at any time. */
  readonly windows: readonly Window[] | undefined
  /** When it must begin. */
  readonly earliest: number
  readonly latest: number
  /** How long it takes. */
  readonly action: number
  /** Travel from the stop before. 0 for breaks, which are taken while traveling. */
  readonly travel: number
}

/** Compared in this order: seconds outside windows, duration of the route, and the sum of all times. */
type Cost = readonly [number, number, number]

const NEVER: Cost = [Number.POSITIVE_INFINITY, 0, 0]
/** The maximum product of times and steps that are compared. */
const MAX_PAIRS = 2_000_000
/** With breaks, pairs of times are compared. */
const MAX_TIMES_WITH_BREAKS = 500

/** How far a time is from the closest window: negative before it, positive after it. */
export function findViolation(windows: readonly Window[] | undefined, time: number): number {
  let closest = Number.POSITIVE_INFINITY
  for (const [start, end] of windows ?? [[0, Number.POSITIVE_INFINITY] as const]) {
    const distance = time < start ? time - start : time > end ? time - end : 0
    if (Math.abs(distance) < Math.abs(closest)) closest = distance
  }
  return closest
}

/**
 * Chooses the times for the steps of a route that violate their windows the least. Of several such choices, it takes
 * the one with the shortest route, and then the earliest. Undefined if there are none, and 'too-many' if there are too
 * many windows to compare.
 *
 * Times are counted without the travel and the actions before a step, so that they never decrease from stop to stop. In
 * the best solution, each of them is the end of some window, so a dynamic program over these ends is exact. A break is
 * counted as if all travel of its leg followed. It may be later than the next stop by this travel.
 */
export function chooseTimes(steps: readonly TimedStep[]): readonly number[] | 'too-many' | undefined {
  const offsets = listOffsets(steps)
  const times = listTimes(steps, offsets)
  if (steps.some(({ isBreak }) => isBreak) && times.length > MAX_TIMES_WITH_BREAKS) return 'too-many'
  if (times.length * steps.length > MAX_PAIRS) return 'too-many'
  const costs = steps.map((step, index) =>
    times.map((time) => rateStep(steps, step, index, time + (offsets[index] ?? 0))),
  )
  const chosen = findBest(steps, costs, times)
  return chosen?.map((time, index) => (times[time] ?? 0) + (offsets[index] ?? 0))
}

/** When every step begins if the route starts at 0 and nothing waits. */
function listOffsets(steps: readonly TimedStep[]): number[] {
  const offsets: number[] = []
  let end = 0
  for (const { action, travel } of steps) {
    offsets.push(end + travel)
    end += travel + action
  }
  return offsets
}

function listTimes(steps: readonly TimedStep[], offsets: readonly number[]): number[] {
  let shifts = [0]
  for (const [index, { travel }] of steps.entries()) {
    if (steps[index - 1]?.isBreak && travel > 0)
      shifts = [...new Set(shifts.flatMap((shift) => [shift, shift - travel, shift + travel]))]
  }
  const times = new Set([0])
  for (const [index, { windows = [], earliest, latest }] of steps.entries()) {
    for (const end of [...windows.flat(), earliest, latest]) {
      if (!Number.isFinite(end)) continue
      for (const shift of shifts) times.add(end - (offsets[index] ?? 0) + shift)
    }
  }
  return [...times].sort((a, b) => a - b)
}

function rateStep(steps: readonly TimedStep[], step: TimedStep, index: number, time: number): Cost {
  if (time < Math.max(0, step.earliest) || time > step.latest) return NEVER
  const length = index === 0 ? -time : index === steps.length - 1 ? time : 0
  return [Math.abs(findViolation(step.windows, time)), length, time]
}

/** The costs of reaching a stop by each time, and how. */
interface Stage {
  readonly costs: readonly Cost[]
  /** For each time: the times of the step before and of the breaks in between, as indexes. */
  readonly before: readonly (readonly number[])[]
}

function findBest(
  steps: readonly TimedStep[],
  costs: readonly (readonly Cost[])[],
  times: readonly number[],
): number[] | undefined {
  const stages: Stage[] = [{ costs: costs[0] ?? [], before: [] }]
  let breaks: (readonly Cost[])[] = []
  for (const [index, { isBreak, travel }] of steps.entries()) {
    const own = costs[index] ?? []
    if (index === 0) continue
    if (isBreak) breaks.push(own)
    else {
      const reached = stages.at(-1)?.costs ?? []
      stages.push(breaks.length === 0 ? follow(reached, own) : followBreaks(reached, breaks, own, times, travel))
      breaks = []
    }
  }
  const final = stages.at(-1)?.costs ?? []
  const best = indexOfBest(final)
  if (best === undefined) return undefined
  let time: number = best
  const chosen = [time]
  for (const { before } of stages.slice(1).reverse()) {
    const earlier: readonly number[] = before[time] ?? []
    chosen.unshift(...earlier)
    time = earlier[0] ?? 0
  }
  return chosen
}

function follow(reached: readonly Cost[], own: readonly Cost[]): Stage {
  const best = new RunningBest()
  const before: number[][] = []
  const costs = own.map((cost, time) => {
    best.offer(reached[time] ?? NEVER, time)
    before.push([best.index])
    return add(best.cost, cost)
  })
  return { costs, before }
}

/** Between two stops with breaks, for every time at the first stop: the best times of the breaks, then of the second. */
function followBreaks(
  reached: readonly Cost[],
  breaks: readonly (readonly Cost[])[],
  own: readonly Cost[],
  times: readonly number[],
  travel: number,
): Stage {
  const costs = own.map(() => NEVER)
  const before: number[][] = own.map(() => [])
  for (const [from, cost] of reached.entries()) {
    if (cost[0] === Number.POSITIVE_INFINITY) continue
    let chain: Stage = { costs: own.map((_, time) => (time < from ? NEVER : cost)), before: own.map(() => [from]) }
    for (const rates of breaks) {
      const { costs: next, before: last } = follow(chain.costs, rates)
      const previous = chain.before
      chain = { costs: next, before: last.map(([at = 0], time) => [...(previous[at] ?? []), time]) }
    }
    const best = new RunningBest()
    let upTo = 0
    for (let time = from; time < own.length; time++) {
      for (; upTo < times.length && (times[upTo] ?? 0) <= (times[time] ?? 0) + travel; upTo++)
        best.offer(chain.costs[upTo] ?? NEVER, upTo)
      const total = add(best.cost, own[time] ?? NEVER)
      if (!isLess(total, costs[time] ?? NEVER)) continue
      costs[time] = total
      before[time] = [...(chain.before[best.index] ?? [])]
    }
  }
  return { costs, before }
}

class RunningBest {
  cost: Cost = NEVER
  index = 0

  offer(cost: Cost, index: number): void {
    if (!isLess(cost, this.cost)) return
    this.cost = cost
    this.index = index
  }
}

function indexOfBest(costs: readonly Cost[]): number | undefined {
  const best = new RunningBest()
  for (const [index, cost] of costs.entries()) best.offer(cost, index)
  return best.cost[0] === Number.POSITIVE_INFINITY ? undefined : best.index
}

function add(a: Cost, b: Cost): Cost {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

function isLess(a: Cost, b: Cost): boolean {
  return a[0] - b[0] < 0 || (a[0] === b[0] && (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2])))
}
