import { type FleetModel, NO_GROUP } from './model.ts'

/** Lists the stops that count as unassigned unless they are served. Each group is represented by its first stop. */
export function listRequiredStops({ stopCount, isOptional, groupOf, groups }: FleetModel): number[] {
  const stops = Array.from({ length: stopCount }, (_, stop) => stop)
  return stops.filter((stop) => !isOptional[stop] && (groupOf[stop] === NO_GROUP || groups[groupOf[stop]][0] === stop))
}

/** Sums the prizes of all optional stops, plus the highest prize of each group. */
export function computeTotalPrize({ prize, isOptional, groupOf, groups }: FleetModel): number {
  const singlePrizeTotal = prize.reduce(
    (sum, stopPrize, stop) => (isOptional[stop] && groupOf[stop] === NO_GROUP ? sum + stopPrize : sum),
    0,
  )
  return groups.reduce((sum, members) => sum + Math.max(0, ...members.map((stop) => prize[stop])), singlePrizeTotal)
}

/** Counts the required stops that are not served, by priority level. */
export function countUnassignedByLevel(model: FleetModel, isServed: (stop: number) => boolean): Int32Array {
  const counts = new Int32Array(model.priorityLevelCount)
  for (const stop of listRequiredStops(model)) {
    const members = model.groups[model.groupOf[stop]] ?? [stop]
    if (!members.some(isServed)) counts[model.priorityLevel[stop]]++
  }
  return counts
}
