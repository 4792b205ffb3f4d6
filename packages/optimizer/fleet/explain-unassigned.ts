import type { Unassigned, UnassignedReason, VehicleObstacle } from '../problem.ts'
import { examineTour } from './examine-tour.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { ObstacleFinder } from './obstacles.ts'
import { summarize } from './summarize-obstacles.ts'
import { Schedule } from './timing/schedule.ts'

/** Returns the reason each of these stops is unassigned. */
export function explainUnassigned(model: FleetModel, left: readonly Pick<Unassigned, 'stop'>[]): Unassigned[] {
  if (left.length === 0) return []
  const explainer = new Explainer(model)
  return left.map(({ stop }) => ({ stop, why: explainer.explain(stop) }))
}

class Explainer {
  private readonly model: FleetModel
  private readonly schedule: Schedule
  private readonly obstacles: ObstacleFinder
  /** One vehicle of each kind, because the others would give the same result. */
  private readonly vehicles: readonly number[]

  constructor(model: FleetModel) {
    this.model = model
    this.schedule = new Schedule(model)
    this.obstacles = new ObstacleFinder(model)
    const { kind } = model
    this.vehicles = [...kind.keys()].filter((vehicle) => kind.indexOf(kind[vehicle]) === vehicle)
  }

  explain(stop: number): UnassignedReason {
    const { partner, isPickup } = this.model
    const other = partner[stop]
    const alone = other === NO_STOP ? [stop] : isPickup[stop] ? [stop, other] : [other, stop]
    if (this.isPossible(alone)) return { kind: 'no-room' }
    const own = this.findReason(stop)
    if (own) return own
    return this.findReason(other) ? { kind: 'pair', stop: other } : { kind: 'together', stop: other }
  }

  private isPossible(stops: readonly number[]): boolean {
    const tour = Int32Array.from(stops)
    return this.vehicles.some((vehicle) => !('kind' in examineTour(this.model, this.schedule, vehicle, tour)))
  }

  /** Undefined if some vehicle has no obstacle, which is possible only for a stop in a pair. */
  private findReason(stop: number): UnassignedReason | undefined {
    const { vehicles } = this.model.problem
    const owner = vehicles.findIndex(({ mustVisit }) => mustVisit?.includes(stop))
    const isTied = owner >= 0
    const obstacles: VehicleObstacle[] = []
    for (const vehicle of isTied ? [owner] : this.vehicles) {
      const obstacle = this.obstacles.find(stop, vehicle)
      if (!obstacle) return undefined
      obstacles.push(obstacle)
    }
    return summarize(this.model, stop, isTied, obstacles)
  }
}
