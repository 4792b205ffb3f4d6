import { RoadFlag } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleBetween, Direction, deflectionBetween, reverseBearing } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import type { JunctionSurvey } from '../survey/survey.ts'

/** A road at a junction, relative to the arriving road. */
export interface Branch {
  /** The edge side that leaves the junction on this branch. */
  side: number
  road: number
  roadClass: number
  /** The turn into this branch, or NO_ID if traffic may not enter it. */
  turn: number
  /** Deflection of the branch. A deflection of 180 leads back along the arriving road. */
  deflection: number
  /** Deflection of the first meters only. */
  initialDeflection: number
  bearing: number
  kind: TurnKind
  direction: Direction
}

/** Bearings used to evaluate a junction. */
export interface JunctionBearings {
  readonly bearing: Float32Array
  readonly initialBearing: Float32Array
  /** 1 for roads to skip unless traffic may enter them; see SurveyResult. */
  readonly oncoming?: Uint8Array
}

/**
 * Deflection above which the first meters of a road determine whether it lies to the left or right of the reverse
 * direction.
 */
const NEARLY_UTURN_DEGREES = 165
/** Floating-point tolerance of an angle. */
const ANGLE_TOLERANCE_DEGREES = 1e-3

/**
 * All roads at a junction in the order seen by a driver. The reverse direction comes first, followed by the branches
 * from sharp right to sharp left. One instance is reused for all junctions.
 */
export class JunctionView {
  readonly survey: JunctionSurvey
  /** The arriving edge side. */
  from = 0
  readonly branches: Branch[] = []
  /** Paths across areas. These paths are not roads, so drivers cannot confuse other branches with them. */
  readonly areaCrossings: Branch[] = []
  private readonly sparePool: Branch[] = []

  constructor(survey: JunctionSurvey) {
    this.survey = survey
  }

  /**
   * Evaluates the junction at the end of `edgeSide` for a vehicle that arrives on its `arc`. If `arc` is NO_ID, the
   * vehicle may not enter any road.
   */
  load(edgeSide: number, arc: number, { bearing, initialBearing, oncoming }: JunctionBearings): this {
    const { survey } = this
    this.from = edgeSide
    this.clear()
    const node = survey.head(edgeSide)
    const reverseSide = edgeSide ^ 1
    const arrivalBearing = reverseBearing(bearing[reverseSide])
    const initialArrivalBearing = reverseBearing(initialBearing[reverseSide])
    let hasUturnBranch = false
    for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) {
      const leavingSide = survey.side[i]
      if (leavingSide === reverseSide) continue
      const turn = this.findTurn(arc, leavingSide)
      let deflection = deflectionBetween(arrivalBearing, bearing[leavingSide])
      let initialDeflection = deflectionBetween(initialArrivalBearing, initialBearing[leavingSide])
      if (turn !== NO_ID && Math.abs(deflection) > NEARLY_UTURN_DEGREES && deflection > 0 !== initialDeflection > 0) {
        deflection = initialDeflection = 180
      }
      const isUturn = Math.abs(deflection) > 180 - ANGLE_TOLERANCE_DEGREES
      if (turn === NO_ID && (isUturn || oncoming?.[leavingSide] === 1)) continue
      if (isUturn) {
        deflection = 180
        hasUturnBranch ||= !this.isAreaCrossing(leavingSide)
      }
      this.add(leavingSide, turn, deflection, initialDeflection, bearing[leavingSide])
      if (this.isAreaCrossing(leavingSide)) this.areaCrossings.push(...this.branches.splice(-1))
    }
    const backTurn = this.findTurn(arc, reverseSide)
    this.sort()
    if (backTurn !== NO_ID || !hasUturnBranch) {
      this.add(reverseSide, backTurn, 180, 180, bearing[reverseSide])
      const backBranch = this.branches.pop()
      if (backBranch !== undefined) this.branches.unshift(backBranch)
    }
    return this
  }

  isAreaCrossing(edgeSide: number): boolean {
    return (this.survey.network.roads.flags[this.survey.roadOf(edgeSide)] & RoadFlag.areaCrossing) !== 0
  }

  private clear(): void {
    this.sparePool.push(...this.branches, ...this.areaCrossings)
    this.branches.length = 0
    this.areaCrossings.length = 0
  }

  private add(edgeSide: number, turn: number, deflection: number, nearDeflection: number, bearing: number): void {
    const { survey } = this
    const branch = this.sparePool.pop() ?? createBranch()
    branch.side = edgeSide
    branch.road = survey.roadOf(edgeSide)
    branch.roadClass = survey.network.roads.roadClass[branch.road]
    branch.turn = turn
    branch.deflection = deflection
    branch.initialDeflection = nearDeflection
    branch.bearing = bearing
    branch.kind = TurnKind.none
    branch.direction = Direction.uturn
    this.branches.push(branch)
  }

  private findTurn(arc: number, edgeSide: number): number {
    if (arc === NO_ID) return NO_ID
    const { turns, arcs } = this.survey.network
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      if (arcs.edgeSide[turns.to[turn]] === edgeSide) return turn
    }
    return NO_ID
  }

  /**
   * Sorts the branches by their first meters, because perceived bearings of curved roads may be in a different order
   * than lanes and signs. Deflections in the wrong order are set half a degree apart.
   */
  private sort(): void {
    const { branches } = this
    for (let i = 1; i < branches.length; i++) {
      const branch = branches[i]
      let j = i - 1
      while (j >= 0 && sortKey(branches[j]) > sortKey(branch)) {
        branches[j + 1] = branches[j]
        j--
      }
      branches[j + 1] = branch
    }
    for (let i = 1; i < branches.length; i++) {
      const previousDeflection = branches[i - 1].deflection
      if (branches[i].deflection < previousDeflection || Math.abs(previousDeflection) === 180) continue
      branches[i].deflection = previousDeflection - Math.min(0.5, (previousDeflection + 180) / 2)
    }
  }

  countEntries(): number {
    let count = 0
    for (const branch of this.branches) if (branch.turn !== NO_ID) count++
    return count
  }

  /** Returns the eligible branch closest to a deflection, including the reverse direction, or -1 if there is none. */
  findClosestTo(deflection: number, isEligible: (branch: Branch) => boolean = () => true): number {
    let bestBranch = -1
    for (let i = 0; i < this.branches.length; i++) {
      const branch = this.branches[i]
      if (!isEligible(branch)) continue
      if (
        bestBranch === -1 ||
        angleBetween(branch.deflection, deflection) < angleBetween(this.branches[bestBranch].deflection, deflection)
      ) {
        bestBranch = i
      }
    }
    return bestBranch
  }
}

/**
 * Returns an angle in degrees measured from the reverse direction, first through right turns and then through left
 * turns.
 */
function sortKey({ deflection, initialDeflection }: Branch): number {
  const turn = clockwiseFromBack(deflection)
  const initialTurn = clockwiseFromBack(initialDeflection)
  if (initialTurn < ANGLE_TOLERANCE_DEGREES || initialTurn > 360 - ANGLE_TOLERANCE_DEGREES) return turn > 180 ? 360 : 0
  return (turn > 270 && initialTurn < 90) || (turn < 90 && initialTurn > 270) ? turn : initialTurn
}

const clockwiseFromBack = (deflection: number): number => (deflection === 180 ? 0 : 180 - deflection)

function createBranch(): Branch {
  return {
    side: 0,
    road: 0,
    roadClass: 0,
    turn: NO_ID,
    deflection: 0,
    initialDeflection: 0,
    bearing: 0,
    kind: TurnKind.none,
    direction: Direction.uturn,
  }
}
