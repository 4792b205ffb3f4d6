import { RoadFlag } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleApart } from '../angles.ts'
import type { Survey } from '../survey/survey.ts'

/** Types of circular junctions. */
export const CircleKind = {
  /** Not circular, or mapped so unusually that ordinary rules apply. */
  none: 0,
  roundabout: 1,
  /** A large named circle, more a square than a junction. */
  rotary: 2,
  /** So small and regular that it acts as an intersection with an island. */
  roundaboutTurn: 3,
} as const
export type CircleKind = (typeof CircleKind)[keyof typeof CircleKind]

const CIRCLE = RoadFlag.roundabout | RoadFlag.circular
const LARGE_RADIUS_METERS = 15
const UNKNOWN = 255

/** Caches the circular junction at each node. Each ring is traversed once. */
export class Circles {
  private readonly survey: Survey
  private readonly kind: Uint8Array

  constructor(survey: Survey) {
    this.survey = survey
    this.kind = new Uint8Array(survey.network.nodes.count).fill(UNKNOWN)
  }

  kindAt(node: number): CircleKind {
    const known = this.kind[node]
    if (known !== UNKNOWN) return known as CircleKind
    const ring = this.walkAround(node)
    const kind = ring === undefined ? CircleKind.none : this.classify(ring)
    this.kind[node] = kind
    for (const side of ring ?? []) this.kind[this.survey.tail(side)] = kind
    return kind
  }

  /** The sides of the ring in traffic direction. Undefined if it is not a simple ring. */
  private walkAround(node: number): number[] | undefined {
    const ring: number[] = []
    let at = node
    let flag = 0
    do {
      const next = this.nextInRing(at)
      if (next === -1) return undefined
      const nextFlag = this.flagsOf(next) & CIRCLE
      if (nextFlag === CIRCLE || (flag !== 0 && flag !== nextFlag)) return undefined
      flag = nextFlag
      ring.push(next)
      at = this.survey.head(next)
    } while (at !== node && ring.length < 200)
    return at === node ? ring : undefined
  }

  private nextInRing(node: number): number {
    const { sideFirst, side, network } = this.survey
    let touching = 0
    let onward = -1
    for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
      if ((this.flagsOf(side[i]) & CIRCLE) === 0) continue
      touching++
      if (network.edges.arc[side[i]] === NO_ID) continue
      if (onward !== -1) return -1
      onward = side[i]
    }
    return touching === 2 ? onward : -1
  }

  private flagsOf(side: number): number {
    return this.survey.network.roads.flags[this.survey.roadOf(side)]
  }

  private classify(ring: readonly number[]): CircleKind {
    const survey = this.survey
    const isRoundabout = survey.isRoundabout(ring[0])
    const gates = ring.map((side) => survey.tail(side)).filter((node) => survey.degree(node) > 2)
    if (gates.length === 0) return CircleKind.none
    if (gates.length === 1 && isRoundabout) return CircleKind.roundaboutTurn
    const radiusMeters = ring.reduce((sum, side) => sum + survey.meters(side), 0) / (2 * Math.PI)
    const name = this.ownName(ring)
    if (name !== NO_ID) {
      if (!isRoundabout) return CircleKind.rotary
      if (radiusMeters > LARGE_RADIUS_METERS && !this.isNameOfOthers(name, gates)) return CircleKind.rotary
    }
    if (!isRoundabout) return CircleKind.none
    const small = radiusMeters < LARGE_RADIUS_METERS
    return small && this.looksLikeCrossing(gates) ? CircleKind.roundaboutTurn : CircleKind.roundabout
  }

  /** A side of the ring that carries its only name, NO_ID if there is none or more than one. */
  private ownName(ring: readonly number[]): number {
    const { names } = this.survey
    let own: number = NO_ID
    for (const side of ring) {
      const road = this.survey.roadOf(side)
      if (!names.isNamed(road)) continue
      if (own === NO_ID) own = side
      else if (names.changes(this.survey.roadOf(own), road)) return NO_ID
    }
    return own
  }

  private isNameOfOthers(name: number, gates: readonly number[]): boolean {
    return gates.some((node) =>
      this.sidesAt(node).some((side) => !this.isRing(side) && this.survey.hasSameSign(side, name)),
    )
  }

  /** At most four roads, well separated, none of them split. */
  private looksLikeCrossing(gates: readonly number[]): boolean {
    if (gates.length > 4 || gates.some((node) => this.survey.degree(node) > 3)) return false
    const bearings = gates
      .flatMap((node) => this.sidesAt(node).filter((side) => !this.isRing(side)))
      .map((side) => this.survey.seen[side])
      .sort((a, b) => a - b)
    return bearings.every((bearing, i) => angleApart(bearing, bearings[(i + 1) % bearings.length]) > 40)
  }

  private isRing(side: number): boolean {
    return (this.flagsOf(side) & CIRCLE) !== 0
  }

  private sidesAt(node: number): number[] {
    const { sideFirst, side } = this.survey
    return Array.from(side.subarray(sideFirst[node], sideFirst[node + 1]))
  }
}
