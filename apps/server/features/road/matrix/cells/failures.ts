import type { ProblemTable } from '../../../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../../route/api/failures.ts'

/** Why points cannot be placed on one map. Lists all of them, or the first ones and the count. */
export type PointsFailure =
  | {
      readonly kind: 'points-not-snapped'
      readonly fields: readonly string[]
      readonly radiusMeters: number
      /** The caller's restrictions, which may be the cause. */
      readonly wishes: readonly string[]
    }
  | {
      readonly kind: 'points-outside-coverage'
      readonly fields: readonly string[]
      readonly regions: readonly string[]
      /** The region that contains the points if latitude and longitude are swapped. */
      readonly turnedAround: string | undefined
    }

export type MatrixFailure =
  | PointsFailure
  | Extract<RoutingFailure, { kind: 'across-regions' | 'no-map' | 'engine-unavailable' }>

/** Listing a thousand wrong points would not help. */
const MOST_NAMED = 30
const MOST_REGIONS = 20

export const pointsProblems: ProblemTable<PointsFailure> = {
  'points-not-snapped': {
    status: 422,
    detail: (f) =>
      `${listFields(f.fields)} ${has(f.fields)} no road within ${f.radiusMeters} m${
        f.wishes.length > 0 ? ` permitted by ${f.wishes.join(' and ')}; relax that, or` : ';'
      } move ${them(f.fields)} nearer to a road, or check that points are [latitude, longitude]`,
    example: { kind: 'points-not-snapped', fields: ['points[3]', 'points[7]'], radiusMeters: 1000, wishes: [] },
  },
  'points-outside-coverage': {
    status: 422,
    detail: (f) =>
      `${listFields(f.fields)} ${are(f.fields)} outside the loaded maps of this service (${listRegions(f.regions)}); ${
        f.turnedAround === undefined
          ? 'its operator can add one with: fairway regions add'
          : `points are [latitude, longitude], and with the two swapped ${f.fields.length === 1 ? 'it' : 'the first one'} would lie in ${f.turnedAround}`
      }`,
    example: {
      kind: 'points-outside-coverage',
      fields: ['origins[0]'],
      regions: ['montevideo'],
      turnedAround: undefined,
    },
  },
}

/** All matrix failures caused by points or maps. */
export const matrixTable: ProblemTable<MatrixFailure> = {
  ...pointsProblems,
  'across-regions': routingProblems['across-regions'],
  'no-map': routingProblems['no-map'],
  'engine-unavailable': routingProblems['engine-unavailable'],
}

function listFields(fields: readonly string[]): string {
  const named = fields.slice(0, MOST_NAMED)
  const more = fields.length - named.length
  if (more > 0) return `${named.join(', ')} and ${more.toLocaleString('en-US')} more points`
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : (named[0] ?? 'a point')
}

function listRegions(regions: readonly string[]): string {
  const more = regions.length - MOST_REGIONS
  const named = regions.slice(0, MOST_REGIONS).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

const has = (fields: readonly string[]) => (fields.length === 1 ? 'has' : 'have')
const are = (fields: readonly string[]) => (fields.length === 1 ? 'is' : 'are')
const them = (fields: readonly string[]) => (fields.length === 1 ? 'it' : 'them')
