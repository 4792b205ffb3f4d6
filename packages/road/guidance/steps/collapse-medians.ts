import { Direction, SLIGHT_DEGREES, toDirection } from '../angles.ts'
import { isRoundaboutKind, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { absorbStep, type DraftStep, type GuidanceSource, hasSameName, removeAbsorbed } from './draft-step.ts'
import { absorbWithName, deflectionAcross, deflectionOf, joinUturn } from './join-maneuvers.ts'
import { formsUturn } from './join-rules.ts'

/** Minimum angle of a bend that drivers perceive as turning to one side. */
const MIN_BEND_DEGREES = 30
/** Minimum angle of a turn that is announced before a larger turn to the other side. */
const MIN_ZIGZAG_DEGREES = 60

/**
 * Joins each maneuver between the carriageways of a divided road with the following maneuver, so that an intersection
 * has only one maneuver.
 */
export function collapseMedians(source: GuidanceSource, drafts: DraftStep[]): void {
  if (drafts.length <= 2) return
  let previousStep = drafts[0]
  let current = drafts[1]
  let inMedian = isInMedian(current)
  for (let i = 2; i + 1 < drafts.length; i++) {
    const next = drafts[i]
    if (inMedian && bendsAwayFirst(current, next)) {
      absorbStep(previousStep, current)
      current = next
      inMedian = isInMedian(current)
    } else if (inMedian && isInMedian(next)) {
      if (next.kind === TurnKind.endOfRoad) current.kind = TurnKind.endOfRoad
      current.approachArc = next.approachArc
      absorbWithName(current, next)
    } else if (
      inMedian &&
      !isRoundaboutKind(current.kind) &&
      !isRoundaboutKind(next.kind) &&
      !isZigzag(current, next)
    ) {
      if (formsUturn(current, next)) joinUturn(current, next)
      else joinAcrossMedian(source, previousStep, current, next)
      inMedian = false
    } else {
      previousStep = current
      current = next
      inMedian = isInMedian(current)
    }
  }
  removeAbsorbed(drafts)
}

const isInMedian = ({ traitBits }: DraftStep): boolean => (traitBits & TurnTrait.intoMedian) !== 0

/**
 * Returns true if the road bends to one side within the intersection and a turn to the other side follows. The turn is
 * then announced at its own position.
 */
function bendsAwayFirst(current: DraftStep, next: DraftStep): boolean {
  if (current.kind !== TurnKind.silent || next.kind === TurnKind.silent || isRoundaboutKind(next.kind)) return false
  const [bend, turn] = [deflectionOf(current), deflectionOf(next)]
  return Math.abs(bend) >= MIN_BEND_DEGREES && Math.abs(turn) > SLIGHT_DEGREES && bend > 0 !== turn > 0
}

/** Returns true for a clear turn to one side and a larger turn to the other side. Drivers perceive two turns. */
function isZigzag(current: DraftStep, next: DraftStep): boolean {
  const [first, second] = [deflectionOf(current), deflectionOf(next)]
  return Math.abs(first) >= MIN_ZIGZAG_DEGREES && Math.abs(second) > Math.abs(first) && first > 0 !== second > 0
}

function joinAcrossMedian(source: GuidanceSource, previousStep: DraftStep, current: DraftStep, next: DraftStep): void {
  const deflection = deflectionAcross(current, next)
  const direction = toDirection(deflection)
  const chooseContinuationKind = () => (hasSameName(source, previousStep, next) ? TurnKind.silent : TurnKind.newName)
  const isSlight = next.direction >= Direction.slightRight && next.direction <= Direction.slightLeft
  if (current.kind === TurnKind.endOfRoad || next.kind === TurnKind.endOfRoad) {
    current.kind = TurnKind.endOfRoad
    current.direction = direction
  } else if (current.kind !== TurnKind.fork) {
    if (direction === Direction.straight && isSlight && isOrdinaryTurn(next)) {
      current.kind = chooseContinuationKind()
      current.direction = direction
    } else if (
      Math.abs(deflection) <= 55 &&
      current.junctionCount === 1 &&
      isStraightest(current) &&
      isStraightest(next)
    ) {
      current.kind = chooseContinuationKind()
      current.direction = Direction.straight
    } else {
      current.kind = direction !== Direction.straight && isOrdinaryTurn(next) ? TurnKind.turn : next.kind
      current.direction = direction
    }
  }
  current.nameSide = next.nameSide
  absorbStep(current, next)
}

const isStraightest = ({ traitBits }: DraftStep): boolean => (traitBits & TurnTrait.straightest) !== 0

const isOrdinaryTurn = ({ kind }: DraftStep): boolean =>
  kind === TurnKind.newName || kind === TurnKind.continue || kind === TurnKind.silent || kind === TurnKind.turn
