import { DriveRecord } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { RouteLeg } from '../route/leg.ts'
import { NumberSet } from './number-set.ts'

/** A road that only the alternative uses: the index of its name in the string table and the driven length. */
export interface DistinctiveRoad {
  readonly name: number
  readonly lengthCm: number
}

/**
 * Finds the roads that distinguish an alternative from the best path. Each thread needs its own instance, because an
 * instance owns scratch memory.
 */
export class DistinctiveRoads {
  private readonly roadsOfBest = new NumberSet()
  private readonly lengths = new Map<number, number>()

  compareWith({ arcs: { drive } }: RoadNetwork, bestLegs: readonly RouteLeg[]): void {
    this.roadsOfBest.clear()
    for (const { arcs } of bestLegs) {
      for (let i = 0; i < arcs.length; i++)
        this.roadsOfBest.add(drive[arcs[i] * DriveRecord.SIZE + DriveRecord.EDGE_SIDE] >>> 1)
    }
  }

  /**
   * Measures the roads of an alternative that the best path does not use. A road without a name is identified by its
   * ref.
   */
  measure({ arcs: { drive }, edges, roads }: RoadNetwork, legs: readonly RouteLeg[]): void {
    this.lengths.clear()
    for (const { arcs } of legs) {
      let currentName = 0
      let length = 0
      for (let i = 0; i < arcs.length; i++) {
        const arc = arcs[i] * DriveRecord.SIZE
        const edge = drive[arc + DriveRecord.EDGE_SIDE] >>> 1
        if (this.roadsOfBest.has(edge)) continue
        const road = edges.road[edge]
        const roadName = roads.name[road] || roads.ref[road]
        if (roadName !== currentName) {
          this.add(currentName, length)
          currentName = roadName
          length = 0
        }
        length += drive[arc + DriveRecord.LENGTH_CM]
      }
      this.add(currentName, length)
    }
  }

  /** Returns the longest measured road. Most alternatives are named after it, so the others need no sorted list. */
  findLongest(): DistinctiveRoad | undefined {
    let longest = 0
    let maxLength = 0
    for (const [name, length] of this.lengths) {
      if (length <= maxLength) continue
      longest = name
      maxLength = length
    }
    return longest === 0 ? undefined : { name: longest, lengthCm: maxLength }
  }

  /** Returns the measured roads, longest first. */
  list(): DistinctiveRoad[] {
    return Array.from(this.lengths, ([name, lengthCm]) => ({ name, lengthCm })).sort((a, b) => b.lengthCm - a.lengthCm)
  }

  private add(label: number, length: number): void {
    if (label !== 0 && length > 0) this.lengths.set(label, (this.lengths.get(label) ?? 0) + length)
  }
}
