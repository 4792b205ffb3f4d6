import { UNREACHABLE } from '../matrix.ts'
import type { Vehicle } from '../problem/vehicle.ts'
import type { Tour } from '../solution/solution.ts'
import type { Relaxation } from '../solution/unassigned.ts'
import { evaluateTour } from './evaluate-tour.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { Schedule } from './timing/schedule.ts'

/** Maximum number of slots to try for each constraint. The slots with the shortest detours are tried. */
const MAX_SLOTS = 60

type Limit = Relaxation['kind']

interface RelaxedModel {
  readonly kind: Limit
  readonly model: FleetModel
  readonly schedule: Schedule
}

interface Slot {
  readonly vehicle: number
  readonly order: Int32Array
  readonly position: number
  readonly detour: number
}

/**
 * Finds changes to constraints that would make room for an unassigned stop. It lifts each constraint separately and
 * inserts the stop into the tours. Each result is the smallest change among the tried slots, confirmed by a feasible
 * tour.
 */
export class RelaxationFinder {
  private readonly model: FleetModel
  private readonly relaxedModels: readonly RelaxedModel[]

  constructor(model: FleetModel) {
    this.model = model
    const noLimit = (values: Float64Array) => new Float64Array(values.length).fill(Number.POSITIVE_INFINITY)
    const lifted: Partial<Record<Limit, FleetModel>> = {
      capacity: { ...model, capacity: noLimit(model.capacity) },
      shift: { ...model, shiftTo: noLimit(model.shiftTo) },
      duration: { ...model, maxDuration: noLimit(model.maxDuration) },
      distance: { ...model, maxDistance: noLimit(model.maxDistance) },
      ...(model.hasDrivingRules && { driving: liftDriving(model) }),
      stops: { ...model, maxStops: noLimit(model.maxStops) },
    }
    this.relaxedModels = Object.entries(lifted).map(([kind, relaxedModel]) => ({
      kind: kind as Limit,
      model: relaxedModel,
      schedule: new Schedule(relaxedModel),
    }))
  }

  /** Lists relaxations for a stop. Returns an empty list for stops of pairs. */
  find(stop: number, tours: readonly Pick<Tour, 'vehicle' | 'stops'>[]): Relaxation[] {
    if (this.model.partner[stop] !== NO_STOP) return []
    const slots = this.listSlots(stop, tours)
    const withoutWindow = removeWindows(this.model, stop)
    const models = [
      ...this.relaxedModels,
      ...(withoutWindow
        ? [{ kind: 'window' as const, model: withoutWindow, schedule: new Schedule(withoutWindow) }]
        : []),
    ]
    return models.flatMap((relaxedModel) => this.findSmallest(relaxedModel, stop, slots) ?? [])
  }

  private findSmallest({ kind, model, schedule }: RelaxedModel, stop: number, slots: readonly Slot[]) {
    let smallestRelaxation: Relaxation | undefined
    for (const { vehicle, order, position } of slots) {
      const tour = evaluateTour(model, schedule, vehicle, order)
      if ('kind' in tour) continue
      const relaxation = this.compare(kind, stop, tour, position)
      if (relaxation && relaxation.by < (smallestRelaxation?.by ?? Number.POSITIVE_INFINITY))
        smallestRelaxation = relaxation
    }
    return smallestRelaxation
  }

  /** Returns the amount by which the tour exceeds the limit. */
  private compare(kind: Limit, stop: number, tour: Tour, position: number): Relaxation | undefined {
    const { shiftTo, maxDuration, maxDistance, maxDriving, maxStops, problem } = this.model
    const { vehicle } = tour
    switch (kind) {
      case 'capacity':
        return this.compareLoad(tour)
      case 'shift':
        return { kind, vehicle, by: tour.finish - shiftTo[vehicle] }
      case 'duration':
        return { kind, vehicle, by: tour.duration - maxDuration[vehicle] }
      case 'distance':
        return { kind, vehicle, by: tour.distance - maxDistance[vehicle] }
      case 'driving':
        return { kind, vehicle, by: tour.driving - maxDriving[vehicle] }
      case 'stops':
        return { kind, vehicle, by: tour.stops.length - maxStops[vehicle] }
      case 'window': {
        const start = tour.starts[position]
        const gaps = (problem.stops[stop].windows ?? []).map(([from, to]) => Math.max(from - start, start - to))
        return { kind, vehicle, by: Math.min(...gaps), start }
      }
    }
  }

  private compareLoad({ vehicle, load }: Tour): Relaxation | undefined {
    const { capacity, dimensionCount } = this.model
    const exceeded = load.flatMap((amount, dimension) => {
      const by = amount - capacity[vehicle * dimensionCount + dimension]
      return by > 0 ? [{ kind: 'capacity' as const, vehicle, by, dimension }] : []
    })
    return exceeded.length === 1 ? exceeded[0] : undefined
  }

  private listSlots(stop: number, tours: readonly Pick<Tour, 'vehicle' | 'stops'>[]): Slot[] {
    const { width, row, stopCount, travel, vehicleCount, vehicleKind, allowed } = this.model
    const slots: Slot[] = []
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      const stops = tours.find((tour) => tour.vehicle === vehicle)?.stops ?? []
      if (stops.length === 0 && vehicleKind.indexOf(vehicleKind[vehicle]) !== vehicle) continue
      // Skip vehicles whose capacity is too small for the stop alone. Insufficient capacity is reported as a separate
      // reason.
      if (!allowed[vehicle * stopCount + stop]) continue
      const { cost } = travel[vehicle]
      const endpointRow = row[stopCount + vehicle]
      for (let position = 0; position <= stops.length; position++) {
        const previousNode = position === 0 ? endpointRow : stops[position - 1]
        const nextNode = position === stops.length ? endpointRow : stops[position]
        const [to, from] = [cost[previousNode * width + stop], cost[stop * width + nextNode]]
        if (to === UNREACHABLE || from === UNREACHABLE) continue
        const order = Int32Array.from([...stops.slice(0, position), stop, ...stops.slice(position)])
        slots.push({ vehicle, order, position, detour: to + from - cost[previousNode * width + nextNode] })
      }
    }
    return slots.sort((a, b) => a.detour - b.detour).slice(0, MAX_SLOTS)
  }
}

/** Lifts the limit on the driving time of a tour. Breaks remain required. */
function liftDriving(model: FleetModel): FleetModel {
  const lift = ({ drivingRules, ...vehicle }: Vehicle): Vehicle =>
    drivingRules ? { ...vehicle, drivingRules: { ...drivingRules, maxDriving: Number.POSITIVE_INFINITY } } : vehicle
  return {
    ...model,
    problem: { ...model.problem, vehicles: model.problem.vehicles.map(lift) },
    maxDriving: new Float64Array(model.vehicleCount).fill(Number.POSITIVE_INFINITY),
  }
}

function removeWindows(model: FleetModel, stop: number): FleetModel | undefined {
  const { first, from, to } = model.windows
  const [begin, end] = [first[stop], first[stop + 1]]
  if (begin === end) return undefined
  const keep = (_: number, index: number): boolean => index < begin || index >= end
  return {
    ...model,
    windows: {
      first: first.map((value, owner) => (owner > stop ? value - (end - begin) : value)),
      from: from.filter(keep),
      to: to.filter(keep),
    },
  }
}
