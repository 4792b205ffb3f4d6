import { readFileSync } from 'node:fs'
import { sharedPath } from '@fairway/geo/testing'
import { improveTour, optimizeFleet } from '@fairway/optimizer'
import { parseTsplib } from './tsplib.ts'
import { readInstance } from './vrp-instances.ts'

export const kinds = ['tsp', 'atsp', 'cvrp', 'vrptw'] as const
export type Kind = (typeof kinds)[number]

/**
 * Gaps of other solvers in percent, from ../shared/design/anchors.md. VROOM runs until it stops by itself. LKH-3 solves
 * problems with one vehicle, and HGS-CVRP solves problems with multiple vehicles.
 */
export interface Peers {
  readonly vroom?: number
  readonly best?: number
}

export interface Instance {
  readonly kind: Kind
  readonly name: string
  readonly peers: Peers
}

export interface Solved {
  readonly cost: number
  readonly iterations: number
}

export interface Limits {
  readonly seed: number
  readonly progress: () => number
  readonly isOver: () => boolean
}

export const folder = sharedPath('data/optimize/')

const peers: Readonly<Record<Kind, Readonly<Record<string, Peers>>>> = {
  tsp: {
    eil51: {},
    berlin52: { vroom: 4.3, best: 0 },
    kroA100: { vroom: 3.73, best: 0 },
    ch150: { vroom: 0.57, best: 0 },
    kroA200: { vroom: 3.38, best: 0 },
    a280: { vroom: 1.12, best: 0 },
    lin318: { vroom: 4.08, best: 0.27 },
    pcb442: { vroom: 3.57, best: 0 },
    att532: { vroom: 2.55, best: 0 },
    rat783: { vroom: 3.46, best: 0 },
    pr1002: { vroom: 3.29, best: 0 },
  },
  atsp: {
    br17: {},
    ftv33: {},
    ftv47: { vroom: 11.49, best: 0 },
    ftv70: { vroom: 8.41, best: 0 },
    kro124p: { vroom: 3.82, best: 0 },
    ftv170: { vroom: 18.58, best: 0 },
    rbg443: { vroom: 1.4, best: 0 },
  },
  cvrp: {
    'X-n101-k25': { vroom: 1.91, best: 0.08 },
    'X-n106-k14': {},
    'X-n200-k36': { vroom: 2.85, best: 0.85 },
    'X-n303-k21': { vroom: 8.17, best: 2.77 },
    'X-n502-k39': { vroom: 1.88, best: 1.1 },
    'X-n1001-k43': { vroom: 9.22, best: 6.95 },
  },
  vrptw: {
    C101: { vroom: 0 },
    R101: { vroom: 1.25 },
    R105: {},
    R112: { vroom: 5.84 },
    RC101: { vroom: 1.7 },
    RC105: {},
    C201: { vroom: 0 },
    R201: { vroom: 4.47 },
    R211: { vroom: 13.25 },
    RC201: { vroom: 6.82 },
    RC208: { vroom: 11.93 },
  },
}

const TINY_INSTANCE_NAMES = ['berlin52', 'ftv33', 'X-n101-k25', 'C101']

export function listInstances(tiny: boolean): Instance[] {
  const all = kinds.flatMap((kind) => Object.entries(peers[kind]).map(([name, of]) => ({ kind, name, peers: of })))
  return tiny ? all.filter(({ name }) => TINY_INSTANCE_NAMES.includes(name)) : all
}

/** Returns a function that solves the instance repeatedly. */
export function toSolver({ kind, name }: Instance): (limits: Limits) => Solved {
  if (kind === 'tsp' || kind === 'atsp') {
    const matrix = parseTsplib(readFileSync(`${folder}${kind}/${name}.${kind}`, 'utf8'))
    return (limits) => improveTour(matrix, { closed: true, ...limits })
  }
  const { problem, costOf } = readInstance(kind, `${folder}${kind}/${name}.${kind === 'cvrp' ? 'vrp' : 'txt'}`)
  return (limits) => {
    const { solution, iterations } = optimizeFleet(problem, limits)
    const cost = costOf(solution.tours.map(({ stops }) => stops))
    /** Unassigned stops increase the cost, so that an incomplete solution does not look good. */
    return { cost: cost * (1 + 10 * solution.unassigned.length), iterations }
  }
}

/**
 * Reads the best known values. For instances with time windows, the best value for distance alone is used, because
 * minimizing the number of vehicles first is a different problem.
 */
export function readBestKnown(): (instance: Instance) => number {
  type Value = { readonly best?: number; readonly distance?: { readonly best: number } }
  const known = JSON.parse(readFileSync(`${folder}best-known.json`, 'utf8')) as Record<Kind, Record<string, Value>>
  return ({ kind, name }) => {
    const value = known[kind][name]
    return value?.best ?? value?.distance?.best ?? Number.NaN
  }
}
