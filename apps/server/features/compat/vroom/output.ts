import type { Location, Task, Vehicle, VehicleBreak, VroomInput } from './input.ts'
import { isWithoutWindows, type TimeScale } from './time-scale.ts'
import { isSetupInService } from './to-optimize.ts'

interface NativeVisit {
  readonly stop: number
  readonly arrives_min: number
  readonly begins_min: number
  readonly leaves_min: number
  /** Absent if the visit needs no setup, or if the setup is part of the service. */
  readonly setup_min?: number
}

export interface NativeTour {
  readonly vehicle: number
  readonly distance_km: number
  readonly driving_min: number
  readonly leaves_min: number
  readonly ends_min: number
  readonly visits: readonly NativeVisit[]
  readonly breaks?: readonly {
    readonly after_visits: number
    readonly begins_min: number
    readonly duration_min: number
  }[]
}

export interface NativeSolution {
  readonly routes: readonly NativeTour[]
  readonly unassigned: readonly { readonly stop: number }[]
  readonly solve_ms: number
  readonly matrix_ms: number
}

/** Step of a route, with times in seconds. */
export interface RouteStep {
  readonly type: 'start' | 'job' | 'pickup' | 'delivery' | 'break' | 'end'
  readonly task: Task | undefined
  readonly vehicleBreak: VehicleBreak | undefined
  readonly location: Location | undefined
  readonly arrival: number
  /** Travel time so far, in seconds. */
  readonly duration: number
  readonly setup: number
  readonly waiting: number
  readonly load: readonly number[]
  readonly violations: readonly Violation[]
}

/** Constraint that a given route violates. Optimized routes violate none. */
export interface Violation {
  readonly cause: string
  /** Seconds by which the step is early or late, for time violations. */
  readonly duration?: number
}

/** Adds a violation to a list in which every cause appears once, with the sum of its durations. */
export function addViolation(list: readonly Violation[], { cause, duration }: Violation): Violation[] {
  const existingViolation = list.find((violation) => violation.cause === cause)
  const otherViolations = list.filter((violation) => violation !== existingViolation)
  return [
    ...otherViolations,
    duration === undefined ? { cause } : { cause, duration: (existingViolation?.duration ?? 0) + duration },
  ]
}

export function toSteps(input: VroomInput, tour: NativeTour, scale: TimeScale): RouteStep[] {
  const vehicle = input.vehicles[tour.vehicle]
  if (!vehicle) throw new Error(`there is no vehicle ${tour.vehicle}`)
  const loads = new LoadCounter(input, tour)
  const visitedTasks = tour.visits.flatMap(({ stop }) => input.tasks[stop] ?? [])
  // As in VROOM, times count from 0 if nothing on the route has a time window.
  const originSeconds = isWithoutWindows(vehicle, visitedTasks) ? 0 : scale.originSeconds
  const builder = new StepBuilder(input, tour, { ...scale, originSeconds }, loads)
  if (vehicle.start) builder.add({ type: 'start', location: vehicle.start, arrivesMin: tour.leaves_min })
  for (const [position, visit] of tour.visits.entries()) {
    const task = input.tasks[visit.stop]
    if (!task) throw new Error(`there is no task ${visit.stop}`)
    builder.drive(position, visit.arrives_min)
    loads.visit(task)
    const { arrives_min, begins_min, setup_min = 0 } = visit
    builder.add({
      type: task.type,
      task,
      location: task.location,
      setup: isSetupInService(task) || setup_min > 0 ? task.setup : 0,
      arrivesMin: arrives_min,
      waitingMin: begins_min - arrives_min - setup_min,
    })
    builder.leave(visit.leaves_min)
  }
  builder.drive(tour.visits.length, tour.ends_min)
  if (vehicle.end) builder.add({ type: 'end', location: vehicle.end, arrivesMin: tour.ends_min })
  return builder.steps
}

interface AddedStep {
  readonly type: RouteStep['type']
  readonly location?: Location | undefined
  readonly task?: Task
  readonly vehicleBreak?: VehicleBreak | undefined
  readonly setup?: number
  readonly arrivesMin: number
  readonly waitingMin?: number
}

/** Follows a tour from stop to stop. Breaks are taken while driving. */
class StepBuilder {
  readonly steps: RouteStep[] = []
  private readonly vehicle: Vehicle | undefined
  private readonly tour: NativeTour
  private readonly scale: TimeScale
  private readonly loads: LoadCounter
  private leftMin: number
  private drivenMin = 0
  private breakCount = 0

  constructor(input: VroomInput, tour: NativeTour, scale: TimeScale, loads: LoadCounter) {
    this.vehicle = input.vehicles[tour.vehicle]
    this.tour = tour
    this.scale = scale
    this.loads = loads
    this.leftMin = tour.leaves_min
  }

  add({ type, task, vehicleBreak, location, setup = 0, arrivesMin, waitingMin = 0 }: AddedStep): void {
    const { originSeconds, minutesPerSecond } = this.scale
    const toSeconds = (minutes: number) => Math.round(minutes / minutesPerSecond)
    this.steps.push({
      type,
      task,
      vehicleBreak,
      location,
      arrival: originSeconds + toSeconds(arrivesMin),
      duration: toSeconds(this.drivenMin),
      setup,
      waiting: toSeconds(waitingMin),
      load: [...this.loads.current],
      violations: [],
    })
  }

  /** Drives to the next stop and takes the breaks on the way. */
  drive(position: number, arrivesMin: number): void {
    const breaks = this.tour.breaks?.filter(({ after_visits }) => after_visits === position) ?? []
    let restedMin = 0
    let drivenOnLegMin = 0
    for (const { begins_min, duration_min } of breaks) {
      const spentMin = begins_min - this.leftMin - restedMin
      const drivenMin = Math.max(drivenOnLegMin, Math.min(spentMin, this.findDriving(position, arrivesMin, breaks)))
      const waitingMin = Math.max(0, spentMin - drivenMin)
      this.drivenMin += drivenMin - drivenOnLegMin
      drivenOnLegMin = drivenMin
      const vehicleBreak = this.vehicle?.breaks[this.breakCount++]
      this.add({ type: 'break', vehicleBreak, arrivesMin: begins_min - waitingMin, waitingMin })
      restedMin += duration_min + waitingMin
    }
    this.drivenMin += Math.max(0, arrivesMin - this.leftMin - restedMin - drivenOnLegMin)
  }

  leave(minute: number): void {
    this.leftMin = minute
  }

  /**
   * Returns the driving time of a leg. Without waiting, the driving time is the duration of the leg minus its breaks.
   * If a break ends on arrival, the vehicle may have waited for the break. The waiting time then follows from the
   * driving time of the whole tour.
   */
  private findDriving(position: number, arrivesMin: number, breaks: NonNullable<NativeTour['breaks']>): number {
    const breakMinutes = breaks.reduce((sum, { duration_min }) => sum + duration_min, 0)
    const longestDrive = arrivesMin - this.leftMin - breakMinutes
    const last = breaks.at(-1)
    if (!last || last.begins_min + last.duration_min < arrivesMin) return longestDrive
    const { visits, driving_min, ends_min } = this.tour
    let laterMin = 0
    for (let next = position; next < visits.length; next++) {
      const nextArrival = visits[next + 1]?.arrives_min ?? ends_min
      const nextRest = (this.tour.breaks ?? [])
        .filter(({ after_visits }) => after_visits === next + 1)
        .reduce((sum, { duration_min }) => sum + duration_min, 0)
      laterMin += nextArrival - (visits[next]?.leaves_min ?? 0) - nextRest
    }
    return Math.min(longestDrive, Math.max(0, driving_min - this.drivenMin - laterMin))
  }
}

/** Counts the load of a vehicle after each step. */
class LoadCounter {
  readonly current: number[]

  constructor({ tasks, dimensionCount }: VroomInput, { visits }: NativeTour) {
    this.current = new Array<number>(dimensionCount).fill(0)
    for (const { stop } of visits) this.change(tasks[stop]?.deliveredAmounts ?? [], 1)
  }

  visit({ type, deliveredAmounts, collectedAmounts, shipmentAmounts }: Task): void {
    this.change(deliveredAmounts, -1)
    this.change(collectedAmounts, 1)
    this.change(shipmentAmounts, type === 'pickup' ? 1 : type === 'delivery' ? -1 : 0)
  }

  private change(amounts: readonly number[], sign: number): void {
    for (const [index, amount] of amounts.entries()) this.current[index] = (this.current[index] ?? 0) + sign * amount
  }
}

/** Returns whether a vehicle exceeds its capacity at any step. */
export function isOverloaded(input: VroomInput, tour: NativeTour): boolean {
  const capacity = input.vehicles[tour.vehicle]?.capacity ?? []
  const loads = new LoadCounter(input, tour)
  const isTooMuch = () => loads.current.some((amount, index) => amount > (capacity[index] ?? 0))
  if (isTooMuch()) return true
  return tour.visits.some(({ stop }) => {
    const task = input.tasks[stop]
    if (task) loads.visit(task)
    return isTooMuch()
  })
}
