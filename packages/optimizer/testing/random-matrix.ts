import { type CostMatrix, UNREACHABLE } from '../matrix.ts'

export interface MatrixKind {
  readonly symmetric?: boolean
  /** Share of unreachable pairs. */
  readonly unreachable?: number
  /** Costs are integers below this limit. A low limit produces many ties. */
  readonly below?: number
}

export function randomMatrix(random: () => number, size: number, kind: MatrixKind = {}): CostMatrix {
  const { symmetric = false, unreachable = 0, below = 1000 } = kind
  const cost = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      if (from === to) continue
      const arc = random() < unreachable ? UNREACHABLE : Math.floor(random() * below)
      cost[from * size + to] = symmetric && to < from ? cost[to * size + from] : arc
    }
  }
  return { size, cost }
}

export function rowsOf({ size, cost }: CostMatrix): number[][] {
  return Array.from({ length: size }, (_, from) => [...cost.subarray(from * size, (from + 1) * size)])
}

export function shuffled(random: () => number, size: number): number[] {
  const order = Array.from({ length: size }, (_, stop) => stop)
  for (let last = size - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = order[last]
    order[last] = order[other]
    order[other] = moved
  }
  return order
}
