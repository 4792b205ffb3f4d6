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
  const running = locate((job.fleet.initialOrders ?? []).entries())
  const planned = locate(tours.map(({ vehicle, stops }) => [vehicle, stops] as const))
  const added: { stop: number; vehicle: number; position: number }[] = []
  const moved: { stop: number; vehicle: number; position: number; from_vehicle: number }[] = []
  let kept = 0
  for (const [index, { vehicle, position }] of planned) {
    const before = running.get(index)
    const change = { stop: numbers[index] ?? 0, vehicle, position }
    if (!before) added.push(change)
    else if (before.vehicle !== vehicle) moved.push({ ...change, from_vehicle: before.vehicle })
    else kept++
  }
  const removed = [...running].flatMap(([index, { vehicle }]) =>
    planned.has(index) ? [] : [{ stop: numbers[index] ?? 0, vehicle }],
  )
  const isReordered = (vehicle: number, stops: readonly number[]): boolean => {
    const positions = stops.flatMap((index) => {
      const before = running.get(index)
      return before?.vehicle === vehicle ? [before.position] : []
    })
    return positions.some((position, index) => position < (positions[index - 1] ?? 0))
  }
  const reordered = tours.filter(({ vehicle, stops }) => isReordered(vehicle, stops)).map(({ vehicle }) => vehicle)
  return { keep, kept, added, moved, removed, reordered }
}

function locate(orders: Iterable<readonly [number, readonly number[]]>): Map<number, Place> {
  const places = new Map<number, Place>()
  for (const [vehicle, stops] of orders)
    for (const [position, stop] of stops.entries()) places.set(stop, { vehicle, position })
  return places
}
