import type { FleetSolution } from '@fairway/optimizer'
import type { OptimizeQuery } from '../job.ts'

interface Place {
  readonly vehicle: number
  readonly position: number
}

/** Returns the changes compared with the running tours, or undefined if the request has no running tours. */
export function toDelta({ job, numbers }: OptimizeQuery, { tours }: FleetSolution) {
  const { keep } = job
  if (!keep) return undefined
  const running = locateStops((job.fleet.initialOrders ?? []).entries())
  const plannedPositions = locateStops(tours.map(({ vehicle, stops }) => [vehicle, stops] as const))
  const addedStops: { stop: number; vehicle: number; position: number }[] = []
  const movedStops: { stop: number; vehicle: number; position: number; from_vehicle: number }[] = []
  let keptCount = 0
  for (const [index, { vehicle, position }] of plannedPositions) {
    const runningStop = running.get(index)
    const change = { stop: numbers[index] ?? 0, vehicle, position }
    if (!runningStop) addedStops.push(change)
    else if (runningStop.vehicle !== vehicle) movedStops.push({ ...change, from_vehicle: runningStop.vehicle })
    else keptCount++
  }
  const removedStops = [...running].flatMap(([index, { vehicle }]) =>
    plannedPositions.has(index) ? [] : [{ stop: numbers[index] ?? 0, vehicle }],
  )
  const isReordered = (vehicle: number, stops: readonly number[]): boolean => {
    const positions = stops.flatMap((index) => {
      const runningStop = running.get(index)
      return runningStop?.vehicle === vehicle ? [runningStop.position] : []
    })
    return positions.some((position, index) => position < (positions[index - 1] ?? 0))
  }
  const reordered = tours.filter(({ vehicle, stops }) => isReordered(vehicle, stops)).map(({ vehicle }) => vehicle)
  return { keep, kept: keptCount, added: addedStops, moved: movedStops, removed: removedStops, reordered }
}

function locateStops(orders: Iterable<readonly [number, readonly number[]]>): Map<number, Place> {
  const places = new Map<number, Place>()
  for (const [vehicle, stops] of orders)
    for (const [position, stop] of stops.entries()) places.set(stop, { vehicle, position })
  return places
}
