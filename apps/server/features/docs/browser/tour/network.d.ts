export interface Point {
  readonly x: number
  readonly y: number
}

export interface Extract {
  readonly points: readonly Point[]
  readonly ways: readonly {
    readonly name: string
    readonly points: readonly number[]
    readonly kmh: number
    readonly isOneWay: boolean
  }[]
}

export interface Network {
  readonly nodes: readonly Point[]
  readonly edges: readonly {
    readonly from: number
    readonly to: number
    readonly shape: readonly Point[]
    readonly meters: number
    readonly kmh: number
    readonly isOneWay: boolean
  }[]
}

/** Travel times of an edge. A direction that may not be used has an infinite travel time. */
export interface EdgeSeconds {
  readonly forward: number
  readonly backward: number
}

export function createRandom(seed: number): () => number
export function createExtract(columns: number, rows: number, seed: number): Extract
export function buildNetwork(extract: Extract): Network
export function listSeconds(network: Network, vehicle?: 'car' | 'bicycle'): EdgeSeconds[]
