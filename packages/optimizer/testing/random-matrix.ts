import { type CostMatrix, UNREACHABLE } from '../matrix.ts'

export interface RandomMatrixOptions {
  readonly symmetric?: boolean
  /** Share of unreachable pairs. */
  readonly unreachableShare?: number
  /** Costs are integers below this limit. A low limit produces many ties. */
  readonly costLimit?: number
}

export function randomMatrix(random: () => number, size: number, options: RandomMatrixOptions = {}): CostMatrix {
  const { symmetric = false, unreachableShare = 0, costLimit = 1000 } = options
  const cost = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      if (from === to) continue
      const arc = random() < unreachableShare ? UNREACHABLE : Math.floor(random() * costLimit)
      cost[from * size + to] = symmetric && to < from ? cost[to * size + from] : arc
    }
  }
  return { size, cost }
}

export function toRows({ size, cost }: CostMatrix): number[][] {
  return Array.from({ length: size }, (_, from) => [...cost.subarray(from * size, (from + 1) * size)])
}

export function shuffledOrder(random: () => number, size: number): number[] {
  const order = Array.from({ length: size }, (_, stop) => stop)
  for (let last = size - 1; last > 0; last--) {
    const swapIndex = Math.floor(random() * (last + 1))
    const moved = order[last]
    order[last] = order[swapIndex]
    order[swapIndex] = moved
  }
  return order
}
