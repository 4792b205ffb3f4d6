import type { FleetProblem } from '../problem/problem.ts'

interface DriverState {
  readonly task: number
  /** Time units of the task that remain. */
  readonly left: number
  readonly driven: number
  readonly hasFirstPart: boolean
  /** Whether the current rest is the first part of a split break, so that it cannot be the second part too. */
  readonly isFirstPart: boolean
  /** Uninterrupted time units of rest. With `countsAllWork`, any time without driving counts as rest. */
  readonly rested: number
}

interface Task {
  readonly kind: 'drive' | 'work'
  readonly duration: number
  readonly stop?: number
}

/**
 * Finds the earliest finish of an order under driving-time rules by trying in every time unit to work, drive, rest, or
 * wait. Returns undefined if the tour is late. The function shares no code with the search and supports only short
 * tours.
 */
export function findEarliestFinish(
  problem: FleetProblem,
  vehicle: number,
  order: readonly number[],
): number | undefined {
  const { shift = [0, 0], drivingRules } = problem.vehicles[vehicle] ?? {}
  if (!drivingRules) throw new Error('the vehicle has no driving-time rules')
  const { maxDrivingBeforeBreak, breakDuration, splitBreak, countsAllWork, maxDriving } = drivingRules
  const tasks = listTasks(problem, vehicle, order)
  const driving = tasks.reduce((sum, { kind, duration }) => sum + (kind === 'drive' ? duration : 0), 0)
  if (driving > maxDriving) return undefined
  const settle = (state: DriverState): DriverState => {
    const [first, second] = splitBreak ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const isBreak =
      state.rested >= breakDuration || (state.hasFirstPart && !state.isFirstPart && state.rested >= second)
    if (isBreak) return { ...state, driven: 0, hasFirstPart: false, isFirstPart: false, rested: breakDuration }
    const isFirstPart = state.rested >= first && !state.hasFirstPart && state.driven > 0
    return isFirstPart ? { ...state, hasFirstPart: true, isFirstPart } : state
  }
  let states = new Map<number, DriverState>()
  const put = (target: Map<number, DriverState>, state: DriverState): void => {
    target.set(toKey(state), state)
  }
  put(states, { task: 0, left: tasks[0]?.duration ?? 0, driven: 0, hasFirstPart: false, isFirstPart: false, rested: 0 })
  for (let clock = shift[0]; clock <= shift[1]; clock++) {
    // Tasks without a duration end at once, and a finished task is followed by the next one.
    const now = new Map<number, DriverState>()
    for (const state of states.values()) {
      let current = state
      put(now, current)
      while (current.left === 0 && current.task < tasks.length) {
        const task = tasks[current.task]
        if (task?.kind === 'work' && task.duration === 0 && !mayBegin(problem, task, clock)) break
        current = { ...current, task: current.task + 1, left: tasks[current.task + 1]?.duration ?? 0 }
        put(now, current)
      }
      if (current.task === tasks.length) return clock
    }
    const next = new Map<number, DriverState>()
    for (const state of now.values()) {
      const task = tasks[state.task]
      if (!task) continue
      const isBegun = state.left < task.duration
      // Work is not interrupted. Everything else may be.
      if (!(task.kind === 'work' && isBegun && state.left > 0))
        put(next, settle({ ...state, rested: state.rested + 1 }))
      if (state.left === 0) continue
      if (task.kind === 'drive' && state.driven < maxDrivingBeforeBreak)
        put(next, { ...state, left: state.left - 1, driven: state.driven + 1, isFirstPart: false, rested: 0 })
      if (task.kind === 'work' && (isBegun || mayBegin(problem, task, clock))) {
        const rested = countsAllWork ? state.rested + 1 : 0
        put(next, settle({ ...state, left: state.left - 1, isFirstPart: false, rested }))
      }
    }
    states = next
  }
  return undefined
}

/**
 * Returns a number per state. Creating strings instead would take most of the search time. Every count is below 1024.
 */
function toKey({ task, left, driven, rested, hasFirstPart, isFirstPart }: DriverState): number {
  return (((task * 1024 + left) * 1024 + driven) * 1024 + rested) * 4 + (hasFirstPart ? 2 : 0) + (isFirstPart ? 1 : 0)
}

function mayBegin({ stops }: FleetProblem, { stop }: Task, clock: number): boolean {
  const { windows = [] } = stops[stop ?? -1] ?? {}
  return windows.length === 0 || windows.some(([from, to]) => from <= clock && clock <= to)
}

function listTasks(
  { stops, vehicles, duration, size, places }: FleetProblem,
  vehicle: number,
  order: readonly number[],
): Task[] {
  const { start = 0, end = 0 } = vehicles[vehicle] ?? {}
  let from = start
  const tasks = order.flatMap((stop): Task[] => {
    const { location = 0, service = 0, setup = 0 } = stops[stop] ?? {}
    const drive = duration[from * size + location] ?? Number.NaN
    const needsSetup = (places?.[location] ?? location) !== (places?.[from] ?? from)
    from = location
    return [
      { kind: 'drive', duration: drive },
      ...(needsSetup && setup > 0 ? [{ kind: 'work', duration: setup } as const] : []),
      { kind: 'work', duration: service, stop },
    ]
  })
  return [...tasks, { kind: 'drive', duration: duration[from * size + end] ?? Number.NaN }]
}
