import {
  type ChargeProblem,
  destinationOf,
  endOfStage,
  firstStationOf,
  type LegEnds,
  nodeCountOf,
  ORIGIN_NODE,
  toLegKey,
} from './charge-problem.ts'

/** The leg that makes a trip impossible, which is the out-of-range leg with the smallest shortfall. */
export interface RangeGap {
  /** Legs within range that lead to the impossible leg. */
  readonly path: readonly LegEnds[]
  readonly leg: LegEnds
  readonly legKwh: number
  /**
   * Energy that the vehicle can use on the leg. The vehicle starts with its current charge or a full battery and must
   * keep the minimum charge.
   */
  readonly usableKwh: number
  readonly missingKwh: number
}

interface Reached {
  readonly node: number
  readonly stage: number
  readonly path: readonly LegEnds[]
}

/**
 * Follows all legs within range, with a full battery at every station. Returns undefined if the destination is within
 * range.
 */
export function findRangeGap(problem: ChargeProblem): RangeGap | undefined {
  const nodeCount = nodeCountOf(problem)
  const keyOf = (node: number, stage: number): number => stage * nodeCount + node
  const isReached = new Set<number>()
  const reachedNodes: Reached[] = [{ node: ORIGIN_NODE, stage: 0, path: [] }]
  // The loop appends to the list it iterates over.
  for (const { node, stage, path } of reachedNodes) {
    const visit = (to: number, stageTo: number, cellsKwh: number, usableKwh: number): void => {
      if (cellsKwh > usableKwh || isReached.has(keyOf(to, stageTo))) return
      const leg = { from: node, to, stageFrom: stage, stageTo }
      if (energyOf(problem, leg, cellsKwh) > usableKwh) return
      isReached.add(keyOf(to, stageTo))
      reachedNodes.push({ node: to, stage: stageTo, path: [...path, leg] })
    }
    visitLegs(problem, node, stage, visit, (missingKwh) => missingKwh > 0)
    if (isReached.has(keyOf(destinationOf(problem), problem.viaCount))) return undefined
  }
  let gap: RangeGap | undefined
  let leastKwh = Number.POSITIVE_INFINITY
  for (const { node, stage, path } of reachedNodes) {
    const visit = (to: number, stageTo: number, cellsKwh: number, usableKwh: number): void => {
      if (!(cellsKwh - usableKwh < leastKwh) || isReached.has(keyOf(to, stageTo))) return
      const leg = { from: node, to, stageFrom: stage, stageTo }
      const legKwh = energyOf(problem, leg, cellsKwh)
      const missingKwh = legKwh - usableKwh
      if (!(missingKwh < leastKwh)) return
      leastKwh = missingKwh
      gap = { path, leg, legKwh, usableKwh, missingKwh }
    }
    visitLegs(problem, node, stage, visit, (missingKwh) => missingKwh >= leastKwh)
  }
  return gap
}

/** Returns the energy of a leg. A measured leg needs at least the sum of its cells. */
function energyOf(problem: ChargeProblem, leg: LegEnds, cellsKwh: number): number {
  return problem.measuredLegs?.get(toLegKey(problem, leg))?.energyKwh ?? cellsKwh
}

/**
 * Visits the legs from a node, stage by stage, until a via point is out of range. All legs through that via point have
 * at least the same shortfall.
 */
function visitLegs(
  problem: ChargeProblem,
  from: number,
  stageFrom: number,
  visit: (to: number, stageTo: number, cellsKwh: number, usableKwh: number) => void,
  isTooFar: (missingKwh: number) => boolean,
): void {
  const { energyKwh, curves, startKwh, capacityKwh, minKwh, arriveKwh } = problem
  const [nodeCount, firstStation, destination] = [nodeCountOf(problem), firstStationOf(problem), destinationOf(problem)]
  const fullKwh = from === ORIGIN_NODE ? startKwh : capacityKwh
  const visitLeg = (to: number, stageTo: number, cellsKwh: number): void => {
    visit(to, stageTo, cellsKwh, fullKwh - (to === destination ? arriveKwh : minKwh))
  }
  let [node, kwh] = [from, 0]
  for (let stage = stageFrom; ; stage++) {
    for (let to = firstStation; to < firstStation + curves.length; to++) {
      if (to !== node) visitLeg(to, stage, kwh + energyKwh[node * nodeCount + to])
    }
    const end = endOfStage(stage)
    kwh += energyKwh[node * nodeCount + end]
    if (end === destination) {
      visitLeg(end, stage, kwh)
      return
    }
    if (isTooFar(kwh - (fullKwh - minKwh))) return
    node = end
  }
}
