import { findCheapestInsertion } from './cheapest-insertion.ts'
import { evaluateSolution, isSolution, type StopSequences } from './evaluate-solution.ts'
import { type FleetModel, NO_STOP } from './model.ts'

/**
 * Adds optional stops whose prize exceeds the cost of their cheapest slot, until no such stop remains. This step is
 * needed because the search skips some slots at random.
 */
export function addWorthwhileStops(model: FleetModel, stopSequences: StopSequences): StopSequences {
  if (!model.isOptional.some(Boolean)) return stopSequences
  let current = stopSequences
  for (let hasAddedStop = true; hasAddedStop; ) {
    hasAddedStop = false
    const solution = evaluateSolution(model, current)
    if (!isSolution(solution)) return current
    const servedStops = new Set(solution.tours.flatMap(({ stops }) => stops))
    for (const { stop } of solution.unassigned) {
      if (!model.isOptional[stop] || !model.servable[stop] || model.partner[stop] !== NO_STOP) continue
      if (model.groups[model.groupOf[stop]]?.some((member) => servedStops.has(member))) continue
      const slot = findCheapestInsertion(model, solution.tours, stop)
      if (!slot || slot.cost >= model.prize[stop]) continue
      const longerOrder = Array.from(current[slot.vehicle] ?? [])
      longerOrder.splice(slot.position, 0, stop)
      current = Array.from({ length: model.vehicleCount }, (_, vehicle) =>
        vehicle === slot.vehicle ? longerOrder : (current[vehicle] ?? []),
      )
      hasAddedStop = true
      break
    }
  }
  return current
}
