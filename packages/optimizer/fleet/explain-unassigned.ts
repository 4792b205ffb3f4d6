import type { UnexplainedSolution } from '../solution/solution.ts'
import type { UnassignedReason, UnassignedStop, VehicleObstacle } from '../solution/unassigned.ts'
import { findCheapestInsertion } from './cheapest-insertion.ts'
import { evaluateTour } from './evaluate-tour.ts'
import { listLockedTours } from './locked-tours.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { ObstacleFinder } from './obstacles.ts'
import { RelaxationFinder } from './relaxations.ts'
import { summarizeObstacles } from './summarize-obstacles.ts'
import { Schedule } from './timing/schedule.ts'

/** Maximum number of stops for which the reason `no-room` includes relaxations. */
const MAX_RELAXED = 20

/** Returns the reason why each of these stops is unassigned. */
export function explainUnassigned(model: FleetModel, { unassigned, tours }: UnexplainedSolution): UnassignedStop[] {
  if (unassigned.length === 0) return []
  const explainer = new UnassignedExplainer(model)
  const relaxationFinder = new RelaxationFinder(model)
  let relaxedCount = 0
  const servedStops = new Set(tours.flatMap(({ stops }) => stops))
  return unassigned.map(({ stop }) => {
    const servedStop = model.groups[model.groupOf[stop]]?.find((member) => servedStops.has(member))
    if (servedStop !== undefined) return { stop, reason: { kind: 'group', stop: servedStop } }
    const reason = explainer.explain(stop)
    if (!model.isOptional[stop] && reason.kind === 'no-room') {
      // Each call takes a few milliseconds.
      const relaxations = relaxedCount++ < MAX_RELAXED ? relaxationFinder.find(stop, tours) : []
      return { stop, reason: relaxations.length > 0 ? { ...reason, relaxations } : reason }
    }
    if (!model.isOptional[stop] || reason.kind !== 'no-room') return { stop, reason }
    if (model.partner[stop] !== NO_STOP)
      return {
        stop,
        reason: { kind: 'prize', prize: model.prize[stop] || model.prize[model.partner[stop]], cost: undefined },
      }
    const cost = findCheapestInsertion(model, tours, stop)?.cost
    return { stop, reason: cost === undefined ? reason : { kind: 'prize', prize: model.prize[stop], cost } }
  })
}

class UnassignedExplainer {
  private readonly model: FleetModel
  private readonly schedule: Schedule
  private readonly obstacleFinder: ObstacleFinder
  /** Locked stops of each vehicle and their deliveries. */
  private readonly lockedTours: readonly (readonly number[])[]
  /** One vehicle of each kind. Other vehicles of that kind would give the same result. */
  private readonly vehiclePerKind: readonly number[]

  constructor(model: FleetModel) {
    this.model = model
    this.schedule = new Schedule(model)
    this.lockedTours = listLockedTours(model)
    this.obstacleFinder = new ObstacleFinder(model)
    const { vehicleKind } = model
    this.vehiclePerKind = [...vehicleKind.keys()].filter(
      (vehicle) => vehicleKind.indexOf(vehicleKind[vehicle]) === vehicle,
    )
  }

  explain(stop: number): UnassignedReason {
    const { partner, isPickup } = this.model
    const partnerStop = partner[stop]
    const singleStopTour = partnerStop === NO_STOP ? [stop] : isPickup[stop] ? [stop, partnerStop] : [partnerStop, stop]
    if (this.isFeasible(singleStopTour)) return { kind: 'no-room' }
    const reason = this.findReason(stop)
    if (reason) return reason
    return this.findReason(partnerStop) ? { kind: 'pair', stop: partnerStop } : { kind: 'together', stop: partnerStop }
  }

  private isFeasible(stops: readonly number[]): boolean {
    return this.vehiclePerKind.some((vehicle) => {
      const tour = Int32Array.from([...(this.lockedTours[vehicle] ?? []), ...stops])
      return !('kind' in evaluateTour(this.model, this.schedule, vehicle, tour))
    })
  }

  /** Returns the reason, or undefined if some vehicle has no obstacle. The latter occurs only for a stop of a pair. */
  private findReason(stop: number): UnassignedReason | undefined {
    const { vehicles } = this.model.problem
    const requiredVehicle = vehicles.findIndex(({ mustVisit }) => mustVisit?.includes(stop))
    const isTied = requiredVehicle >= 0
    const obstacles: VehicleObstacle[] = []
    for (const vehicle of isTied ? [requiredVehicle] : this.vehiclePerKind) {
      const obstacle = this.obstacleFinder.find(stop, vehicle)
      if (!obstacle) return undefined
      obstacles.push(obstacle)
    }
    return summarizeObstacles(this.model, stop, isTied, obstacles)
  }
}
