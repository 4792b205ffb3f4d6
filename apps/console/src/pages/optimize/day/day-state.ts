import { type MatrixReply, rowsOf } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { callApi } from '../../../state/calls.ts'
import { type Solution, solution } from '../state.ts'
import { toDayRules, toDayTours, toEditedReply } from './day-rules.ts'
import { areSameTours, type DayTours, moveVisit, type Target } from './move-visit.ts'
import { type DayRules, type ScheduledTour, scheduleTour } from './tour-schedule.ts'

/** Maximum number of points. A larger matrix requires a key, and users do not rearrange that many stops by hand. */
const MAX_POINTS = 100

/** Rules of the current solution. Undefined until the matrix has loaded, and stops cannot be moved before that. */
const dayRules = signal<DayRules | undefined>(undefined)
/** Earlier arrangements, oldest first. */
const previousSolutions = signal<readonly Solution[]>([])
export const canUndoMove = computed(() => previousSolutions.value.length > 0)

function getVehicleCount({ body }: Solution): number {
  return rowsOf(body).vehicles.length
}

/** Requests the matrix of every new solution, so that moving a stop needs no request. */
export function followMatrix(): () => void {
  let current: Solution | undefined
  return effect(() => {
    const currentSolution = solution.value
    const original = currentSolution?.original ?? currentSolution
    if (original === current) return
    current = original
    dayRules.value = undefined
    previousSolutions.value = []
    if (original !== undefined) void requestRules(original, () => current === original)
  })
}

async function requestRules(original: Solution, isCurrent: () => boolean): Promise<void> {
  const { body, reply, stops } = original
  const { points } = rowsOf(body)
  if (points.length < 2 || points.length > MAX_POINTS) return
  const request = { points, metrics: ['distance', 'duration'], depart_at: reply.depart_at }
  const matrix = await callApi<MatrixReply>({ method: 'POST', path: '/v1/matrix', body: request }).catch(
    () => undefined,
  )
  if (matrix !== undefined && isCurrent()) dayRules.value = toDayRules(body, reply, stops, matrix)
}

export const dayTours = computed((): DayTours | undefined => {
  const currentSolution = solution.value
  return currentSolution === undefined ? undefined : toDayTours(currentSolution.reply, getVehicleCount(currentSolution))
})

/** Tours of the day, each with the rules that it breaks. */
export const scheduledTours = computed((): readonly ScheduledTour[] => {
  const [rules, current] = [dayRules.value, dayTours.value]
  if (rules === undefined || current === undefined) return []
  return current.tours.map((stops, vehicle) => scheduleTour(rules, vehicle, stops))
})

export interface Difference {
  readonly kilometers: number
  readonly minutes: number
  readonly problems: readonly string[]
}

/** Returns the difference that moving a stop would make to the current tours. */
export function previewMove(stop: number, target: Target): Difference | undefined {
  const [rules, current] = [dayRules.peek(), dayTours.peek()]
  if (rules === undefined || current === undefined) return undefined
  const next = moveVisit(current, stop, target)
  const tours = next.tours.map((stops, vehicle) => scheduleTour(rules, vehicle, stops))
  return compareTours(scheduledTours.peek(), tours)
}

function compareTours(previousTours: readonly ScheduledTour[], nextTours: readonly ScheduledTour[]): Difference {
  const sum = (tours: readonly ScheduledTour[], value: (tour: ScheduledTour) => number) =>
    tours.reduce((total, tour) => total + value(tour), 0)
  const difference = (value: (tour: ScheduledTour) => number) => sum(nextTours, value) - sum(previousTours, value)
  return {
    kilometers: difference(({ kilometers }) => kilometers),
    minutes: difference(({ driving }) => driving),
    problems: nextTours.flatMap(({ vehicle, problems }) =>
      problems
        .filter((problem) => !previousTours[vehicle]?.problems.includes(problem))
        .map((problem) => `vehicle ${vehicle + 1}: ${problem}`),
    ),
  }
}

/** Difference between the tours as arranged by the user and the original tours from the service. */
export const differenceToOriginal = computed((): Difference | undefined => {
  const [currentSolution, rules] = [solution.value, dayRules.value]
  if (currentSolution?.original === undefined || rules === undefined) return undefined
  const original = toDayTours(currentSolution.original.reply, getVehicleCount(currentSolution)).tours
  return compareTours(
    original.map((stops, vehicle) => scheduleTour(rules, vehicle, stops)),
    scheduledTours.value,
  )
})

export function applyMove(stop: number, target: Target): void {
  const [currentSolution, rules, current] = [solution.peek(), dayRules.peek(), dayTours.peek()]
  if (currentSolution === undefined || rules === undefined || current === undefined) return
  const next = moveVisit(current, stop, target)
  if (areSameTours(next, current)) return
  const tours = next.tours.map((stops, vehicle) => scheduleTour(rules, vehicle, stops))
  const original = currentSolution.original ?? currentSolution
  previousSolutions.value = [...previousSolutions.peek(), currentSolution]
  solution.value = { ...currentSolution, original, reply: toEditedReply(original.reply, rules, tours, next.unassigned) }
}

export function undoMove(): void {
  const previous = previousSolutions.peek().at(-1)
  if (previous === undefined) return
  previousSolutions.value = previousSolutions.peek().slice(0, -1)
  solution.value = previous
}

/** Restores the original tours from the service. */
export function resetMoves(): void {
  const currentSolution = solution.peek()
  if (currentSolution?.original === undefined) return
  previousSolutions.value = [...previousSolutions.peek(), currentSolution]
  solution.value = currentSolution.original
}
