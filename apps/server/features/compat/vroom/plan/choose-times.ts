import type { Window } from '../input-reader.ts'

/** Stop or break of a route whose order is fixed. */
export interface TimedStep {
  readonly isBreak: boolean
  /** Windows in which the step should begin. Undefined means any time. */
  readonly windows: readonly Window[] | undefined
  /** Earliest time at which the step may begin. */
  readonly earliest: number
  readonly latest: number
  /** Duration of the step. */
  readonly action: number
  /** Travel time from the previous stop. 0 for breaks, which are taken while traveling. */
  readonly travel: number
}

/** Cost, compared in this order: seconds outside windows, duration of the route, and sum of all times. */
type Cost = readonly [number, number, number]

const IMPOSSIBLE_COST: Cost = [Number.POSITIVE_INFINITY, 0, 0]
/** Maximum product of the number of times and the number of steps. */
const MAX_PAIRS = 2_000_000
/** Maximum number of times in a route with breaks, where pairs of times are compared. */
const MAX_TIMES_WITH_BREAKS = 500

/** Returns the distance of a time from the closest window, negative before the window and positive after it. */
export function findViolation(windows: readonly Window[] | undefined, time: number): number {
  let closest = Number.POSITIVE_INFINITY
  for (const [start, end] of windows ?? [[0, Number.POSITIVE_INFINITY] as const]) {
    const distance = time < start ? time - start : time > end ? time - end : 0
    if (Math.abs(distance) < Math.abs(closest)) closest = distance
  }
  return closest
}

/**
 * Chooses times for the steps of a route so that the windows are violated as little as possible. Ties are resolved by
 * the shortest route, and then by the earliest times. Returns undefined if there is no solution, and 'too-many' if
 * there are too many windows to compare.
 *
 * Times exclude the travel and the actions before a step, so that they never decrease from stop to stop. In the best
 * solution, each time is the start or end of some window, so a dynamic program over these times is exact. A break is
 * treated as if all travel of its leg came after it. The time of a break may therefore exceed that of the next stop by
 * this travel.
 */
export function chooseTimes(steps: readonly TimedStep[]): readonly number[] | 'too-many' | undefined {
  const offsets = listOffsets(steps)
  const times = listTimes(steps, offsets)
  if (steps.some(({ isBreak }) => isBreak) && times.length > MAX_TIMES_WITH_BREAKS) return 'too-many'
  if (times.length * steps.length > MAX_PAIRS) return 'too-many'
  const costs = steps.map((step, index) =>
    times.map((time) => rateStep(steps, step, index, time + (offsets[index] ?? 0))),
  )
  const bestTimes = findBest(steps, costs, times)
  return bestTimes?.map((time, index) => (times[time] ?? 0) + (offsets[index] ?? 0))
}

/** Returns the time at which each step begins if the route starts at 0 and never waits. */
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
  if (time < Math.max(0, step.earliest) || time > step.latest) return IMPOSSIBLE_COST
  const length = index === 0 ? -time : index === steps.length - 1 ? time : 0
  return [Math.abs(findViolation(step.windows, time)), length, time]
}

/** Costs of reaching a stop by each time, with the preceding times. */
interface Stage {
  readonly costs: readonly Cost[]
  /**
   * For each time, the indices of the times that precede it: those of the previous step and of the breaks in between.
   */
  readonly predecessors: readonly (readonly number[])[]
}

function findBest(
  steps: readonly TimedStep[],
  costs: readonly (readonly Cost[])[],
  times: readonly number[],
): number[] | undefined {
  const stages: Stage[] = [{ costs: costs[0] ?? [], predecessors: [] }]
  let breaks: (readonly Cost[])[] = []
  for (const [index, { isBreak, travel }] of steps.entries()) {
    const stepCosts = costs[index] ?? []
    if (index === 0) continue
    if (isBreak) breaks.push(stepCosts)
    else {
      const previousCosts = stages.at(-1)?.costs ?? []
      stages.push(
        breaks.length === 0
          ? followStep(previousCosts, stepCosts)
          : followBreaks(previousCosts, breaks, stepCosts, times, travel),
      )
      breaks = []
    }
  }
  const finalCosts = stages.at(-1)?.costs ?? []
  const bestTime = indexOfBest(finalCosts)
  if (bestTime === undefined) return undefined
  let time: number = bestTime
  const chosenTimes = [time]
  for (const { predecessors } of stages.slice(1).reverse()) {
    const earlierTimes: readonly number[] = predecessors[time] ?? []
    chosenTimes.unshift(...earlierTimes)
    time = earlierTimes[0] ?? 0
  }
  return chosenTimes
}

function followStep(previousCosts: readonly Cost[], stepCosts: readonly Cost[]): Stage {
  const runningBest = new RunningBest()
  const previousTimes: number[][] = []
  const costs = stepCosts.map((cost, time) => {
    runningBest.offer(previousCosts[time] ?? IMPOSSIBLE_COST, time)
    previousTimes.push([runningBest.index])
    return addCosts(runningBest.cost, cost)
  })
  return { costs, predecessors: previousTimes }
}

/**
 * Connects two stops with breaks in between. For every time at the first stop, the best times of the breaks are chosen
 * first, followed by the time at the second stop.
 */
function followBreaks(
  previousCosts: readonly Cost[],
  breaks: readonly (readonly Cost[])[],
  stepCosts: readonly Cost[],
  times: readonly number[],
  travel: number,
): Stage {
  const costs = stepCosts.map(() => IMPOSSIBLE_COST)
  const previousTimes: number[][] = stepCosts.map(() => [])
  for (const [from, cost] of previousCosts.entries()) {
    if (cost[0] === Number.POSITIVE_INFINITY) continue
    let chain: Stage = {
      costs: stepCosts.map((_, time) => (time < from ? IMPOSSIBLE_COST : cost)),
      predecessors: stepCosts.map(() => [from]),
    }
    for (const rates of breaks) {
      const { costs: next, predecessors: last } = followStep(chain.costs, rates)
      const previous = chain.predecessors
      chain = {
        costs: next,
        predecessors: last.map(([timeIndex = 0], time) => [...(previous[timeIndex] ?? []), time]),
      }
    }
    const runningBest = new RunningBest()
    let upTo = 0
    for (let time = from; time < stepCosts.length; time++) {
      for (; upTo < times.length && (times[upTo] ?? 0) <= (times[time] ?? 0) + travel; upTo++)
        runningBest.offer(chain.costs[upTo] ?? IMPOSSIBLE_COST, upTo)
      const total = addCosts(runningBest.cost, stepCosts[time] ?? IMPOSSIBLE_COST)
      if (!isLess(total, costs[time] ?? IMPOSSIBLE_COST)) continue
      costs[time] = total
      previousTimes[time] = [...(chain.predecessors[runningBest.index] ?? [])]
    }
  }
  return { costs, predecessors: previousTimes }
}

class RunningBest {
  cost: Cost = IMPOSSIBLE_COST
  index = 0

  offer(cost: Cost, index: number): void {
    if (!isLess(cost, this.cost)) return
    this.cost = cost
    this.index = index
  }
}

function indexOfBest(costs: readonly Cost[]): number | undefined {
  const runningBest = new RunningBest()
  for (const [index, cost] of costs.entries()) runningBest.offer(cost, index)
  return runningBest.cost[0] === Number.POSITIVE_INFINITY ? undefined : runningBest.index
}

function addCosts(a: Cost, b: Cost): Cost {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

function isLess(a: Cost, b: Cost): boolean {
  return a[0] - b[0] < 0 || (a[0] === b[0] && (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2])))
}
