import type { Metric, Topology } from './hierarchy.js'
import type { EdgeSeconds, Network } from './network.js'

export interface Step {
  readonly arc: number
  readonly isUp: boolean
}

export interface FoundRoute {
  readonly seconds: number
  readonly meeting: number | undefined
  readonly steps: readonly Step[]
  /** Ranks that the search from the start visited. */
  readonly forward: readonly number[]
  /** Ranks that the search from the destination visited. */
  readonly backward: readonly number[]
}

export function findRoute(topology: Topology, metric: Metric, from: number, to: number): FoundRoute
export function unpack(topology: Topology, metric: Metric, steps: readonly Step[]): (readonly Step[])[]
export function getEnds(topology: Topology, step: Step): [start: number, end: number]
export function listNodes(topology: Topology, steps: readonly Step[], from: number): number[]
export function sweep(topology: Topology, metric: Metric, from: number): number[]
export function findRouteByDijkstra(
  network: Network,
  seconds: readonly EdgeSeconds[],
  from: number,
  to?: number,
): { readonly seconds: number; readonly secondsOf: readonly number[]; readonly visited: readonly number[] }
