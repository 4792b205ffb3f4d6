import { fail, ok, type Result } from '../../../../platform/result.ts'
import { type Location, type Task, toPlaceKey, type Vehicle, type VehicleBreak, type VroomInput } from '../input.ts'
import type { Window } from '../input-reader.ts'
import { addViolation, type RouteStep, type Violation } from '../output.ts'
import { chooseTimes, findViolation, type TimedStep } from './choose-times.ts'
import type { VehicleStep } from './vehicle-steps.ts'

/** Travel from one location of a route to the next. */
export interface TravelLeg {
  readonly seconds: number
  /** Distance in meters. Undefined if unknown. */
  readonly meters: number | undefined
}

export interface PlannedRoute {
  readonly vehicle: Vehicle
  readonly steps: readonly RouteStep[]
  /** Violations of the whole route. Each cause appears once, with the sum of its durations. */
  readonly violations: readonly Violation[]
  readonly meters: number | undefined
}

export interface GivenStep {
  readonly given: VehicleStep
  readonly task: Task | undefined
  readonly vehicleBreak: VehicleBreak | undefined
  /** Location of the step. Undefined for breaks, and for a start or an end that the vehicle does not have. */
  readonly location: Location | undefined
  readonly setup: number
  readonly service: number
}

/** Lists the given steps of a vehicle, with the tasks and breaks that they refer to. */
export function listGivenSteps(input: VroomInput, vehicle: Vehicle): GivenStep[] {
  let place = vehicle.start
  return vehicle.steps.map((givenStep) => {
    const task = input.tasks.find(({ type, id }) => type === givenStep.type && id === givenStep.id)
    const vehicleBreak = givenStep.type === 'break' ? vehicle.breaks.find(({ id }) => id === givenStep.id) : undefined
    const location =
      givenStep.type === 'start'
        ? vehicle.start
        : givenStep.type === 'end'
          ? vehicle.end
          : (task?.location ?? undefined)
    const setup = task && toPlaceKey(input, place) !== toPlaceKey(input, task.location) ? task.setup : 0
    place = location ?? place
    return {
      given: givenStep,
      task,
      vehicleBreak,
      location,
      setup,
      service: task?.service ?? vehicleBreak?.service ?? 0,
    }
  })
}

/** Plans the given route with the times that violate the windows the least, and lists all violations. */
export function planRoute(
  input: VroomInput,
  vehicle: Vehicle,
  steps: readonly GivenStep[],
  legs: readonly TravelLeg[],
): Result<PlannedRoute, string> {
  const legOf = matchLegs(steps, legs)
  const times = chooseTimes(steps.map((step, index) => toTimedStep(step, vehicle, legOf[index])))
  if (times === undefined) return fail(`Infeasible route for vehicle ${vehicle.id}.`)
  if (times === 'too-many')
    return fail(
      `The steps of vehicle ${vehicle.id} have too many time windows to choose the best times; plan fewer steps, or leave out its breaks.`,
    )
  const plannedRoute = followSteps(input, vehicle, steps, legOf, times)
  const violations = plannedRoute.flatMap((step) => step.violations).reduce(addViolation, [])
  const breakCount = steps.filter(({ vehicleBreak }) => vehicleBreak).length
  const isComplete = breakCount >= vehicle.breaks.length
  return ok({
    vehicle,
    steps: plannedRoute.filter(({ type, location }) => (type !== 'start' && type !== 'end') || location),
    violations: isComplete ? violations : addViolation(violations, { cause: 'missing_break' }),
    meters: sumMeters(legs),
  })
}

/** Returns the leg that ends at each step. No leg ends at a break or at the first location. */
function matchLegs(steps: readonly GivenStep[], legs: readonly TravelLeg[]): (TravelLeg | undefined)[] {
  let count = -1
  return steps.map(({ location }) => (location ? legs[count++] : undefined))
}

function sumMeters(legs: readonly TravelLeg[]): number | undefined {
  return legs.reduce<number | undefined>(
    (sum, { meters }) => (sum === undefined || meters === undefined ? undefined : sum + meters),
    0,
  )
}

function toTimedStep(
  { given, task, vehicleBreak, setup, service }: GivenStep,
  { window }: Vehicle,
  leg: TravelLeg | undefined,
): TimedStep {
  const { at, after = 0, before = Number.POSITIVE_INFINITY } = given
  return {
    isBreak: vehicleBreak !== undefined,
    windows: toWindows(given.type, window) ?? task?.windows ?? vehicleBreak?.windows,
    earliest: Math.max(after, at ?? 0),
    latest: Math.min(before, at ?? Number.POSITIVE_INFINITY),
    action: setup + service,
    travel: leg?.seconds ?? 0,
  }
}

/** Converts the window of a step. A vehicle can be early only at its start and late only at its end. */
function toWindows(type: VehicleStep['type'], window: Window | undefined): readonly Window[] | undefined {
  if (!window) return undefined
  if (type === 'start') return [[window[0], Number.POSITIVE_INFINITY]]
  return type === 'end' ? [[0, window[1]]] : undefined
}

/**
 * Follows the route from step to step. On a leg with breaks, the vehicle drives as far as possible before each break.
 */
function followSteps(
  input: VroomInput,
  vehicle: Vehicle,
  steps: readonly GivenStep[],
  legOf: readonly (TravelLeg | undefined)[],
  times: readonly number[],
): RouteStep[] {
  const checker = new ViolationChecker(input, vehicle, steps)
  const plannedSteps: RouteStep[] = []
  let end = times[0] ?? 0
  let duration = 0
  let meters = 0
  let drivenOnLeg = 0
  for (const [index, step] of steps.entries()) {
    const startTime = times[index] ?? 0
    const stop = steps.findIndex(({ vehicleBreak }, stepIndex) => stepIndex >= index && !vehicleBreak)
    const remainingSeconds = (legOf[stop]?.seconds ?? 0) - drivenOnLeg
    const drivenTime =
      index === 0 ? 0 : step.vehicleBreak ? Math.min(remainingSeconds, startTime - end) : remainingSeconds
    const arrival = end + drivenTime
    duration += drivenTime
    drivenOnLeg = step.vehicleBreak ? drivenOnLeg + drivenTime : 0
    if (!step.vehicleBreak) meters += legOf[index]?.meters ?? 0
    checker.visit(step.task)
    plannedSteps.push({
      type: step.given.type,
      task: step.task,
      vehicleBreak: step.vehicleBreak,
      location: step.location,
      arrival,
      duration,
      setup: step.setup,
      waiting: startTime - arrival,
      load: [...checker.load],
      violations: checker.list(step, findStepViolation(step, vehicle, startTime), { duration, meters }),
    })
    end = startTime + step.setup + step.service
  }
  return checker.addMissingDeliveries(plannedSteps)
}

function findStepViolation({ given, task, vehicleBreak }: GivenStep, { window }: Vehicle, time: number): number {
  return findViolation(toWindows(given.type, window) ?? task?.windows ?? vehicleBreak?.windows, time)
}

/** Finds the violations of a route, step by step. */
class ViolationChecker {
  readonly load: number[]
  private readonly vehicle: Vehicle
  private readonly input: VroomInput
  private readonly expectedTasks = new Set<Task>()
  private taskCount = 0

  constructor(input: VroomInput, vehicle: Vehicle, steps: readonly GivenStep[]) {
    this.input = input
    this.vehicle = vehicle
    this.load = new Array<number>(input.dimensionCount).fill(0)
    for (const { task } of steps) this.change(task?.deliveredAmounts ?? [], 1)
  }

  visit(task: Task | undefined): void {
    if (!task) return
    this.taskCount++
    this.change(task.deliveredAmounts, -1)
    this.change(task.collectedAmounts, 1)
    this.change(task.shipmentAmounts, task.type === 'pickup' ? 1 : -1)
  }

  /** Lists the violations of a step. The travel so far is in seconds and meters. */
  list(
    { task }: GivenStep,
    lateSeconds: number,
    { duration, meters }: { readonly duration: number; readonly meters: number },
  ): Violation[] {
    const { capacity, skills, maxTasks = Number.POSITIVE_INFINITY, maxDistance, maxTravelTime } = this.vehicle
    const violations: Violation[] = []
    if (lateSeconds < 0) violations.push({ cause: 'lead_time', duration: -lateSeconds })
    if (lateSeconds > 0) violations.push({ cause: 'delay', duration: lateSeconds })
    if (this.load.some((amount, index) => amount > (capacity[index] ?? 0))) violations.push({ cause: 'load' })
    if (task?.skills.some((skill) => !skills.includes(skill))) violations.push({ cause: 'skills' })
    if (task && this.taskCount > maxTasks) violations.push({ cause: 'max_tasks' })
    if (maxDistance !== undefined && meters > maxDistance) violations.push({ cause: 'max_distance' })
    if (maxTravelTime !== undefined && duration > maxTravelTime) violations.push({ cause: 'max_travel_time' })
    if (task && this.isOutOfOrder(task)) violations.push({ cause: 'precedence' })
    return violations
  }

  /** Marks pickups without a later delivery in the route. */
  addMissingDeliveries(steps: readonly RouteStep[]): RouteStep[] {
    const isMissing = ({ task, violations }: RouteStep) =>
      task?.type === 'pickup' &&
      this.expectedTasks.has(this.deliveryOf(task)) &&
      !violations.some(({ cause }) => cause === 'precedence')
    return steps.map((step) =>
      isMissing(step) ? { ...step, violations: [...step.violations, { cause: 'precedence' }] } : step,
    )
  }

  /** Returns whether a delivery comes before its pickup or has no pickup. */
  private isOutOfOrder(task: Task): boolean {
    if (task.type === 'pickup') this.expectedTasks.add(this.deliveryOf(task))
    return task.type === 'delivery' && !this.expectedTasks.delete(task)
  }

  private deliveryOf(pickup: Task): Task {
    return this.input.tasks[this.input.tasks.indexOf(pickup) + 1] ?? pickup
  }

  private change(amounts: readonly number[], sign: number): void {
    for (const [index, amount] of amounts.entries()) this.load[index] = (this.load[index] ?? 0) + sign * amount
  }
}
