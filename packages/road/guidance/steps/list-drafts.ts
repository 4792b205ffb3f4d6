import { DriveRecord, readTurn } from '../../network/drive-column.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { Direction } from '../angles.ts'
import { decodeTurnKind, encodeManeuver, TurnKind, TurnTrait } from '../maneuver-code.ts'
import type { DraftStep, GuidanceSource } from './draft-step.ts'
import { findOverrides } from './overrides.ts'

/** Turn code for a route that leaves a stop against the direction of arrival. No turn data exists for this case. */
const TURN_AROUND_CODE = encodeManeuver(TurnKind.continue, Direction.uturn, TurnTrait.onlyChoice)

/** Splits a leg at every visible junction, from departure to arrival. */
export function listDraftSteps({ network, overrides, pool }: GuidanceSource, leg: RouteLeg): DraftStep[] {
  const { drive } = network.arcs
  const { count } = network.turns
  const { arcs, turns, startFraction, endFraction } = leg
  const last = arcs.length - 1
  const overrideCodes = findOverrides(network, overrides, leg)
  let arc = arcs[0] * DriveRecord.SIZE
  let edgeSide = drive[arc + DriveRecord.EDGE_SIDE]
  pool.clear()
  let current = pool.acquire('depart', 0, edgeSide, -1, 0)
  const firstArcShare = (last === 0 ? endFraction : 1) - startFraction
  let meters = (Math.max(0, firstArcShare) * drive[arc + DriveRecord.LENGTH_CM]) / 100
  for (let i = 1; i <= last; i++) {
    const previousSide = edgeSide
    const previousArc = arc
    arc = arcs[i] * DriveRecord.SIZE
    edgeSide = drive[arc + DriveRecord.EDGE_SIDE]
    const turn = turns[i - 1]
    const code =
      overrideCodes?.get(i) ?? (turn < count ? readTurn(network, previousArc, turn) >>> 16 : TURN_AROUND_CODE)
    if (decodeTurnKind(code) !== TurnKind.none) {
      current.meters = meters
      meters = 0
      current = pool.acquire('turn', i, edgeSide, previousSide, code)
    }
    meters += ((i === last ? endFraction : 1) * drive[arc + DriveRecord.LENGTH_CM]) / 100
  }
  current.meters = meters
  pool.acquire('arrive', last, edgeSide, edgeSide, 0)
  return pool.list()
}
