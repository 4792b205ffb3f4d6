import { isLink, RoadClass } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { deflectionBetween, reverseBearing, SLIGHT_DEGREES } from '../angles.ts'
import type { SurveyResult } from '../guidance-index.ts'
import { getRank } from '../survey/road-traits.ts'
import type { JunctionSurvey } from '../survey/survey.ts'

/** Maximum gap between carriageways, in meters. */
const MAX_MEDIAN_METERS = 32
/** Minimum angle of a crossing. A road at a smaller angle runs along the other road. */
const MIN_CROSSING_DEGREES = 30

/**
 * Finds edges that lie in the middle of an intersection, between the carriageways of a divided road. One-way roads
 * cross at the start and at the end of such an edge. Returns one flag per edge side.
 */
export function findMedians({ survey }: SurveyResult): Uint8Array {
  const { edges } = survey.network
  const medians = new Uint8Array(2 * edges.count)
  for (let edgeSide = 0; edgeSide < 2 * edges.count; edgeSide++) {
    if (
      edges.arc[edgeSide] === NO_ID ||
      survey.lengthMeters(edgeSide) > MAX_MEDIAN_METERS ||
      survey.isCircular(edgeSide)
    )
      continue
    if (isMedian(survey, edgeSide)) medians[edgeSide] = 1
  }
  return medians
}

function isMedian(survey: JunctionSurvey, edgeSide: number): boolean {
  const entryCrossing = findCrossing(survey, edgeSide, 'in')
  if (!entryCrossing.hasOneway) return false
  const exitCrossing = findCrossing(survey, edgeSide, 'out')
  if (!exitCrossing.hasOneway) return false
  // If the vehicle turns to one side into an edge and to the other side at its end, the edge is a separate road with
  // two junctions.
  return !(
    (entryCrossing.turnsLeft && exitCrossing.turnsRight) ||
    (entryCrossing.turnsRight && exitCrossing.turnsLeft) ||
    (exitCrossing.turnsLeft && exitCrossing.turnsRight)
  )
}

interface MedianCrossing {
  /** True if a one-way road crosses the edge. */
  hasOneway: boolean
  turnsLeft: boolean
  turnsRight: boolean
}

/** Finds the roads that lead into or out of an edge and the sides to which they turn. */
function findCrossing(survey: JunctionSurvey, edgeSide: number, end: 'in' | 'out'): MedianCrossing {
  const { initialBearing, network } = survey
  const { arc } = network.edges
  const [node, oppositeNode] =
    end === 'in' ? [survey.tail(edgeSide), survey.head(edgeSide)] : [survey.head(edgeSide), survey.tail(edgeSide)]
  const crossing = { hasOneway: false, turnsLeft: false, turnsRight: false }
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) {
    const crossingSide = survey.side[i]
    const drivenSide = end === 'in' ? crossingSide ^ 1 : crossingSide
    if (survey.head(crossingSide) === oppositeNode || arc[drivenSide] === NO_ID) continue
    const deflection =
      end === 'in'
        ? deflectionBetween(reverseBearing(initialBearing[crossingSide]), initialBearing[edgeSide])
        : deflectionBetween(reverseBearing(initialBearing[edgeSide ^ 1]), initialBearing[crossingSide])
    if (Math.abs(deflection) > SLIGHT_DEGREES && Math.abs(deflection) < 180) {
      if (deflection > 0) crossing.turnsRight = true
      else crossing.turnsLeft = true
    }
    if (
      arc[drivenSide ^ 1] === NO_ID &&
      isStreet(survey.classOf(crossingSide)) &&
      Math.abs(deflection) >= MIN_CROSSING_DEGREES
    ) {
      crossing.hasOneway = true
    }
  }
  return crossing
}

const isStreet = (roadClass: number): boolean =>
  !isLink(roadClass) && getRank(roadClass) <= getRank(RoadClass.livingStreet)
