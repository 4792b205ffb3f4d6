import type { FleetProblem } from '@fairway/optimizer'
import type { SetInstance } from './set-instance.ts'

/**
 * Scale factor of distances. Distances are in thousandths because the best known solutions of these instances are exact
 * to two decimals.
 */
const SCALE = 1000

/**
 * Parses an instance of Li and Lim (2001), pickup and delivery with time windows. The best known solution uses the
 * fewest vehicles, and the fleet has the same size. The search must therefore find a feasible solution with that fleet
 * before it minimizes the distance.
 */
export function parseLiLim(text: string, solution: string): SetInstance {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/).map(Number))
  const [[, capacity = 0] = [], ...nodes] = lines
  const bestOrders = [...solution.matchAll(/^Route\s*\d+\s*:([ \d]*)$/gm)].map(([, list = '']) =>
    list
      .trim()
      .split(/\s+/)
      .map((node) => Number(node) - 1),
  )
  const size = nodes.length
  const cost = Int32Array.from({ length: size * size }, (_, cell) => {
    const [, ax = 0, ay = 0] = nodes[Math.floor(cell / size)] ?? []
    const [, bx = 0, by = 0] = nodes[cell % size] ?? []
    return Math.round(SCALE * Math.hypot(ax - bx, ay - by))
  })
  const [, , , , opens = 0, closes = 0] = nodes[0] ?? []
  const problem: FleetProblem = {
    size,
    cost,
    duration: cost,
    distance: cost,
    stops: nodes.slice(1).map(([, , , demand = 0, ready = 0, due = 0, service = 0], stop) => ({
      location: stop + 1,
      demand: [Math.max(0, demand)],
      service: service * SCALE,
      windows: [[ready * SCALE, due * SCALE]],
    })),
    pairs: nodes.flatMap(([, , , , , , , , delivery = 0], node) =>
      node > 0 && delivery > 0 ? [{ pickup: node - 1, delivery: delivery - 1 }] : [],
    ),
    vehicles: bestOrders.map(() => ({
      start: 0,
      end: 0,
      capacity: [capacity],
      shift: [opens * SCALE, closes * SCALE],
    })),
  }
  return {
    problem,
    bestOrders,
    costOf: (tours) =>
      tours.reduce((total, { stops }) => {
        const places = [0, ...stops.map((stop) => stop + 1), 0]
        return total + places.slice(1).reduce((sum, to, leg) => sum + (cost[(places[leg] ?? 0) * size + to] ?? 0), 0)
      }, 0),
  }
}
