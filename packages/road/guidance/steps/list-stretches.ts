import { Drive, turnFrom } from '../../network/metric-snapshot.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { Direction } from '../angles.ts'
import { encodeManeuver, kindOf, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { findOverrides } from './overrides.ts'
import type { GuidanceSource, Stretch } from './stretch.ts'

/** Used when no turn data exists: leaving a stop against the direction of arrival. */
const TURN_AROUND = encodeManeuver(TurnKind.continue, Direction.uturn, TurnTrait.onlyChoice)

/** Splits a leg at every visible junction, from departure to arrival. */
export function listStretches({ network, overrides, pool }: GuidanceSource, leg: RouteLeg): Stretch[] {
  const { drive } = network.arcs
  const { count } = network.turns
  const { arcs, turns, startFraction, endFraction } = leg
  const last = arcs.length - 1
  const overridden = findOverrides(network, overrides, leg)
  let arc = arcs[0] * Drive.SIZE
  let side = drive[arc + Drive.EDGE_SIDE]
  pool.clear()
  let current = pool.begin('depart', 0, side, -1, 0)
  const stretches = [current]
  const rest = (last === 0 ? endFraction : 1) - startFraction
  let meters = (Math.max(0, rest) * drive[arc + Drive.LENGTH_CM]) / 100
  for (let i = 1; i <= last; i++) {
    const before = side
    const left = arc
    arc = arcs[i] * Drive.SIZE
    side = drive[arc + Drive.EDGE_SIDE]
    const turn = turns[i - 1]
    const code = overridden?.get(i) ?? (turn < count ? turnFrom(network, left, turn) >>> 16 : TURN_AROUND)
    if (kindOf(code) !== TurnKind.none) {
      current.meters = meters
      meters = 0
      current = pool.begin('turn', i, side, before, code)
      stretches.push(current)
    }
    meters += ((i === last ? endFraction : 1) * drive[arc + Drive.LENGTH_CM]) / 100
  }
  current.meters = meters
  stretches.push(pool.begin('arrive', last, side, side, 0))
  return stretches
}
