import { readFileSync } from 'node:fs'
import type { FleetProblem } from '@fairway/optimizer'
import { parseTsplib } from './tsplib.ts'

export type VrpKind = 'cvrp' | 'vrptw'

/** Instance with the cost function that its best known value refers to. */
export interface VrpInstance {
  readonly problem: FleetProblem
  costOf(tours: readonly (readonly number[])[]): number
}

export function readInstance(kind: VrpKind, path: string): VrpInstance {
  const text = readFileSync(path, 'utf8')
  return kind === 'cvrp' ? parseCvrp(text) : parseSolomon(text)
}

/** Parses a CVRPLIB instance: integer distances as in TSPLIB, the depot first, and any number of vehicles. */
export function parseCvrp(text: string): VrpInstance {
  const { size, cost } = parseTsplib(text)
  const capacity = Number(/^CAPACITY\s*:\s*(\d+)/m.exec(text)?.[1])
  const section = /DEMAND_SECTION([\s\d]+)/.exec(text)?.[1] ?? ''
  const values = section.trim().split(/\s+/).map(Number)
  const demands = Array.from({ length: size }, (_, node) => values[2 * node + 1] ?? Number.NaN)
  const total = demands.reduce((sum, demand) => sum + demand, 0)
  const vehicles = Math.min(size - 1, Math.ceil((1.15 * total) / capacity) + 3)
  const problem: FleetProblem = {
    size,
    cost,
    duration: cost,
    distance: cost,
    stops: demands.slice(1).map((demand, stop) => ({ location: stop + 1, demand: [demand] })),
    vehicles: Array.from({ length: vehicles }, () => ({ start: 0, end: 0, capacity: [capacity] })),
  }
  const way = (from: number, to: number): number => cost[from * size + to] ?? Number.NaN
  return { problem, costOf: (tours) => lengthOf(tours, way) }
}

/**
 * Scale factor of distances. Distances are in thousandths, as in VROOM, but the best known values use the original
 * distances.
 */
const SCALE = 1000

/** Parses an instance of Solomon (1987). The objective is the distance, and the file limits the number of vehicles. */
export function parseSolomon(text: string): VrpInstance {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/).map(Number))
  const [vehicleCount = 0, capacity = 0] = lines.find((line) => line.length === 2 && !line.some(Number.isNaN)) ?? []
  const nodes = lines.filter((line) => line.length === 7 && !line.some(Number.isNaN))
  const way = (from: number, to: number): number => {
    const [, ax = 0, ay = 0] = nodes[from] ?? []
    const [, bx = 0, by = 0] = nodes[to] ?? []
    return Math.hypot(ax - bx, ay - by)
  }
  const size = nodes.length
  const cost = Int32Array.from({ length: size * size }, (_, cell) =>
    Math.round(SCALE * way(Math.floor(cell / size), cell % size)),
  )
  const [, , , , opens = 0, closes = 0] = nodes[0] ?? []
  const problem: FleetProblem = {
    size,
    cost,
    duration: cost,
    distance: cost,
    stops: nodes.slice(1).map(([, , , demand = 0, ready = 0, due = 0, service = 0], stop) => ({
      location: stop + 1,
      demand: [demand],
      service: service * SCALE,
      windows: [[ready * SCALE, due * SCALE]],
    })),
    vehicles: Array.from({ length: vehicleCount }, () => ({
      start: 0,
      end: 0,
      capacity: [capacity],
      shift: [opens * SCALE, closes * SCALE],
    })),
  }
  return { problem, costOf: (tours) => lengthOf(tours, way) }
}

/** Returns the total length of the tours from the depot and back. Stop 0 is location 1. */
function lengthOf(tours: readonly (readonly number[])[], way: (from: number, to: number) => number): number {
  return tours.reduce((sum, tour) => {
    const places = [0, ...tour.map((stop) => stop + 1), 0]
    return sum + places.slice(1).reduce((length, to, index) => length + way(places[index] ?? 0, to), 0)
  }, 0)
}
