interface Place {
  readonly location?: readonly number[]
  readonly location_index?: number
}

interface Task extends Place {
  readonly id: number
  readonly setup?: number
  readonly service?: number
  readonly delivery?: readonly number[]
  readonly pickup?: readonly number[]
  readonly amount?: readonly number[]
  readonly skills?: readonly number[]
  readonly time_windows?: readonly (readonly [number, number])[]
}

interface Shipment {
  readonly amount?: readonly number[]
  readonly skills?: readonly number[]
  readonly pickup: Task
  readonly delivery: Task
}

interface Vehicle {
  readonly id: number
  readonly start_index?: number
  readonly end_index?: number
  readonly start?: readonly number[]
  readonly capacity?: readonly number[]
  readonly skills?: readonly number[]
  readonly speed_factor?: number
  readonly max_tasks?: number
  readonly time_window?: readonly [number, number]
  readonly breaks?: readonly Task[]
}

/** Checked part of VROOM's input. */
export interface Problem {
  readonly vehicles: readonly Vehicle[]
  readonly jobs?: readonly Task[]
  readonly shipments?: readonly Shipment[]
  readonly matrices?: { readonly car: { readonly durations: readonly (readonly number[])[] } }
}

interface Step extends Place {
  readonly type: string
  readonly id?: number
  readonly arrival: number
  readonly duration: number
  readonly setup: number
  readonly service: number
  readonly waiting_time: number
  readonly load: readonly number[]
  readonly violations: readonly { readonly cause: string }[]
}

interface Route {
  readonly vehicle: number
  readonly duration: number
  readonly steps: readonly Step[]
  readonly violations: readonly { readonly cause: string }[]
}

export interface Solution {
  readonly summary: { readonly unassigned: number; readonly setup: number; readonly violations: readonly object[] }
  readonly unassigned: readonly { readonly id: number; readonly type: string }[]
  readonly routes: readonly Route[]
}

/** Tolerance in seconds. The optimizer counts thousandths of a minute, and VROOM's times are whole seconds. */
const TOLERANCE_SECONDS = 2

/** Lists all errors in a solution. The checker shares no code with the adapter. */
export function checkSolution(problem: Problem, solution: Solution): string[] {
  const servedTaskNames = [
    ...solution.routes.flatMap(({ steps }) => steps).filter(({ type }) => ['job', 'pickup', 'delivery'].includes(type)),
    ...solution.unassigned,
  ].map(({ type, id }) => `${type} ${id}`)
  const expectedTaskNames = [
    ...(problem.jobs ?? []).map(({ id }) => `job ${id}`),
    ...(problem.shipments ?? []).flatMap(({ pickup, delivery }) => [`pickup ${pickup.id}`, `delivery ${delivery.id}`]),
  ]
  const isComplete = servedTaskNames.sort().join() === expectedTaskNames.sort().join()
  return [
    ...(isComplete ? [] : [`tasks are ${servedTaskNames.join()} instead of ${expectedTaskNames.join()}`]),
    ...solution.routes.flatMap((route) => checkRoute(problem, route)),
  ]
}

function checkRoute(problem: Problem, route: Route): string[] {
  const vehicle = problem.vehicles.find(({ id }) => id === route.vehicle)
  if (!vehicle) return [`there is no vehicle ${route.vehicle}`]
  const errors: string[] = []
  const expect = (isRight: boolean, message: string) => {
    if (!isRight) errors.push(`vehicle ${vehicle.id}: ${message}`)
  }
  const tasks = route.steps.map((step) => findTask(problem, vehicle, step))
  const [shiftStart, shiftEnd] = vehicle.time_window ?? [0, Number.POSITIVE_INFINITY]
  const [first, last] = [route.steps[0], route.steps.at(-1)]
  expect((first?.arrival ?? 0) >= shiftStart - TOLERANCE_SECONDS, 'starts too early')
  expect((last?.arrival ?? 0) + (last?.service ?? 0) <= shiftEnd + TOLERANCE_SECONDS, 'ends too late')
  const taskCount = route.steps.filter(({ type }) => ['job', 'pickup', 'delivery'].includes(type)).length
  expect(taskCount <= (vehicle.max_tasks ?? Number.POSITIVE_INFINITY), 'has too many tasks')
  expect(route.steps.filter(({ type }) => type === 'break').length === (vehicle.breaks ?? []).length, 'lacks a break')
  for (const [index, step] of route.steps.entries()) {
    const { task, skills = [] } = tasks[index] ?? {}
    const begins = step.arrival + step.waiting_time
    const windows = task?.time_windows ?? [[0, Number.POSITIVE_INFINITY]]
    const isInWindow = windows.some(
      ([start, end]) => begins >= start - TOLERANCE_SECONDS && begins <= end + TOLERANCE_SECONDS,
    )
    expect(isInWindow, `${step.type} ${step.id} begins at ${begins}`)
    expect(
      skills.every((skill) => vehicle.skills?.includes(skill)),
      `lacks a skill for ${step.type} ${step.id}`,
    )
    expect(step.service === (task?.service ?? 0), `service of ${step.type} ${step.id} is ${step.service}`)
    expect(step.violations.length === 0, `reports violations at ${step.type} ${step.id}`)
  }
  return [...errors, ...checkTravel(problem, vehicle, route), ...checkLoads(problem, vehicle, route)]
}

interface FoundTask {
  readonly task: Task | undefined
  readonly skills: readonly number[] | undefined
  readonly carried: readonly number[] | undefined
}

function findTask({ jobs = [], shipments = [] }: Problem, vehicle: Vehicle, { type, id }: Step): FoundTask {
  if (type === 'job' || type === 'break') {
    const task = (type === 'job' ? jobs : (vehicle.breaks ?? [])).find((item) => item.id === id)
    return { task, skills: task?.skills, carried: undefined }
  }
  const shipment = shipments.find((item) => (type === 'pickup' ? item.pickup.id : item.delivery.id) === id)
  const task = type === 'pickup' ? shipment?.pickup : shipment?.delivery
  if (type === 'start' || type === 'end') return { task: undefined, skills: undefined, carried: undefined }
  return { task, skills: shipment?.skills, carried: shipment?.amount }
}

/** Checks that the times are consistent with travel, setup, service and waiting. */
function checkTravel({ matrices }: Problem, vehicle: Vehicle, { steps, duration }: Route): string[] {
  const errors: string[] = []
  let place: Step | undefined
  let reached = 0
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]
    if (before) {
      const left = before.arrival + before.waiting_time + before.setup + before.service
      const driven = step.duration - before.duration
      if (Math.abs(left + driven - step.arrival) > TOLERANCE_SECONDS)
        errors.push(`vehicle ${vehicle.id} arrives at ${step.type} ${step.id} at ${step.arrival}, not ${left + driven}`)
    }
    if (step.type === 'break') continue
    const travel = matrices?.car.durations[place?.location_index ?? 0]?.[step.location_index ?? 0]
    const expected = place && travel !== undefined ? travel / (vehicle.speed_factor ?? 1) : undefined
    if (expected !== undefined && Math.abs(step.duration - reached - expected) > TOLERANCE_SECONDS)
      errors.push(
        `vehicle ${vehicle.id} needs ${step.duration - reached} s to ${step.type} ${step.id}, not ${expected}`,
      )
    reached = step.duration
    place = step
  }
  if (Math.abs((steps.at(-1)?.duration ?? 0) - duration) > TOLERANCE_SECONDS) errors.push('the total duration is wrong')
  return errors
}

/** Checks that the load never exceeds the capacity and that pickups precede deliveries. */
function checkLoads(problem: Problem, vehicle: Vehicle, { steps }: Route): string[] {
  const { capacity } = vehicle
  if (!capacity) return []
  const errors: string[] = []
  const found = steps.map((step) => findTask(problem, vehicle, step))
  const load = capacity.map((_, dimension) =>
    steps.reduce((sum, { type }, index) => {
      const { task } = found[index] ?? {}
      return sum + (type === 'job' ? ((task?.delivery ?? task?.amount)?.[dimension] ?? 0) : 0)
    }, 0),
  )
  const onBoard = new Set<Shipment>()
  for (const [index, step] of steps.entries()) {
    const { task, carried } = found[index] ?? {}
    for (const dimension of capacity.keys()) {
      let change = 0
      if (step.type === 'job')
        change = (task?.pickup?.[dimension] ?? 0) - ((task?.delivery ?? task?.amount)?.[dimension] ?? 0)
      else if (carried) change = (step.type === 'pickup' ? 1 : -1) * (carried[dimension] ?? 0)
      load[dimension] = (load[dimension] ?? 0) + change
    }
    if (load.some((amount, dimension) => amount > (capacity[dimension] ?? 0)))
      errors.push(`overloaded at step ${index}`)
    if (load.join() !== step.load.join()) errors.push(`the load at step ${index} is ${step.load}, not ${load}`)
    const shipment = problem.shipments?.find(({ pickup, delivery }) => task && [pickup, delivery].includes(task))
    if (shipment && step.type === 'pickup') onBoard.add(shipment)
    else if (shipment && !onBoard.delete(shipment)) errors.push(`delivery ${step.id} comes before its pickup`)
  }
  if (onBoard.size > 0) errors.push('a shipment is not delivered')
  return errors
}
