import { fail, ok, type Result } from '../../../platform/result.ts'
import { MIN_SPEED_FACTOR } from '../../road/optimize/limits.ts'
import { readCosts, type VehicleCosts } from './cost-fields.ts'
import { type Fields, InputReader, isObject, type Window } from './input-reader.ts'
import { checkVehicleSteps, readVehicleSteps, type VehicleStep } from './plan/vehicle-steps.ts'
import { findUnsupportedTask } from './unsupported.ts'

/** Point as [latitude, longitude]. */
export type Point = readonly [number, number]

/** Location of a task or vehicle: a position, a row of the custom matrices, or both. */
export interface Location {
  readonly position: Point | undefined
  readonly index: number | undefined
}

export interface Task {
  readonly type: 'job' | 'pickup' | 'delivery'
  readonly id: number
  readonly description: string | undefined
  readonly location: Location
  readonly setup: number
  readonly service: number
  /** Amount loaded at the start of the vehicle's route and unloaded at this task. */
  readonly deliveredAmounts: readonly number[]
  /** Amount loaded at this task and unloaded at the end of the vehicle's route. */
  readonly collectedAmounts: readonly number[]
  /** Amount that a shipment loads at its pickup and unloads at its delivery. */
  readonly shipmentAmounts: readonly number[]
  readonly skills: readonly number[]
  readonly priority: number
  readonly windows: readonly Window[] | undefined
}

export interface VehicleBreak {
  readonly id: number
  readonly description: string | undefined
  readonly service: number
  readonly windows: readonly Window[] | undefined
}

export interface Vehicle {
  readonly id: number
  readonly profile: string
  readonly description: string | undefined
  readonly start: Location | undefined
  readonly end: Location | undefined
  readonly capacity: readonly number[]
  readonly skills: readonly number[]
  readonly window: Window | undefined
  readonly breaks: readonly VehicleBreak[]
  readonly maxTasks: number | undefined
  readonly maxDistance: number | undefined
  /** Maximum travel time in seconds, without setup, service and waiting. */
  readonly maxTravelTime: number | undefined
  readonly costs: VehicleCosts
  /** Factor by which the vehicle's driving times are divided. */
  readonly speedFactor: number
  /** Given route of the vehicle. */
  readonly steps: readonly VehicleStep[]
}

const MAX_SPEED_FACTOR = 5

type Table = readonly (readonly number[])[]

export interface VroomInput {
  /** Jobs, followed by the pickup and delivery of every shipment. */
  readonly tasks: readonly Task[]
  readonly jobCount: number
  readonly vehicles: readonly Vehicle[]
  readonly matrix: { readonly durations: Table; readonly distances: Table | undefined } | undefined
  /** Whether the routes are given, so that only their times are chosen. */
  readonly isPlanMode: boolean
  /** Whether the geometry of the routes is requested. */
  readonly hasGeometry: boolean
  readonly dimensionCount: number
}

/** Returns a string that is equal for locations at the same place. */
export function toPlaceKey({ matrix }: Pick<VroomInput, 'matrix'>, location: Location | undefined): string {
  return String(matrix ? location?.index : location?.position)
}

/** Reads and checks the input. Errors use VROOM's own wording where it exists. */
export function parseInput(body: unknown): Result<VroomInput, string> {
  if (!isObject(body)) return fail('Input root is not an object.')
  const reader = new InputReader()
  const vehicleFields = reader.list(body.vehicles, 'Invalid vehicles.').map((v) => reader.object(v, 'vehicle'))
  if (vehicleFields.length === 0) reader.fail('No vehicle defined.')
  const vehicles = vehicleFields.map((fields) => readVehicle(fields, reader))
  const dimensionCount = vehicles[0]?.capacity.length ?? 0
  const jobs = reader
    .list(body.jobs, 'Invalid jobs.')
    .map((job) => readTask(reader.object(job, 'job'), 'job', dimensionCount, reader))
  const shipments = reader
    .list(body.shipments, 'Invalid shipments.')
    .flatMap((shipment) => readShipment(shipment, dimensionCount, reader))
  const tasks = [...jobs, ...shipments]
  if (tasks.length === 0) reader.fail('No task defined.')
  checkIds(tasks, reader)
  checkAmounts(tasks, vehicles, dimensionCount, reader)
  checkVehicleSteps(vehicles, tasks, reader)
  const matrix = readMatrix(body, vehicles, reader)
  checkLocations(tasks, vehicles, matrix?.durations.length, reader)
  const options = isObject(body.options) ? body.options : {}
  const hasGeometry = options.g === true
  if (hasGeometry && tasks.some(({ location }) => !location.position))
    reader.fail('Route geometry request with missing coordinates.')
  if (reader.error !== undefined) return fail(reader.error)
  return ok({
    tasks,
    jobCount: jobs.length,
    vehicles,
    matrix,
    isPlanMode: options.c === true,
    hasGeometry,
    dimensionCount,
  })
}

function readVehicle(fields: Fields, reader: InputReader): Vehicle {
  const breaks = reader.list(fields.breaks, `Invalid breaks for vehicle ${fields.id}.`).map((value): VehicleBreak => {
    const item = reader.object(value, 'break')
    if (item.max_load !== undefined) reader.fail(`max_load of break ${item.id} is not supported; leave it out.`)
    return {
      id: Number(item.id),
      description: reader.text(item, 'description'),
      service: reader.duration(item, 'service'),
      windows: reader.windows(item, 'break'),
    }
  })
  const startOf = ({ windows }: VehicleBreak) => windows?.[0] ?? [0, Number.POSITIVE_INFINITY]
  breaks.sort((a, b) => startOf(a)[0] - startOf(b)[0] || startOf(a)[1] - startOf(b)[1])
  const start = readLocation(fields, 'start', 'start_index', reader)
  const end = readLocation(fields, 'end', 'end_index', reader)
  if (!start && !end) reader.fail(`No start or end specified for vehicle ${fields.id}.`)
  return {
    id: Number(fields.id),
    profile: reader.text(fields, 'profile') ?? 'car',
    description: reader.text(fields, 'description'),
    start,
    end,
    capacity: reader.amounts(fields, 'capacity') ?? [],
    skills: reader.skills(fields),
    window: fields.time_window === undefined ? undefined : reader.window(fields.time_window),
    breaks,
    maxTasks: reader.optionalUint(fields, 'max_tasks'),
    maxDistance: reader.optionalUint(fields, 'max_distance'),
    maxTravelTime: reader.optionalUint(fields, 'max_travel_time'),
    costs: readCosts(fields, reader),
    speedFactor: readSpeedFactor(fields, reader),
    steps: readVehicleSteps(fields, reader),
  }
}

/** Reads the speed factor, which VROOM rounds to two decimals. */
function readSpeedFactor({ id, speed_factor: factor = 1 }: Fields, reader: InputReader): number {
  if (typeof factor !== 'number') reader.fail('Invalid speed_factor value.')
  else if (factor <= 0 || factor > MAX_SPEED_FACTOR) reader.fail(`Invalid speed factor: ${factor}`)
  else if (factor < MIN_SPEED_FACTOR)
    reader.fail(`speed_factor of vehicle ${id} is ${factor}; factors below ${MIN_SPEED_FACTOR} are not supported.`)
  else return Math.round(factor * 100) / 100
  return 1
}

function readLocation(fields: Fields, key: string, indexKey: string, reader: InputReader): Location | undefined {
  const position = reader.position(fields, key)
  const index = reader.optionalUint(fields, indexKey)
  return position === undefined && index === undefined ? undefined : { position, index }
}

function readTask(fields: Fields, type: Task['type'], dimensionCount: number, reader: InputReader): Task {
  const unsupportedField = findUnsupportedTask(fields, type)
  if (unsupportedField !== undefined) reader.fail(unsupportedField)
  const zeroAmounts = new Array<number>(dimensionCount).fill(0)
  const location = readLocation(fields, 'location', 'location_index', reader)
  if (!location) reader.fail(`Invalid location for ${type} ${fields.id}.`)
  const isJob = type === 'job'
  // `amount` is the old name of `delivery`.
  const deliveryKey = fields.delivery === undefined && fields.amount !== undefined ? 'amount' : 'delivery'
  const priority = isJob ? readPriority(fields, reader) : 0
  return {
    type,
    id: Number(fields.id),
    description: reader.text(fields, 'description'),
    location: location ?? { position: undefined, index: undefined },
    setup: reader.duration(fields, 'setup'),
    service: reader.duration(fields, 'service'),
    deliveredAmounts: (isJob ? reader.amounts(fields, deliveryKey) : undefined) ?? zeroAmounts,
    collectedAmounts: (isJob ? reader.amounts(fields, 'pickup') : undefined) ?? zeroAmounts,
    shipmentAmounts: zeroAmounts,
    skills: isJob ? reader.skills(fields) : [],
    priority,
    windows: reader.windows(fields, type),
  }
}

function readPriority(fields: Fields, reader: InputReader): number {
  const priority = reader.uint(fields, 'priority', 'Invalid priority value.', 0)
  if (priority > 100) reader.fail('Invalid priority value.')
  return priority
}

function readShipment(value: unknown, dimensionCount: number, reader: InputReader): Task[] {
  if (!isObject(value)) {
    reader.fail('Invalid shipment.')
    return []
  }
  if (!isObject(value.pickup)) reader.fail('Missing pickup for shipment.')
  if (!isObject(value.delivery)) reader.fail('Missing delivery for shipment.')
  const sharedFields = {
    shipmentAmounts: reader.amounts(value, 'amount') ?? new Array<number>(dimensionCount).fill(0),
    skills: reader.skills(value),
    priority: readPriority(value, reader),
  }
  return (['pickup', 'delivery'] as const).map((type) => ({
    ...readTask(reader.object(value[type] ?? {}, type), type, dimensionCount, reader),
    ...sharedFields,
  }))
}

function checkIds(tasks: readonly Task[], reader: InputReader): void {
  const seenIds = new Set<string>()
  for (const { type, id } of tasks) {
    if (seenIds.has(`${type} ${id}`)) reader.fail(`Duplicate ${type} id: ${id}.`)
    seenIds.add(`${type} ${id}`)
  }
}

/** Checks that all quantities have as many dimensions as the capacity of the first vehicle. */
function checkAmounts(
  tasks: readonly Task[],
  vehicles: readonly Vehicle[],
  dimensionCount: number,
  reader: InputReader,
): void {
  const check = (name: string, amounts: readonly number[]) => {
    if (amounts.length !== dimensionCount)
      reader.fail(`Inconsistent ${name} length: ${amounts.length} instead of ${dimensionCount}.`)
  }
  for (const { capacity } of vehicles) check('capacity', capacity)
  for (const { deliveredAmounts, collectedAmounts, shipmentAmounts } of tasks) {
    check('delivery', deliveredAmounts)
    check('pickup', collectedAmounts)
    check('amount', shipmentAmounts)
  }
}

function readMatrix(body: Fields, vehicles: readonly Vehicle[], reader: InputReader): VroomInput['matrix'] {
  const profiles = [...new Set(vehicles.map(({ profile }) => profile))]
  if (profiles.length > 1 && (body.matrix !== undefined || body.matrices !== undefined))
    reader.fail(
      `Matrices for vehicles with different profiles (${profiles.join(', ')}) are not supported; plan them separately.`,
    )
  const [profile = 'car'] = profiles
  if (body.matrix !== undefined)
    return { durations: readTable(body.matrix, 'durations', profile, reader), distances: undefined }
  if (body.matrices === undefined) return undefined
  if (!isObject(body.matrices)) {
    reader.fail('Unexpected matrices value.')
    return undefined
  }
  const tables = body.matrices[profile]
  if (tables === undefined) return undefined
  if (!isObject(tables)) {
    reader.fail('Unexpected matrices value.')
    return undefined
  }
  if (tables.costs !== undefined) reader.fail('Custom costs are not supported; leave costs out of the matrices.')
  if (tables.distances !== undefined && tables.durations === undefined)
    reader.fail(`Custom matrix provided for distances but not for durations for ${profile} profile.`)
  if (tables.durations === undefined) return undefined
  const durations = readTable(tables.durations, 'durations', profile, reader)
  const distances =
    tables.distances === undefined ? undefined : readTable(tables.distances, 'distances', profile, reader)
  if (distances && distances.length !== durations.length) reader.fail('Inconsistent matrix sizes.')
  return { durations, distances }
}

function readTable(value: unknown, name: string, profile: string, reader: InputReader): Table {
  const rows = reader.list(value, 'Invalid matrix.')
  if (rows.length === 0) reader.fail(`Empty ${name} matrix for ${profile} profile.`)
  for (const row of rows) {
    if (!Array.isArray(row) || row.length !== rows.length) {
      reader.fail('Unexpected matrix line length.')
      return []
    }
    if (row.some((cell) => !Number.isInteger(cell) || Number(cell) < 0)) {
      reader.fail('Invalid matrix entry.')
      return []
    }
  }
  return rows as Table
}

function checkLocations(
  tasks: readonly Task[],
  vehicles: readonly Vehicle[],
  size: number | undefined,
  reader: InputReader,
): void {
  const ends = vehicles.flatMap(({ start, end }) => [start, end])
  for (const location of [...tasks.map((task) => task.location), ...ends]) {
    if (!location) continue
    if (size === undefined) {
      if (!location.position) reader.fail('Unexpected location index while no custom matrices provided.')
    } else if (location.index === undefined) reader.fail('Missing location index.')
    else if (location.index >= size)
      reader.fail(`location_index exceeding durations matrix size for ${vehicles[0]?.profile} profile.`)
  }
}
