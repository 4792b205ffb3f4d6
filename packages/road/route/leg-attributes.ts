import { DriveRecord, prefetchArcs, readTurn } from '../network/drive-column.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { PlannedLeg } from './leg.ts'

/** Totals of a leg. Times are in hundredths of a second. */
export interface LegTotals {
  readonly distanceCm: number
  /** Duration without traffic, including turns. */
  readonly durationCs: number
  /** Duration of the same path without slowing down or stopping. */
  readonly freeFlowCs: number
}

/** Distance and time from the beginning of a leg to the beginning of each arc. The last entry is the total. */
export interface LegAttributes {
  readonly distanceCm: readonly number[]
  /** Duration to each arc. The time of a turn belongs to the arc that the turn leads into. */
  readonly durationCs: readonly number[]
  readonly freeFlowCs: number
  readonly totals: LegTotals
}

/**
 * Computes the attributes of a leg. The attributes are plain arrays, because typed arrays of this size are outside the
 * heap, and allocating two would cost more than filling them.
 */
export function attributesOfLeg(network: RoadNetwork, leg: PlannedLeg): LegAttributes {
  const distanceCm = createFractions(leg.arcs.length + 1)
  const durationCs = createFractions(leg.arcs.length + 1)
  distanceCm[0] = durationCs[0] = 0
  const totals = sumArcs(network, leg, distanceCm, durationCs)
  return { distanceCm, durationCs, freeFlowCs: totals.freeFlowCs, totals }
}

/**
 * A list of fractions. V8 stores a copy of this list as floating-point numbers from the start. A new list would be
 * stored as integers and copied when the first fraction is written.
 */
let fractions: readonly number[] = []

function createFractions(length: number): number[] {
  if (fractions.length < length) fractions = Array.from({ length: 2 * length }, () => 0.5)
  return fractions.slice(0, length)
}

/** Returns only the totals, for callers that do not need steps. */
export function totalsOf(network: RoadNetwork, leg: PlannedLeg): LegTotals {
  return sumArcs(network, leg, undefined, undefined)
}

function sumArcs(
  network: RoadNetwork,
  leg: PlannedLeg,
  distances: number[] | undefined,
  durations: number[] | undefined,
): LegTotals {
  const { drive, modeledDuration } = network.arcs
  prefetchArcs(network, leg.arcs)
  const count = leg.arcs.length
  let distanceCm = 0
  let durationCs = 0
  let freeFlowCs = 0
  let previousArc = 0
  for (let i = 0; i < count; i++) {
    const arc = leg.arcs[i] * DriveRecord.SIZE
    const from = i === 0 ? leg.startFraction : 0
    const to = i === count - 1 ? leg.endFraction : 1
    const drivenFraction = to > from ? to - from : 0
    const turn = i === 0 ? NO_ID : leg.turns[i - 1]
    const arcDuration = modeledDuration ? modeledDuration[leg.arcs[i]] : drive[arc + DriveRecord.DURATION]
    distanceCm += drive[arc + DriveRecord.LENGTH_CM] * drivenFraction
    freeFlowCs += (arcDuration - drive[arc + DriveRecord.DELAY]) * drivenFraction
    durationCs += arcDuration * drivenFraction + (turn === NO_ID ? 0 : readTurn(network, previousArc, turn) & 0xffff)
    if (distances !== undefined) distances[i + 1] = distanceCm
    if (durations !== undefined) durations[i + 1] = durationCs
    previousArc = arc
  }
  return { distanceCm, durationCs, freeFlowCs }
}
