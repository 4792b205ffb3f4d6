import type { EdgeSeconds, Network } from './network.js'

export interface Order {
  /** Node at each rank. */
  readonly nodeAt: readonly number[]
  /** Rank of each node. */
  readonly rank: readonly number[]
  readonly cuts: readonly {
    readonly level: number
    readonly cut: readonly number[]
    readonly cells: readonly (readonly number[])[]
  }[]
}

export interface Topology {
  readonly nodeAt: readonly number[]
  readonly rank: readonly number[]
  /** Arcs between ranks. A shortcut has the rank whose contraction added it. */
  readonly arcs: readonly { readonly low: number; readonly high: number; readonly contracted: number | undefined }[]
  readonly upArcs: readonly (readonly number[])[]
  readonly parent: readonly (number | undefined)[]
  findArc(low: number, high: number): number | undefined
}

export interface Metric {
  readonly up: readonly number[]
  readonly down: readonly number[]
  readonly upMiddle: readonly (number | undefined)[]
  readonly downMiddle: readonly (number | undefined)[]
  readonly triangleCount: number
}

export function orderByCuts(network: Pick<Network, 'nodes' | 'edges'>): Order
export function contract(network: Pick<Network, 'edges'>, order: Order): Topology
export function customize(topology: Topology, network: Pick<Network, 'edges'>, seconds: readonly EdgeSeconds[]): Metric
