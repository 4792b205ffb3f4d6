import type { FleetSolution } from '@fairway/optimizer'
import type { OptimizeQuery } from '../job.ts'

interface TourPosition {
  readonly vehicle: number
  readonly position: number
}

/** Returns the changes compared with the running tours, or undefined if the request has no running tours. */
export function toDelta({ job, numbers }: OptimizeQuery, { tours }: FleetSolution) {
  const { keep } = job
  if (!keep) return undefined
  const runningPositions = locateStops((job.fleet.initialSequences ?? []).entries())
  const plannedPositions = locateStops(tours.map(({ vehicle, stops }) => [vehicle, stops] as const))
  const addedStops: { stop: number; vehicle: number; position: number }[] = []
  const movedStops: { stop: number; vehicle: number; position: number; from_vehicle: number }[] = []
  let keptCount = 0
  for (const [index, { vehicle, position }] of plannedPositions) {
    const runningPosition = runningPositions.get(index)
    const change = { stop: numbers[index] ?? 0, vehicle, position }
    if (!runningPosition) addedStops.push(change)
    else if (runningPosition.vehicle !== vehicle) movedStops.push({ ...change, from_vehicle: runningPosition.vehicle })
    else keptCount++
  }
  const removedStops = [...runningPositions].flatMap(([index, { vehicle }]) =>
    plannedPositions.has(index) ? [] : [{ stop: numbers[index] ?? 0, vehicle }],
  )
  const isReordered = (vehicle: number, stops: readonly number[]): boolean => {
    const positions = stops.flatMap((index) => {
      const runningPosition = runningPositions.get(index)
      return runningPosition?.vehicle === vehicle ? [runningPosition.position] : []
    })
    return positions.some((position, index) => position < (positions[index - 1] ?? 0))
  }
  const reordered = tours.filter(({ vehicle, stops }) => isReordered(vehicle, stops)).map(({ vehicle }) => vehicle)
  return { keep, kept: keptCount, added: addedStops, moved: movedStops, removed: removedStops, reordered }
}

function locateStops(stopSequences: Iterable<readonly [number, readonly number[]]>): Map<number, TourPosition> {
  const positions = new Map<number, TourPosition>()
  for (const [vehicle, stops] of stopSequences)
    for (const [position, stop] of stops.entries()) positions.set(stop, { vehicle, position })
  return positions
}
