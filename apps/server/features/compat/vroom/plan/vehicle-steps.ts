import { type Fields, type InputReader, isObject } from '../input-reader.ts'

const types = ['start', 'job', 'pickup', 'delivery', 'break', 'end'] as const

/** Step of the given route of a vehicle. */
export interface VehicleStep {
  readonly type: (typeof types)[number]
  /** Id of the task or break. */
  readonly id: number
  readonly at: number | undefined
  readonly after: number | undefined
  readonly before: number | undefined
}

/** Reads the given route of a vehicle, from its start to its end. The route is empty if none is given. */
export function readVehicleSteps(fields: Fields, reader: InputReader): readonly VehicleStep[] {
  const list = reader.list(fields.steps, `Invalid steps for vehicle ${fields.id}.`)
  const steps = list.map((value) => readStep(isObject(value) ? value : {}, fields.id, reader))
  if (steps.slice(1).some(({ type }) => type === 'start'))
    reader.fail(`Unexpected start in input steps for vehicle ${fields.id}.`)
  if (steps.slice(0, -1).some(({ type }) => type === 'end'))
    reader.fail(`Unexpected end in input steps for vehicle ${fields.id}.`)
  if (steps.length === 0) return []
  const toStep = (type: 'start' | 'end') => ({ type, id: 0, at: undefined, after: undefined, before: undefined })
  return [
    ...(steps[0]?.type === 'start' ? [] : [toStep('start')]),
    ...steps,
    ...(steps.at(-1)?.type === 'end' ? [] : [toStep('end')]),
  ]
}

function readStep(fields: Fields, vehicle: unknown, reader: InputReader): VehicleStep {
  const type = types.find((name) => name === fields.type)
  const hasId = type !== 'start' && type !== 'end'
  if (hasId && typeof fields.id !== 'number') reader.fail(`Invalid id in steps for vehicle ${vehicle}.`)
  if (type === undefined) reader.fail(`Invalid type in steps for vehicle ${vehicle}.`)
  return {
    type: type ?? 'start',
    id: Number(fields.id ?? 0),
    at: reader.optionalUint(fields, 'service_at'),
    after: reader.optionalUint(fields, 'service_after'),
    before: reader.optionalUint(fields, 'service_before'),
  }
}

/** Checks that steps refer to existing tasks, each at most once, and to breaks of their own vehicle. */
export function checkVehicleSteps(
  vehicles: readonly {
    readonly id: number
    readonly steps: readonly VehicleStep[]
    readonly breaks: readonly { readonly id: number }[]
  }[],
  tasks: readonly { readonly type: string; readonly id: number }[],
  reader: InputReader,
): void {
  const knownTasks = new Set(tasks.map(({ type, id }) => `${type} ${id}`))
  const plannedTasks = new Set<string>()
  for (const vehicle of vehicles) {
    for (const { type, id } of vehicle.steps) {
      if (type === 'start' || type === 'end') continue
      const name = `${type} ${id}`
      const isKnown = type === 'break' ? vehicle.breaks.some((item) => item.id === id) : knownTasks.has(name)
      if (!isKnown) reader.fail(`Invalid ${type} id ${id} for vehicle ${vehicle.id}.`)
      if (type === 'break') continue
      if (plannedTasks.has(name)) reader.fail(`Duplicate ${type} id ${id} in input steps for vehicle ${vehicle.id}.`)
      plannedTasks.add(name)
    }
  }
}
