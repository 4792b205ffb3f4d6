import { RoadFlag } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleBetween } from '../angles.ts'
import type { JunctionSurvey } from '../survey/survey.ts'

/** Types of circular junctions. */
export const CircularJunctionKind = {
  /** No circular junction, or an unusually mapped one for which the ordinary rules apply. */
  none: 0,
  roundabout: 1,
  /** A large named circle that resembles a square more than a junction. */
  rotary: 2,
  /** A roundabout that is so small and regular that it acts as an intersection with an island. */
  roundaboutTurn: 3,
} as const
export type CircularJunctionKind = (typeof CircularJunctionKind)[keyof typeof CircularJunctionKind]

const CIRCULAR_FLAGS = RoadFlag.roundabout | RoadFlag.circular
const LARGE_RADIUS_METERS = 15
const UNKNOWN_KIND = 255

/** Caches the circular junction at each node. Each ring is traversed once. */
export class CircularJunctions {
  private readonly survey: JunctionSurvey
  private readonly kind: Uint8Array

  constructor(survey: JunctionSurvey) {
    this.survey = survey
    this.kind = new Uint8Array(survey.network.nodes.count).fill(UNKNOWN_KIND)
  }

  kindAt(node: number): CircularJunctionKind {
    const cached = this.kind[node]
    if (cached !== UNKNOWN_KIND) return cached as CircularJunctionKind
    const ring = this.traverseRing(node)
    const kind = ring === undefined ? CircularJunctionKind.none : this.classify(ring)
    this.kind[node] = kind
    for (const edgeSide of ring ?? []) this.kind[this.survey.tail(edgeSide)] = kind
    return kind
  }

  /** Returns the sides of the ring in the direction of traffic, or undefined if it is not a simple ring. */
  private traverseRing(node: number): number[] | undefined {
    const ring: number[] = []
    let currentNode = node
    let flag = 0
    do {
      const next = this.findNextRingSide(currentNode)
      if (next === -1) return undefined
      const nextFlag = this.flagsOf(next) & CIRCULAR_FLAGS
      if (nextFlag === CIRCULAR_FLAGS || (flag !== 0 && flag !== nextFlag)) return undefined
      flag = nextFlag
      ring.push(next)
      currentNode = this.survey.head(next)
    } while (currentNode !== node && ring.length < 200)
    return currentNode === node ? ring : undefined
  }

  private findNextRingSide(node: number): number {
    const { sideFirst, side, network } = this.survey
    let ringSideCount = 0
    let onwardSide = -1
    for (let i = sideFirst[node]; i < sideFirst[node + 1]; i++) {
      if ((this.flagsOf(side[i]) & CIRCULAR_FLAGS) === 0) continue
      ringSideCount++
      if (network.edges.arc[side[i]] === NO_ID) continue
      if (onwardSide !== -1) return -1
      onwardSide = side[i]
    }
    return ringSideCount === 2 ? onwardSide : -1
  }

  private flagsOf(edgeSide: number): number {
    return this.survey.network.roads.flags[this.survey.roadOf(edgeSide)]
  }

  private classify(ring: readonly number[]): CircularJunctionKind {
    const survey = this.survey
    const isRoundabout = survey.isRoundabout(ring[0])
    const junctionNodes = ring.map((edgeSide) => survey.tail(edgeSide)).filter((node) => survey.degree(node) > 2)
    if (junctionNodes.length === 0) return CircularJunctionKind.none
    if (junctionNodes.length === 1 && isRoundabout) return CircularJunctionKind.roundaboutTurn
    const radiusMeters = ring.reduce((sum, edgeSide) => sum + survey.lengthMeters(edgeSide), 0) / (2 * Math.PI)
    const name = this.findRingName(ring)
    if (name !== NO_ID) {
      if (!isRoundabout) return CircularJunctionKind.rotary
      if (radiusMeters > LARGE_RADIUS_METERS && !this.isNameOfJoiningRoad(name, junctionNodes))
        return CircularJunctionKind.rotary
    }
    if (!isRoundabout) return CircularJunctionKind.none
    const isSmall = radiusMeters < LARGE_RADIUS_METERS
    return isSmall && this.looksLikeIntersection(junctionNodes)
      ? CircularJunctionKind.roundaboutTurn
      : CircularJunctionKind.roundabout
  }

  /** Returns a side that has the name of the ring, or NO_ID if the ring has no name or more than one. */
  private findRingName(ring: readonly number[]): number {
    const { names } = this.survey
    let namedSide: number = NO_ID
    for (const edgeSide of ring) {
      const road = this.survey.roadOf(edgeSide)
      if (!names.isNamed(road)) continue
      if (namedSide === NO_ID) namedSide = edgeSide
      else if (names.isNameChange(this.survey.roadOf(namedSide), road)) return NO_ID
    }
    return namedSide
  }

  private isNameOfJoiningRoad(name: number, gates: readonly number[]): boolean {
    return gates.some((node) =>
      this.sidesAt(node).some((edgeSide) => !this.isRing(edgeSide) && this.survey.hasSameName(edgeSide, name)),
    )
  }

  /** Returns true if the circle has at most four roads that are well separated and not split. */
  private looksLikeIntersection(gates: readonly number[]): boolean {
    if (gates.length > 4 || gates.some((node) => this.survey.degree(node) > 3)) return false
    const bearings = gates
      .flatMap((node) => this.sidesAt(node).filter((edgeSide) => !this.isRing(edgeSide)))
      .map((edgeSide) => this.survey.perceivedBearing[edgeSide])
      .sort((a, b) => a - b)
    return bearings.every((bearing, i) => angleBetween(bearing, bearings[(i + 1) % bearings.length]) > 40)
  }

  private isRing(edgeSide: number): boolean {
    return (this.flagsOf(edgeSide) & CIRCULAR_FLAGS) !== 0
  }

  private sidesAt(node: number): number[] {
    const { sideFirst, side } = this.survey
    return Array.from(side.subarray(sideFirst[node], sideFirst[node + 1]))
  }
}
