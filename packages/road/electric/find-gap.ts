import {
  type ChargeProblem,
  destinationOf,
  endOfStage,
  firstStationOf,
  type LegEnds,
  nodeCountOf,
  ORIGIN,
  toLegKey,
} from './charge-problem.ts'

/** The leg that stops an impossible trip: of all legs out of range, the one that misses least. */
export interface RangeGap {
  /** Legs within range that lead up to it. */
  readonly path: readonly LegEnds[]
  readonly leg: LegEnds
  readonly legKwh: number
  /** What the vehicle can use on the leg: its charge, or a full battery, down to the minimum charge. */
  readonly usableKwh: number
  readonly missingKwh: number
}

interface Reached {
  readonly node: number
  readonly stage: number
  readonly path: readonly LegEnds[]
}

/** Follows all legs within range, with a full battery at every station. Undefined if the destination is in range. */
export function findRangeGap(problem: ChargeProblem): RangeGap | undefined {
  const { startKwh, capacityKwh, minKwh, arriveKwh } = problem
  const destination = destinationOf(problem)
  const isReached = new Set<number>()
  const reached: Reached[] = [{ node: ORIGIN, stage: 0, path: [] }]
  const outOfRange: RangeGap[] = []
  const keyOf = (node: number, stage: number): number => stage * nodeCountOf(problem) + node
  // The list grows while it is read.
  for (const { node, stage, path } of reached) {
    const fullKwh = node === ORIGIN ? startKwh : capacityKwh
    for (const { leg, kwh } of listLegs(problem, node, stage)) {
      const usableKwh = fullKwh - (leg.to === destination ? arriveKwh : minKwh)
      if (isReached.has(keyOf(leg.to, leg.stageTo))) continue
      if (kwh > usableKwh) {
        outOfRange.push({ path, leg, legKwh: kwh, usableKwh, missingKwh: kwh - usableKwh })
        continue
      }
      if (leg.to === destination) return undefined
      isReached.add(keyOf(leg.to, leg.stageTo))
      reached.push({ node: leg.to, stage: leg.stageTo, path: [...path, leg] })
    }
  }
  return outOfRange
    .filter(
      ({ leg, missingKwh }) => missingKwh < Number.POSITIVE_INFINITY && !isReached.has(keyOf(leg.to, leg.stageTo)),
    )
    .sort((a, b) => a.missingKwh - b.missingKwh)[0]
}

function listLegs(problem: ChargeProblem, from: number, stageFrom: number): { leg: LegEnds; kwh: number }[] {
  const { energyKwh, measuredLegs, curves } = problem
  const [nodes, firstStation, destination] = [nodeCountOf(problem), firstStationOf(problem), destinationOf(problem)]
  const legs: { leg: LegEnds; kwh: number }[] = []
  const add = (to: number, stageTo: number, kwh: number): void => {
    const leg = { from, to, stageFrom, stageTo }
    legs.push({ leg, kwh: measuredLegs?.get(toLegKey(problem, leg))?.energyKwh ?? kwh })
  }
  let [node, kwh] = [from, 0]
  for (let stage = stageFrom; ; stage++) {
    for (let to = firstStation; to < firstStation + curves.length; to++) {
      if (to !== node) add(to, stage, kwh + energyKwh[node * nodes + to])
    }
    const end = endOfStage(stage)
    kwh += energyKwh[node * nodes + end]
    if (end === destination) {
      add(end, stage, kwh)
      return legs
    }
    node = end
  }
}
