import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleApart, Direction, toDirection } from '../angles.ts'
import { EdgeShape } from '../survey/edge-shape.ts'
import type { Survey } from '../survey/survey.ts'
import { type Bearings, type Branch, JunctionView } from './junction-view.ts'
import { findObvious } from './obvious-road.ts'

type Hand = 'left' | 'right'

/** A smaller area is a mapping error, not a corner. */
const MIN_AREA_SQUARE_METERS = 3

/** The surroundings of a corner that a slip road may cut; see markSliproads for the letters. */
export class SliproadScene {
  private readonly survey: Survey
  /** The intersection at the end of the main road. */
  private readonly crossing: JunctionView
  /** The junction at the end of the slip road. */
  private readonly target: JunctionView
  private readonly shape: EdgeShape
  private readonly seen: Bearings
  private readonly close: Bearings

  constructor(survey: Survey) {
    this.survey = survey
    this.crossing = new JunctionView(survey)
    this.target = new JunctionView(survey)
    this.shape = new EdgeShape(survey.network.edges)
    this.seen = { bearing: survey.seen, near: survey.near }
    this.close = { bearing: survey.near, near: survey.near }
  }

  /** Evaluates the intersection at the end of the main road. Returns false if there is none within reach. */
  lookAhead(main: number, reachMeters: number): boolean {
    const end = this.skip(main)
    if (end.meters > reachMeters || !this.isJunction(end.side)) return false
    if (this.survey.head(end.side) === this.survey.tail(main)) return false
    this.look(this.crossing, end.side, this.seen)
    return hasWayOn(this.crossing)
  }

  /** The junction at the end of a road, and whether it only allows joining another road. */
  endOf(side: number): { readonly node: number; readonly isJoining: boolean } | undefined {
    const end = this.skip(side)
    if (!this.isJunction(end.side)) return undefined
    this.look(this.target, end.side, this.seen)
    if (!hasWayOn(this.target)) return undefined
    const { branches } = this.target
    const isJoining = branches.length === 3 && branches[0].turn === NO_ID && this.target.countEntries() < 2
    return { node: this.survey.head(end.side), isJoining }
  }

  /** True if `branch` cuts the corner at the intersection on the given hand. */
  cutsCorner(view: JunctionView, branch: Branch, hand: Hand, reachMeters: number): boolean {
    const survey = this.survey
    const end = this.skip(branch.side)
    if (!this.isJunction(end.side)) return false
    this.look(this.target, end.side, this.close)
    const target = this.target
    const open = target.branches.find(({ turn }) => turn !== NO_ID)
    if (!hasWayOn(target) || open === undefined || target.branches.length > 4) return false
    const mode = survey.modeOf(branch.side)
    if (survey.modeOf(view.from) !== mode || survey.modeOf(open.side) !== mode) return false
    const b = survey.head(view.from)
    const c = survey.head(this.crossing.from)
    const d = survey.head(end.side)
    if (b === c || b === d || c === d) return false
    const crossroad = this.crossroad(hand)
    if (survey.network.edges.arc[crossroad.side] === NO_ID) return false
    if (target.branches.length === 4 && !this.isDoubleCorner(hand, crossroad, d)) return false
    if (!this.leadsOnPlainly() || !this.isCornerShaped(branch, end.side, hand, b, c)) return false
    const area = (this.meters(b, c) * this.meters(c, d)) / 2
    if (area < MIN_AREA_SQUARE_METERS || area > reachMeters ** 2) return false
    return target.branches.some((candidate) => this.closesTriangle(view, branch, candidate, crossroad, c))
  }

  private skip(side: number): { readonly side: number; readonly meters: number } {
    const last = this.survey.skipPlainNodes(side)
    let meters = this.survey.meters(side)
    if (last !== side) meters = this.meters(this.survey.tail(side), this.survey.head(last))
    return { side: last, meters }
  }

  private isJunction(side: number): boolean {
    return this.survey.degree(this.survey.head(side)) > 2
  }

  private look(view: JunctionView, side: number, bearings: Bearings): void {
    view.look(side, this.survey.network.edges.arc[side], bearings)
  }

  /** The road that a driver would turn into without the slip road. */
  private crossroad(hand: Hand): Branch {
    const { branches } = this.crossing
    return hand === 'right' ? branches[1] : branches[branches.length - 1]
  }

  /** Two slip roads end at one node. The other one then comes from the far side of the intersection. */
  private isDoubleCorner(hand: Hand, crossroad: Branch, d: number): boolean {
    const { branches } = this.crossing
    if (branches.length < 3 || this.survey.head(crossroad.side) !== d) return false
    const beyond = this.survey.head(branches[hand === 'right' ? 2 : branches.length - 2].side)
    return this.target.branches.some((branch) => this.survey.head(branch.side) === beyond && isSharp(branch))
  }

  private leadsOnPlainly(): boolean {
    const onto = this.target.branches[findObvious(this.target)]
    return onto !== undefined && Math.abs(onto.deflection) <= 80 && !this.survey.isRoundabout(onto.side)
  }

  /** It bends toward the corner, and the roads at the intersection do not meet at too small an angle. */
  private isCornerShaped(branch: Branch, last: number, hand: Hand, b: number, c: number): boolean {
    if (this.meters(b, c) < 3) return true
    const shape = this.shape.read(last, Number.POSITIVE_INFINITY)
    const { x, y, count } = shape
    for (let i = 1; i + 1 < count; i++) {
      const bend = x[i] * y[count - 1] - y[i] * x[count - 1]
      if (hand === 'right' ? bend > 0 : bend < 0) return false
    }
    return isLink(branch.roadClass) || Math.abs(this.crossroad(hand).deflection) <= 140
  }

  /** True if `candidate`, at the end of the slip road, is the crossing road from the intersection. */
  private closesTriangle(
    view: JunctionView,
    sliproad: Branch,
    candidate: Branch,
    crossroad: Branch,
    c: number,
  ): boolean {
    const survey = this.survey
    const { names } = survey
    if (this.crossing.branches.every((branch) => names.changes(branch.road, candidate.road))) return false
    const fromRoad = survey.roadOf(view.from)
    if (
      !isLink(sliproad.roadClass) &&
      names.isNamed(sliproad.road) &&
      names.isNamed(fromRoad) &&
      names.isNamed(candidate.road) &&
      names.changes(fromRoad, sliproad.road) &&
      names.changes(sliproad.road, candidate.road)
    ) {
      return false // A separate street with a name worth announcing.
    }
    if (isLink(sliproad.roadClass) && isLink(candidate.roadClass)) return false
    const end = survey.skipPlainNodes(candidate.side)
    if (survey.head(candidate.side) === c || survey.head(end) === c) return true
    return (
      survey.head(candidate.side) === survey.head(crossroad.side) &&
      angleApart(candidate.bearing, crossroad.bearing) > 155 &&
      isSharp(candidate)
    )
  }

  private meters(a: number, b: number): number {
    return this.survey.metersBetween(a, b)
  }
}

const hasWayOn = ({ branches }: JunctionView): boolean => branches.some(({ turn }, i) => i > 0 && turn !== NO_ID)

function isSharp({ deflection }: Branch): boolean {
  const direction = toDirection(deflection)
  return direction === Direction.sharpRight || direction === Direction.sharpLeft
}
