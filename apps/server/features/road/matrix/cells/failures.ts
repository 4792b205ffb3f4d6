import type { ProblemTable } from '../../../../platform/http/problem.ts'
import { type RoutingFailure, toPointOrder } from '../../route/api/failures.ts'

/**
 * Reasons why the points cannot be snapped on one map. A failure lists at most MAX_LISTED_FIELDS points and their total
 * count.
 */
export type PointsFailure =
  | {
      readonly kind: 'points-not-snapped'
      readonly fields: readonly string[]
      readonly radiusMeters: number
      /** Restrictions in the request that may be the cause. */
      readonly preferences: readonly string[]
    }
  | {
      readonly kind: 'points-outside-coverage'
      readonly fields: readonly string[]
      readonly regions: readonly string[]
      /** Region that contains the points if latitude and longitude are swapped. */
      readonly regionIfSwapped: string | undefined
    }

export type MatrixFailure =
  | PointsFailure
  | Extract<RoutingFailure, { kind: 'across-regions' | 'no-map' | 'maps-unavailable' | 'engine-unavailable' }>

/** Maximum number of invalid points in a message. A longer list would not help the caller. */
const MAX_LISTED_FIELDS = 30
const MAX_LISTED_REGIONS = 20

export const pointsProblems: ProblemTable<PointsFailure> = {
  'points-not-snapped': {
    code: 'points-not-snapped',
    status: 422,
    detail: (f) =>
      `${formatFields(f.fields)} ${hasOrHave(f.fields)} no road within ${f.radiusMeters} m${
        f.preferences.length > 0
          ? ` that is permitted by ${f.preferences.join(' and ')}; relax ${f.preferences.length === 1 ? 'this constraint' : 'these constraints'},`
          : ';'
      } move the ${f.fields.length === 1 ? 'point' : 'points'} nearer to a road, or check that points are in the order [latitude, longitude]`,
    example: { kind: 'points-not-snapped', fields: ['points[3]', 'points[7]'], radiusMeters: 1000, preferences: [] },
  },
  'points-outside-coverage': {
    code: 'points-outside-maps',
    status: 422,
    detail: (f) =>
      `${formatFields(f.fields)} ${isOrAre(f.fields)} outside the loaded maps of this service (${formatRegions(f.regions)}); ${
        f.regionIfSwapped === undefined
          ? `ask the operator to add a map that contains ${f.fields.length === 1 ? 'it' : 'them'}`
          : `points are ${toPointOrder(f.fields[0] ?? '')}, and with the two values swapped, ${f.fields.length === 1 ? 'the point' : 'the first point'} would be in ${f.regionIfSwapped}`
      }`,
    example: {
      kind: 'points-outside-coverage',
      fields: ['origins[0]'],
      regions: ['montevideo'],
      regionIfSwapped: undefined,
    },
  },
}

function formatFields(fields: readonly string[]): string {
  const listedFields = fields.slice(0, MAX_LISTED_FIELDS)
  const remainingCount = fields.length - listedFields.length
  if (remainingCount > 0)
    return `${listedFields.join(', ')} and ${remainingCount.toLocaleString('en-US')} more ${remainingCount === 1 ? 'point' : 'points'}`
  return listedFields.length > 1
    ? `${listedFields.slice(0, -1).join(', ')} and ${listedFields.at(-1)}`
    : (listedFields[0] ?? 'a point')
}

function formatRegions(regions: readonly string[]): string {
  const remainingCount = regions.length - MAX_LISTED_REGIONS
  const listedRegions = regions.slice(0, MAX_LISTED_REGIONS).join(', ')
  return remainingCount > 0 ? `${listedRegions} and ${remainingCount} more` : listedRegions
}

const hasOrHave = (fields: readonly string[]) => (fields.length === 1 ? 'has' : 'have')
const isOrAre = (fields: readonly string[]) => (fields.length === 1 ? 'is' : 'are')
