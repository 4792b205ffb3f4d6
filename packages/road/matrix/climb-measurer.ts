import type { Topology } from '../hierarchy/topology.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { PathMeasures } from './path-measures.ts'
import type { PointEnds } from './point-ends.ts'
import { measureEnd, measureFromTouched } from './touched.ts'

/** Where a climb tells of the vertices it passes, the lowest first. */
export interface Climbed {
  readonly vertex: Uint32Array
  readonly weight: Float64Array
  /** NaN at a vertex where a path begins on a road that it only touches: what it measures, its next arc must tell. */
  readonly lengthCm: Float64Array
  readonly durationCs: Float64Array
}

/** Measures the paths to the labels of a climb, by the arcs they came by. */
export class ClimbMeasurer {
  private readonly topology: Topology
  /** Measures of the passed vertices. Never cleaned: those of others are never asked for. */
  private readonly lengthAt: Float64Array
  private readonly durationAt: Float64Array

  constructor(topology: Topology) {
    this.topology = topology
    this.lengthAt = new Float64Array(topology.vertexCount)
    this.durationAt = new Float64Array(topology.vertexCount)
  }

  /** In the order in which the vertices were passed: origins come before. They wait where the lengths will be. */
  measure(climbed: Climbed, count: number, ends: PointEnds, measures: PathMeasures, sign: -1 | 1): void {
    const { lower, arcCount, roadArc } = this.topology
    const { lengthAt, durationAt } = this
    for (let i = 0; i < count; i++) {
      const v = climbed.vertex[i]
      const origin = climbed.lengthCm[i]
      if (climbed.weight[i] >= INFINITE_WEIGHT) continue
      const isBegin = origin >= arcCount
      const below = isBegin ? v : lower[origin]
      if (!isBegin && !Number.isNaN(lengthAt[below])) {
        lengthAt[v] = lengthAt[below] + measures.lengthCm[origin]
        durationAt[v] = durationAt[below] + measures.durationCs[origin]
      } else {
        const { lengthCm, durationCs } = isBegin
          ? measureEnd(measures, ends, origin - arcCount, sign)
          : measureFromTouched(measures, origin, roadArc[below], sign)
        lengthAt[v] = lengthCm
        durationAt[v] = durationCs
      }
      climbed.lengthCm[i] = lengthAt[v]
      climbed.durationCs[i] = durationAt[v]
    }
  }
}
