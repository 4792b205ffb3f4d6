import { readFileSync } from 'node:fs'
import type { FleetProblem } from '@fairway/optimizer'
import { parseTsplib } from './tsplib.ts'
import { distanceBetween, sumLegs, toWindowedProblem } from './windowed-problem.ts'

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
  return { problem, costOf: (tours) => sumLegs(tours, (from, to) => cost[from * size + to] ?? Number.NaN) }
}

/**
 * Parses an instance of Solomon (1987). The objective is the distance, and the file limits the number of vehicles. The
 * best known values use the original distances, not those in thousandths.
 */
export function parseSolomon(text: string): VrpInstance {
  const lines = text.split(/\r?\n/).map((line) => line.trim().split(/\s+/).map(Number))
  const [vehicleCount = 0, capacity = 0] = lines.find((line) => line.length === 2 && !line.some(Number.isNaN)) ?? []
  const nodes = lines.filter((line) => line.length === 7 && !line.some(Number.isNaN))
  return {
    problem: toWindowedProblem(nodes, vehicleCount, capacity),
    costOf: (tours) => sumLegs(tours, (from, to) => distanceBetween(nodes[from], nodes[to])),
  }
}
