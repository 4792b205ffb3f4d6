import { isLink, RoadClass } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { deflectionBetween, reverseBearing, SLIGHT_DEGREES } from '../angles.ts'
import type { SurveyedJunctions } from '../guidance-index.ts'
import { rankOf } from '../survey/road-traits.ts'
import type { Survey } from '../survey/survey.ts'

/** Maximum gap between carriageways. */
const LONGEST_MEDIAN_METERS = 32
/** A smaller angle runs along the road, not across it. */
const ACROSS_DEGREES = 30

/**
 * Finds edges between the carriageways of a divided road, which lie in the middle of an intersection. One-way roads
 * enter across the start of such an edge and leave across its end. One flag per edge side.
 */
export function findMedians({ survey }: SurveyedJunctions): Uint8Array {
  const { edges } = survey.network
  const medians = new Uint8Array(2 * edges.count)
  for (let side = 0; side < 2 * edges.count; side++) {
    if (edges.arc[side] === NO_ID || survey.meters(side) > LONGEST_MEDIAN_METERS || survey.isCircle(side)) continue
    if (isMedian(survey, side)) medians[side] = 1
  }
  return medians
}

function isMedian(survey: Survey, side: number): boolean {
  const into = lookAcross(survey, side, 'in')
  if (!into.oneway) return false
  const out = lookAcross(survey, side, 'out')
  if (!out.oneway) return false
  // Entering with a turn to one side and leaving to the other is a separate road with two junctions.
  return !((into.left && out.right) || (into.right && out.left) || (out.left && out.right))
}

interface Crossing {
  /** True if a one-way road crosses. */
  oneway: boolean
  left: boolean
  right: boolean
}

/** Finds the roads that lead into or out of an edge and the sides to which they turn. */
function lookAcross(survey: Survey, side: number, end: 'in' | 'out'): Crossing {
  const { near, network } = survey
  const { arc } = network.edges
  const [here, there] = end === 'in' ? [survey.tail(side), survey.head(side)] : [survey.head(side), survey.tail(side)]
  const crossing = { oneway: false, left: false, right: false }
  for (let i = survey.sideFirst[here]; i < survey.sideFirst[here + 1]; i++) {
    const other = survey.side[i]
    const driven = end === 'in' ? other ^ 1 : other
    if (survey.head(other) === there || arc[driven] === NO_ID) continue
    const deflection =
      end === 'in'
        ? deflectionBetween(reverseBearing(near[other]), near[side])
        : deflectionBetween(reverseBearing(near[side ^ 1]), near[other])
    if (Math.abs(deflection) > SLIGHT_DEGREES && Math.abs(deflection) < 180) {
      if (deflection > 0) crossing.right = true
      else crossing.left = true
    }
    if (arc[driven ^ 1] === NO_ID && isStreet(survey.classOf(other)) && Math.abs(deflection) >= ACROSS_DEGREES) {
      crossing.oneway = true
    }
  }
  return crossing
}

const isStreet = (roadClass: number): boolean =>
  !isLink(roadClass) && rankOf(roadClass) <= rankOf(RoadClass.livingStreet)
