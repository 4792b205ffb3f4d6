import { MAX_KM, MAX_MINUTES } from '../../road/optimize/limits.ts'
import { profileByWord } from '../../road/route/api/profile-words.ts'
import type { CostModel } from './costs.ts'
import { type Location, type Point, type Task, toPlaceKey, type Vehicle, type VroomInput } from './input.ts'
import type { Window } from './input-reader.ts'
import { type TimeScale, toDeparture } from './time-scale.ts'

const MAX_BUDGET_MS = 1000
const BASE_BUDGET_MS = 100
const BUDGET_MS_PER_TASK = 20

/** Representation of amounts: collected amounts are added to delivered amounts, or have separate dimensions. */
export type LoadModel = 'summed' | 'separate'

/**
 * Returns whether the setup of a task is part of its service for the optimizer. In VROOM, setup begins within the time
 * windows, but in Fairway, service does. Without time windows, there is no difference.
 */
export function isSetupInService({ setup, windows }: Task): boolean {
  return setup > 0 && windows !== undefined
}

/**
 * Returns whether the setup of a task may be skipped although the optimizer adds it to the service, because another task
 * or the start of a vehicle is at the same place.
 */
export function hasSkippableSetups(input: VroomInput): boolean {
  const tasks = input.tasks.filter(isSetupInService)
  if (tasks.length === 0) return false
  const counts = new Map<string, number>()
  const locations = [...input.tasks.map(({ location }) => location), ...input.vehicles.map(({ start }) => start)]
  for (const location of locations) {
    const key = toPlaceKey(input, location)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return tasks.some(({ location }) => (counts.get(toPlaceKey(input, location)) ?? 0) > 1)
}

/**
 * Creates the body of the optimization request. Stops and vehicles have the same order as the tasks and vehicles of the
 * input.
 */
export function toOptimizeBody(
  input: VroomInput,
  scale: TimeScale,
  model: LoadModel,
  costModel: CostModel | undefined,
): object {
  const { tasks, jobCount, vehicles, matrix } = input
  const toMinutes = (seconds: number) => seconds * scale.minutesPerSecond
  const toWindow = ([start, end]: Window) =>
    [start, end].map((time) => Math.min(MAX_MINUTES, toMinutes(time - scale.originSeconds)))
  const hasAmounts = input.dimensionCount > 0
  return {
    stops: tasks.map(({ location }) => toPoint(location, matrix !== undefined)),
    start: 'any',
    objective: costModel?.objective ?? 'duration',
    // In VROOM, waiting costs nothing.
    waiting_cost: 0,
    overnight: true,
    budget_ms: Math.min(MAX_BUDGET_MS, BASE_BUDGET_MS + BUDGET_MS_PER_TASK * tasks.length),
    ...(hasAmounts && { demands: tasks.map((task) => toDemand(task, model)) }),
    service_min: tasks.map((task) => toMinutes(task.service + (isSetupInService(task) ? task.setup : 0))),
    ...(tasks.some(({ setup }) => setup > 0) && {
      setup_min: tasks.map((task) => toMinutes(isSetupInService(task) ? 0 : task.setup)),
    }),
    time_windows: tasks.map(({ windows }) => windows?.map(toWindow) ?? null),
    skills: tasks.map(({ skills }) => skills.map(String)),
    priorities: tasks.map(({ priority }) => priority),
    pairs: tasks
      .slice(jobCount)
      .flatMap(({ type }, index) =>
        type === 'pickup' ? [{ pickup: jobCount + index, delivery: jobCount + index + 1 }] : [],
      ),
    fleet: vehicles.map((vehicle) => ({
      start: toEnd(vehicle.start, matrix !== undefined),
      end: toEnd(vehicle.end, matrix !== undefined),
      ...(hasAmounts && {
        capacity: model === 'summed' ? vehicle.capacity : [...vehicle.capacity, ...vehicle.capacity],
      }),
      ...(!matrix && { profile: toProfile(vehicle) }),
      ...(vehicle.speedFactor !== 1 && { speed_factor: vehicle.speedFactor }),
      skills: vehicle.skills.map(String),
      ...(vehicle.window && { shift: toWindow(vehicle.window) }),
      breaks: vehicle.breaks.map(({ service, windows }) => ({
        duration_min: toMinutes(service),
        ...(windows && { windows: windows.map(toWindow) }),
      })),
      ...(vehicle.maxTasks !== undefined && { max_stops: vehicle.maxTasks }),
      ...toTravelLimits(vehicle, costModel),
    })),
    ...(matrix && { matrix: toOwnMatrix(input, matrix, toMinutes, costModel) }),
    ...toDeparture(scale),
  }
}

/** Returns the cost of a vehicle and the limit of its travel. */
function toTravelLimits(vehicle: Vehicle, costModel: CostModel | undefined): object {
  const cost = costModel?.toVehicleCost(vehicle)
  const maxKm = costModel ? costModel.toLimit(vehicle) : vehicle.maxDistance && vehicle.maxDistance / 1000
  return { ...(cost && { cost }), ...(maxKm !== undefined && { max_km: Math.min(MAX_KM, maxKm) }) }
}

/** Returns the Fairway name of a profile, or undefined if the profile does not exist. */
export function toProfile({ profile }: Vehicle): string | undefined {
  const knownProfiles: Readonly<Record<string, string>> = profileByWord
  return Object.hasOwn(knownProfiles, profile) ? knownProfiles[profile] : undefined
}

/**
 * Returns the demand of a task. The optimizer supports delivered amounts and amounts of shipments. If collected amounts
 * are treated as delivered, every solution is feasible, but some solutions are not found. With separate dimensions, the
 * load at each step must be checked.
 */
function toDemand(
  { type, deliveredAmounts, collectedAmounts, shipmentAmounts }: Task,
  model: LoadModel,
): readonly number[] {
  const carriedAmounts = deliveredAmounts.map(
    (amount, index) => amount + (type === 'pickup' ? (shipmentAmounts[index] ?? 0) : 0),
  )
  if (model === 'separate') return [...carriedAmounts, ...collectedAmounts]
  return carriedAmounts.map((amount, index) => amount + (collectedAmounts[index] ?? 0))
}

/** Returns a point. With custom matrices, a position only identifies a row, so any position is valid. */
function toPoint({ position, index = 0 }: Location, hasMatrix: boolean): Point {
  if (hasMatrix) return toRowPoint(index)
  return position ?? [0, 0]
}

function toRowPoint(row: number): Point {
  return [1 + Math.floor(row / 100_000), 1 + (row % 100_000) / 1000]
}

function toEnd(location: Location | undefined, hasMatrix: boolean): Point | 'any' {
  return location ? toPoint(location, hasMatrix) : 'any'
}

/** Returns the rows of the stops, followed by the distinct starts and ends, as the optimizer expects. */
function toOwnMatrix(
  { tasks, vehicles }: VroomInput,
  { durations, distances }: NonNullable<VroomInput['matrix']>,
  toMinutes: (seconds: number) => number,
  costModel: CostModel | undefined,
): object {
  const ends = vehicles.flatMap(({ start, end }) => [start?.index, end?.index])
  const endRows = [...new Set(ends.filter((index) => index !== undefined))]
  const rows = [...tasks.map(({ location }) => location.index ?? 0), ...endRows]
  const select = (toCell: (seconds: number, meters: number) => number) =>
    rows.map((from) =>
      rows.map((to) => {
        const cell = toCell(durations[from]?.[to] ?? 0, distances?.[from]?.[to] ?? 0)
        return Number.isFinite(cell) ? cell : null
      }),
    )
  return {
    durations_min: select(toMinutes),
    ...(costModel && { distances_km: select(costModel.toCell) }),
    ...(!costModel && distances && { distances_km: select((_seconds, meters) => meters / 1000) }),
  }
}
