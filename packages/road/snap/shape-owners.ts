import type { RoadNetwork } from '../network/network.ts'

/**
 * Binary logarithm of the step between stored owners. An owner is stored for every 32nd shape point, and a lookup in
 * between reads only a few cache lines.
 */
const STEP_BITS = 5

type Edges = RoadNetwork['edges']

/** Maps shape points to their edges, optimized for frequent lookups. */
export class ShapeOwners {
  private readonly shapeFirst: Uint32Array
  /** Owners of every 32nd point and of the last point. */
  private readonly owner: Uint32Array

  private constructor({ count, shapeFirst }: Edges) {
    this.shapeFirst = shapeFirst
    const pointCount = shapeFirst[count] ?? 0
    const owner = new Uint32Array((pointCount >>> STEP_BITS) + 2)
    let edge = 0
    for (let i = 0; i < owner.length; i++) {
      while (edge + 1 < count && shapeFirst[edge + 1] <= i << STEP_BITS) edge++
      owner[i] = edge
    }
    this.owner = owner
  }

  private static readonly instances = new WeakMap<Edges, ShapeOwners>()

  /** Returns the lookup index for an edge table. Threads share networks, but each thread has a separate index. */
  static of(edges: Edges): ShapeOwners {
    const owners = ShapeOwners.instances.get(edges) ?? new ShapeOwners(edges)
    ShapeOwners.instances.set(edges, owners)
    return owners
  }

  edgeOf(point: number): number {
    const { shapeFirst, owner } = this
    let low = owner[point >>> STEP_BITS]
    let high = owner[(point >>> STEP_BITS) + 1] + 1
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if (shapeFirst[middle] <= point) low = middle
      else high = middle
    }
    return low
  }
}
