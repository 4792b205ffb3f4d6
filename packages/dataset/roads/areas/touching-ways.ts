import { groupBy, type Rows } from '@fairway/road'
import { NO_NODE, type RawRoads } from '../collect.ts'
import type { RoadRules } from '../rules/rules.ts'
import type { Area } from './list-areas.ts'

/** Ways and their rules, in the same order. */
export interface RuledRoads {
  readonly raw: RawRoads
  readonly rules: readonly (RoadRules | undefined)[]
}

/** Finds the nodes where people enter an area. */
export class TouchingWays {
  /** Neighbors of ring nodes along usable ways, indexed by the number in `ringNumber`. */
  private readonly neighbors: Rows
  private readonly neighbor: readonly number[]
  private readonly ringNumber = new Map<number, number>()
  private readonly areaCount: number[] = []

  constructor({ raw: { ways }, rules }: RuledRoads, areas: readonly Area[]) {
    this.countAreas(areas)
    const owner: number[] = []
    const neighbor: number[] = []
    const add = (node: number, other: number): void => {
      const number = this.ringNumber.get(node)
      if (number === undefined || other === NO_NODE) return
      owner.push(number)
      neighbor.push(other)
    }
    for (let way = 0; way < ways.count; way++) {
      if (!rules[way]) continue
      for (let i = ways.refFirst[way]; i + 1 < ways.refFirst[way + 1]; i++) {
        add(ways.node[i], ways.node[i + 1])
        add(ways.node[i + 1], ways.node[i])
      }
    }
    this.neighbors = groupBy(Uint32Array.from(owner), this.ringNumber.size)
    this.neighbor = neighbor
  }

  private countAreas(areas: readonly Area[]): void {
    for (const { rings } of areas) {
      for (const node of new Set(rings.flat())) {
        const number = this.ringNumber.get(node) ?? this.ringNumber.size
        this.ringNumber.set(node, number)
        this.areaCount[number] = (this.areaCount[number] ?? 0) + 1
      }
    }
  }

  /**
   * Returns a function that tests whether a node is an entrance, that is, whether a way leaves the ring or another area
   * begins at the node. A way that only follows the ring needs no entrances, because people on it have already passed
   * an entrance. Streets often share all their nodes with a square, and paths between all these nodes would make the
   * network several times larger.
   */
  entrancesOf({ rings }: Area): (node: number) => boolean {
    const ringSegments = new Set<string>()
    for (const ring of rings) {
      for (const [i, node] of ring.entries()) {
        const previous = ring[i === 0 ? ring.length - 1 : i - 1]
        ringSegments.add(`${node} ${previous}`).add(`${previous} ${node}`)
      }
    }
    return (node) => {
      const number = this.ringNumber.get(node)
      if (number === undefined) return false
      if (this.areaCount[number] > 1) return true
      const { first, item } = this.neighbors
      for (let i = first[number]; i < first[number + 1]; i++) {
        if (!ringSegments.has(`${node} ${this.neighbor[item[i]]}`)) return true
      }
      return false
    }
  }
}
