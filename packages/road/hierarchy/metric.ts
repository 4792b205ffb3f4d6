import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { Topology } from './topology.ts'

/**
 * The weights of one profile at one instant, replaced whole. Arcs are numbered up arcs first, then down arcs, then the
 * spare slot of customization.
 */
export interface Metric {
  readonly weight: Int32Array
  /** The two arcs an arc stands for, so that paths can be unpacked; NO_ID where it is a turn of the road itself. */
  readonly firstPart: Uint32Array
  readonly secondPart: Uint32Array
}

export function createMetric({ upHead, downHead }: Topology): Metric {
  const slots = upHead.length + downHead.length + 1
  return { weight: new Int32Array(slots), firstPart: new Uint32Array(slots), secondPart: new Uint32Array(slots) }
}

/** From the weights of the turns (that of the arc left behind plus the turn's own) to those of the hierarchy. */
export function customize(topology: Topology, triangles: Uint32Array, turnWeight: Int32Array, metric: Metric): void {
  loadTurns(topology, turnWeight, metric.weight)
  relaxTriangles(topology, triangles, metric.weight)
  findParts(topology, triangles, turnWeight, metric)
}

function loadTurns({ arcOfTurn }: Topology, turnWeight: Int32Array, weight: Int32Array): void {
  weight.fill(INFINITE_WEIGHT)
  for (let turn = 0; turn < arcOfTurn.length; turn++) {
    const arc = arcOfTurn[turn]
    if (arc !== NO_ID && turnWeight[turn] < weight[arc]) weight[arc] = turnWeight[turn]
  }
}

/**
 * Right-looking: when a vertex is reached its own arcs are final, and all pairs through it are offered to the arcs
 * above. The minimum is taken by arithmetic: branches that cannot be predicted cost more than all the rest.
 */
function relaxTriangles(topology: Topology, triangles: Uint32Array, weight: Int32Array): void {
  const { vertexCount, upFirst, downFirst, upHead } = topology
  const downOffset = upHead.length
  let next = 0
  for (let v = 0; v < vertexCount; v++) {
    const outBegin = upFirst[v]
    const outEnd = upFirst[v + 1]
    const intoEnd = downFirst[v + 1] + downOffset
    for (let into = downFirst[v] + downOffset; into < intoEnd; into++) {
      const there = weight[into]
      for (let out = outBegin; out < outEnd; out++) {
        const target = triangles[next++]
        const old = weight[target]
        const difference = there + weight[out] - old
        weight[target] = old + (difference & (difference >> 31))
      }
    }
  }
}

/** A second pass, for whoever needs paths: which pair gave an arc its weight. A turn of the road itself comes first. */
function findParts(topology: Topology, triangles: Uint32Array, turnWeight: Int32Array, metric: Metric): void {
  const { vertexCount, upFirst, downFirst, upHead, arcOfTurn } = topology
  const { weight, firstPart, secondPart } = metric
  const downOffset = upHead.length
  firstPart.fill(NO_ID)
  let next = 0
  for (let v = 0; v < vertexCount; v++) {
    const outBegin = upFirst[v]
    const outEnd = upFirst[v + 1]
    const intoEnd = downFirst[v + 1] + downOffset
    for (let into = downFirst[v] + downOffset; into < intoEnd; into++) {
      const there = weight[into]
      for (let out = outBegin; out < outEnd; out++) {
        const target = triangles[next++]
        if (there + weight[out] !== weight[target]) continue
        firstPart[target] = into
        secondPart[target] = out
      }
    }
  }
  for (let turn = 0; turn < arcOfTurn.length; turn++) {
    const arc = arcOfTurn[turn]
    if (arc !== NO_ID && turnWeight[turn] === weight[arc]) firstPart[arc] = NO_ID
  }
}
