import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleBetween, Direction, toDirection } from '../angles.ts'
import { EdgeShape } from '../survey/edge-shape.ts'
import type { JunctionSurvey } from '../survey/survey.ts'
import { type Branch, type JunctionBearings, JunctionView } from './junction-view.ts'
import { findObviousBranch } from './obvious-road.ts'

type CornerSide = 'left' | 'right'

/** Minimum area of a corner, in square meters. A smaller area is treated as a mapping error. */
const MIN_AREA_SQUARE_METERS = 3

/** The surroundings of a corner that a slip road may bypass. The diagram of markSliproads explains the letters. */
export class SliproadCorner {
  private readonly survey: JunctionSurvey
  /** The intersection at the end of the main road. */
  private readonly mainJunction: JunctionView
  /** The junction at the end of the slip road. */
  private readonly sliproadJunction: JunctionView
  private readonly shape: EdgeShape
  private readonly perceivedBearings: JunctionBearings
  private readonly initialBearings: JunctionBearings

  constructor(survey: JunctionSurvey) {
    this.survey = survey
    this.mainJunction = new JunctionView(survey)
    this.sliproadJunction = new JunctionView(survey)
    this.shape = new EdgeShape(survey.network.edges)
    this.perceivedBearings = { bearing: survey.perceivedBearing, initialBearing: survey.initialBearing }
    this.initialBearings = { bearing: survey.initialBearing, initialBearing: survey.initialBearing }
  }

  /**
   * Evaluates the intersection at the end of the main road. Returns false if there is none within the given distance.
   */
  loadMainJunction(main: number, reachMeters: number): boolean {
    const lastEdge = this.skipPlainNodes(main)
    if (lastEdge.meters > reachMeters || !this.isJunction(lastEdge.side)) return false
    if (this.survey.head(lastEdge.side) === this.survey.tail(main)) return false
    this.loadJunction(this.mainJunction, lastEdge.side, this.perceivedBearings)
    return hasOpenBranch(this.mainJunction)
  }

  /** Returns the junction at the end of a road, and whether a driver can only join another road there. */
  findEndJunction(edgeSide: number): { readonly node: number; readonly isJoining: boolean } | undefined {
    const lastEdge = this.skipPlainNodes(edgeSide)
    if (!this.isJunction(lastEdge.side)) return undefined
    this.loadJunction(this.sliproadJunction, lastEdge.side, this.perceivedBearings)
    if (!hasOpenBranch(this.sliproadJunction)) return undefined
    const { branches } = this.sliproadJunction
    const isJoining = branches.length === 3 && branches[0].turn === NO_ID && this.sliproadJunction.countEntries() < 2
    return { node: this.survey.head(lastEdge.side), isJoining }
  }

  /** Returns true if `branch` bypasses the corner at the intersection on the given side. */
  cutsCorner(view: JunctionView, branch: Branch, hand: CornerSide, reachMeters: number): boolean {
    const survey = this.survey
    const lastEdge = this.skipPlainNodes(branch.side)
    if (!this.isJunction(lastEdge.side)) return false
    this.loadJunction(this.sliproadJunction, lastEdge.side, this.initialBearings)
    const target = this.sliproadJunction
    const openBranch = target.branches.find(({ turn }) => turn !== NO_ID)
    if (!hasOpenBranch(target) || openBranch === undefined || target.branches.length > 4) return false
    const mode = survey.modeOf(branch.side)
    if (survey.modeOf(view.from) !== mode || survey.modeOf(openBranch.side) !== mode) return false
    const b = survey.head(view.from)
    const c = survey.head(this.mainJunction.from)
    const d = survey.head(lastEdge.side)
    if (b === c || b === d || c === d) return false
    const crossroad = this.getCrossroad(hand)
    if (survey.network.edges.arc[crossroad.side] === NO_ID) return false
    if (target.branches.length === 4 && !this.isDoubleCorner(hand, crossroad, d)) return false
    if (!this.hasObviousContinuation() || !this.isCornerShaped(branch, lastEdge.side, hand, b, c)) return false
    const area = (this.metersBetween(b, c) * this.metersBetween(c, d)) / 2
    if (area < MIN_AREA_SQUARE_METERS || area > reachMeters ** 2) return false
    return target.branches.some((candidate) => this.closesTriangle(view, branch, candidate, crossroad, c))
  }

  private skipPlainNodes(edgeSide: number): { readonly side: number; readonly meters: number } {
    const last = this.survey.skipPlainNodes(edgeSide)
    let meters = this.survey.lengthMeters(edgeSide)
    if (last !== edgeSide) meters = this.metersBetween(this.survey.tail(edgeSide), this.survey.head(last))
    return { side: last, meters }
  }

  private isJunction(edgeSide: number): boolean {
    return this.survey.degree(this.survey.head(edgeSide)) > 2
  }

  private loadJunction(view: JunctionView, edgeSide: number, bearings: JunctionBearings): void {
    view.load(edgeSide, this.survey.network.edges.arc[edgeSide], bearings)
  }

  /** Returns the road that a driver would turn into without the slip road. */
  private getCrossroad(hand: CornerSide): Branch {
    const { branches } = this.mainJunction
    return hand === 'right' ? branches[1] : branches[branches.length - 1]
  }

  /**
   * Returns true if two slip roads end at one node. The second slip road then comes from the far side of the
   * intersection.
   */
  private isDoubleCorner(hand: CornerSide, crossroad: Branch, d: number): boolean {
    const { branches } = this.mainJunction
    if (branches.length < 3 || this.survey.head(crossroad.side) !== d) return false
    const nextNode = this.survey.head(branches[hand === 'right' ? 2 : branches.length - 2].side)
    return this.sliproadJunction.branches.some(
      (branch) => this.survey.head(branch.side) === nextNode && isSharpTurn(branch),
    )
  }

  private hasObviousContinuation(): boolean {
    const obviousBranch = this.sliproadJunction.branches[findObviousBranch(this.sliproadJunction)]
    return (
      obviousBranch !== undefined &&
      Math.abs(obviousBranch.deflection) <= 80 &&
      !this.survey.isRoundabout(obviousBranch.side)
    )
  }

  /**
   * Returns true if the slip road bends toward the corner and the angle between the roads at the intersection is large
   * enough.
   */
  private isCornerShaped(branch: Branch, last: number, hand: CornerSide, b: number, c: number): boolean {
    if (this.metersBetween(b, c) < 3) return true
    const shape = this.shape.read(last, Number.POSITIVE_INFINITY)
    const { x, y, count } = shape
    for (let i = 1; i + 1 < count; i++) {
      const crossProduct = x[i] * y[count - 1] - y[i] * x[count - 1]
      if (hand === 'right' ? crossProduct > 0 : crossProduct < 0) return false
    }
    return isLink(branch.roadClass) || Math.abs(this.getCrossroad(hand).deflection) <= 140
  }

  /** Returns true if `candidate`, at the end of the slip road, is the crossing road from the intersection. */
  private closesTriangle(
    view: JunctionView,
    sliproad: Branch,
    candidate: Branch,
    crossroad: Branch,
    c: number,
  ): boolean {
    const survey = this.survey
    const { names } = survey
    if (this.mainJunction.branches.every((branch) => names.isNameChange(branch.road, candidate.road))) return false
    const fromRoad = survey.roadOf(view.from)
    if (
      !isLink(sliproad.roadClass) &&
      names.isNamed(sliproad.road) &&
      names.isNamed(fromRoad) &&
      names.isNamed(candidate.road) &&
      names.isNameChange(fromRoad, sliproad.road) &&
      names.isNameChange(sliproad.road, candidate.road)
    ) {
      return false // The slip road is a separate street with a name to announce.
    }
    if (isLink(sliproad.roadClass) && isLink(candidate.roadClass)) return false
    const lastEdgeSide = survey.skipPlainNodes(candidate.side)
    if (survey.head(candidate.side) === c || survey.head(lastEdgeSide) === c) return true
    return (
      survey.head(candidate.side) === survey.head(crossroad.side) &&
      angleBetween(candidate.bearing, crossroad.bearing) > 155 &&
      isSharpTurn(candidate)
    )
  }

  private metersBetween(a: number, b: number): number {
    return this.survey.metersBetween(a, b)
  }
}

const hasOpenBranch = ({ branches }: JunctionView): boolean => branches.some(({ turn }, i) => i > 0 && turn !== NO_ID)

function isSharpTurn({ deflection }: Branch): boolean {
  const direction = toDirection(deflection)
  return direction === Direction.sharpRight || direction === Direction.sharpLeft
}
