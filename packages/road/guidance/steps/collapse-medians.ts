import { Direction, deflectionBetween, toDirection } from '../angles.ts'
import { isOfCircle, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { joinUturn, takeUp } from './join-maneuvers.ts'
import { turnsBack } from './join-rules.ts'
import { absorb, type GuidanceSource, hasSameName, removeGone, type Stretch } from './stretch.ts'

/**
 * Joins maneuvers between the carriageways of divided roads with the following one, so that one intersection gives one
 * maneuver.
 */
export function collapseMedians(source: GuidanceSource, stretches: Stretch[]): void {
  if (stretches.length <= 2) return
  let before = stretches[0]
  let current = stretches[1]
  let inMedian = isInMedian(current)
  for (let i = 2; i + 1 < stretches.length; i++) {
    const next = stretches[i]
    if (inMedian && isInMedian(next)) {
      if (next.kind === TurnKind.endOfRoad) current.kind = TurnKind.endOfRoad
      current.lanesArc = next.lanesArc
      takeUp(current, next)
    } else if (inMedian && !isOfCircle(current.kind) && !isOfCircle(next.kind)) {
      if (turnsBack(current, next)) joinUturn(current, next)
      else joinAcrossMedian(source, before, current, next)
      inMedian = false
    } else {
      before = current
      current = next
      inMedian = isInMedian(current)
    }
  }
  removeGone(stretches)
}

const isInMedian = ({ traits }: Stretch): boolean => (traits & TurnTrait.intoMedian) !== 0

function joinAcrossMedian(source: GuidanceSource, before: Stretch, current: Stretch, next: Stretch): void {
  const deflection = deflectionBetween(current.bearingIn, next.bearingOut)
  const direction = toDirection(deflection)
  const goingOn = () => (hasSameName(source, before, next) ? TurnKind.silent : TurnKind.newName)
  const isSlight = next.direction >= Direction.slightRight && next.direction <= Direction.slightLeft
  if (current.kind === TurnKind.endOfRoad || next.kind === TurnKind.endOfRoad) {
    current.kind = TurnKind.endOfRoad
    current.direction = direction
  } else if (current.kind !== TurnKind.fork) {
    if (direction === Direction.straight && isSlight && isOrdinary(next)) {
      current.kind = goingOn()
      current.direction = direction
    } else if (Math.abs(deflection) <= 55 && current.junctions === 1 && isStraightest(current) && isStraightest(next)) {
      current.kind = goingOn()
      current.direction = Direction.straight
    } else {
      current.kind = direction !== Direction.straight && isOrdinary(next) ? TurnKind.turn : next.kind
      current.direction = direction
    }
  }
  current.sign = next.sign
  absorb(current, next)
}

const isStraightest = ({ traits }: Stretch): boolean => (traits & TurnTrait.straightest) !== 0

const isOrdinary = ({ kind }: Stretch): boolean =>
  kind === TurnKind.newName || kind === TurnKind.continue || kind === TurnKind.silent || kind === TurnKind.turn
