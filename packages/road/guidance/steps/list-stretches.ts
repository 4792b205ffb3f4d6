import { Drive, turnFrom } from '../../network/drive.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { NO_ID } from '../../sentinels.ts'
import { Direction, reverseBearing } from '../angles.ts'
import { directionOf, encodeManeuver, kindOf, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { findOverrides } from './overrides.ts'
import type { GuidanceSource, Stretch } from './stretch.ts'

/** Where nothing is known of a turn: a stop left against the driven direction. */
const TURN_AROUND = encodeManeuver(TurnKind.continue, Direction.uturn, TurnTrait.onlyChoice)

/** Cuts a leg wherever there is something to see, from the departure to the arrival. */
export function listStretches(source: GuidanceSource, leg: RouteLeg): Stretch[] {
  const { network, overrides } = source
  const { drive } = network.arcs
  const { count } = network.turns
  const { arcs, turns, startFraction, endFraction } = leg
  const last = arcs.length - 1
  const overridden = findOverrides(network, overrides, leg)
  let arc = arcs[0] * Drive.SIZE
  let side = drive[arc + Drive.EDGE_SIDE]
  let current = beginStretch(source, 'depart', 0, side, NO_ID, 0)
  const stretches = [current]
  const rest = (last === 0 ? endFraction : 1) - startFraction
  current.meters = (Math.max(0, rest) * drive[arc + Drive.LENGTH_CM]) / 100
  for (let i = 1; i <= last; i++) {
    const before = side
    const left = arc
    arc = arcs[i] * Drive.SIZE
    side = drive[arc + Drive.EDGE_SIDE]
    const turn = turns[i - 1]
    const code = overridden?.get(i) ?? (turn < count ? turnFrom(network, left, turn) >>> 16 : TURN_AROUND)
    if (kindOf(code) !== TurnKind.none) {
      current = beginStretch(source, 'turn', i, side, before, code)
      stretches.push(current)
    }
    current.meters += ((i === last ? endFraction : 1) * drive[arc + Drive.LENGTH_CM]) / 100
  }
  stretches.push(beginStretch(source, 'arrive', last, side, side, 0))
  return stretches
}

/** A stretch at the beginning of `side`, reached over `before`. */
function beginStretch(
  { network, index }: GuidanceSource,
  role: Stretch['role'],
  firstArc: number,
  side: number,
  before: number,
  code: number,
): Stretch {
  return {
    role,
    kind: kindOf(code),
    direction: directionOf(code),
    traits: code,
    firstArc,
    meters: 0,
    mode: network.roads.mode[network.edges.road[side >> 1]],
    sign: side,
    rotarySign: -1,
    exit: 0,
    bearingIn: before === NO_ID ? 0 : reverseBearing(index.bearing[before ^ 1] / 100),
    bearingOut: role === 'arrive' ? 0 : index.bearing[side] / 100,
    junctions: 1,
    crossed: false,
    lastOnlyChoice: (code & TurnTrait.onlyChoice) !== 0,
    lanesArc: role === 'turn' ? firstArc - 1 : -1,
  }
}
