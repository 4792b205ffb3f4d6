import type { FleetProblem } from '@fairway/optimizer'

/** Scale factor of distances and times. They are in thousandths, as in VROOM, because the optimizer takes integers. */
const UNITS_PER_DISTANCE = 1000

/** Line of an instance of Solomon, or of Li and Lim: number, x, y, demand, earliest and latest service, duration. */
type Node = readonly number[]

/**
 * Creates a problem with time windows, whose first node is the depot. A delivery has the negative demand of its pickup,
 * but the optimizer expects the demand only at the pickup.
 */
export function toWindowedProblem(nodes: readonly Node[], vehicleCount: number, capacity: number): FleetProblem {
  const cost = Int32Array.from(
    nodes.flatMap((from) => nodes.map((to) => Math.round(UNITS_PER_DISTANCE * distanceBetween(from, to)))),
  )
  const [, , , , opens = 0, closes = 0] = nodes[0] ?? []
  return {
    size: nodes.length,
    cost,
    duration: cost,
    distance: cost,
    stops: nodes.slice(1).map(([, , , demand = 0, ready = 0, due = 0, service = 0], stop) => ({
      location: stop + 1,
      demand: [Math.max(0, demand)],
      service: service * UNITS_PER_DISTANCE,
      windows: [[ready * UNITS_PER_DISTANCE, due * UNITS_PER_DISTANCE]],
    })),
    vehicles: Array.from({ length: vehicleCount }, () => ({
      start: 0,
      end: 0,
      capacity: [capacity],
      shift: [opens * UNITS_PER_DISTANCE, closes * UNITS_PER_DISTANCE],
    })),
  }
}

export function distanceBetween([, ax = 0, ay = 0]: Node = [], [, bx = 0, by = 0]: Node = []): number {
  return Math.hypot(ax - bx, ay - by)
}

/** Returns the total length of the tours from the depot and back. Stop 0 is location 1. */
export function sumLegs(
  tours: readonly (readonly number[])[],
  distanceOf: (from: number, to: number) => number,
): number {
  return tours.reduce((sum, tour) => {
    const locations = [0, ...tour.map((stop) => stop + 1), 0]
    return sum + locations.slice(1).reduce((length, to, index) => length + distanceOf(locations[index] ?? 0, to), 0)
  }, 0)
}
