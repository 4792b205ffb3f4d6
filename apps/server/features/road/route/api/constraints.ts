import type { Approach, Bearing } from '@fairway/road'
import { type Static, Type } from 'typebox'
import { NullableSchema } from '../../../../platform/http/schemas.ts'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { RoutingFailure } from './failures.ts'

/** Constraints on how the vehicle arrives at and leaves a point. */
export interface PointConstraints {
  readonly bearing?: Bearing | undefined
  readonly approach?: Approach | undefined
}

const DEFAULT_TOLERANCE_DEGREES = 60
const MAX_TOLERANCE_DEGREES = 180

const approaches = ['curb', 'opposite', 'unrestricted'] as const
type ApproachValue = (typeof approaches)[number]

/** Creates the schemas of the constraints. `listOf` says to which points the entries of a list belong. */
export function constraintFields(listOf: string, maxItems?: number) {
  const limit = maxItems === undefined ? {} : { maxItems }
  return {
    approach: Type.Optional(
      Type.Unsafe<ApproachValue | ApproachValue[]>({
        anyOf: [
          { type: 'string', enum: [...approaches] },
          { type: 'array', items: { type: 'string', enum: [...approaches] }, ...limit },
        ],
        description: `How the vehicle arrives at and leaves the points. With \`curb\`, the vehicle stops on the side of the street where the point is, so that nobody has to cross the street. With \`opposite\`, the vehicle stops on the other side. One value for all points, or a list with one value each for ${listOf}. Has no effect for pedestrians. Default: \`unrestricted\`.`,
        'x-demand': 'be curb, opposite or unrestricted, or a list of them',
      }),
    ),
    bearings: Type.Optional(Type.Array(BearingField, { ...limit, description: describeBearings(listOf) })),
  }
}

const BearingField = NullableSchema(
  Type.Object({
    bearing: Type.Number({ minimum: 0, maximum: 360, description: 'Direction of travel, in degrees from north.' }),
    tolerance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_TOLERANCE_DEGREES,
        default: DEFAULT_TOLERANCE_DEGREES,
        description: 'Maximum difference between the road and `bearing` to either side, in degrees.',
      }),
    ),
  }),
)

function describeBearings(listOf: string): string {
  return `Directions in which the vehicle must travel at the points: one \`{ bearing, tolerance }\` each for ${listOf}, or \`null\` for any direction. The point snaps to the nearest road with that direction. If no such road is within reach, the error is the same as for a point without a road.`
}

const ConstraintBody = Type.Object(constraintFields('every point'))
export type ConstraintFields = Static<typeof ConstraintBody>

/** Reads the constraints of all points. Returns undefined if no point has any. */
export function readConstraints(
  { approach, bearings }: ConstraintFields,
  count: number,
): Result<readonly PointConstraints[] | undefined, RoutingFailure> {
  if (approach === undefined && bearings === undefined) return ok(undefined)
  if (Array.isArray(approach) && approach.length !== count)
    return fail({ kind: 'approach-count', given: approach.length, needed: count })
  if (bearings && bearings.length !== count)
    return fail({ kind: 'bearing-count', given: bearings.length, needed: count })
  const constraints = Array.from({ length: count }, (_, index): PointConstraints => {
    const value = Array.isArray(approach) ? approach[index] : approach
    return {
      bearing: toBearing(bearings?.[index] ?? undefined),
      approach: value === 'unrestricted' ? undefined : value,
    }
  })
  return ok(constraints.some(isConstrained) ? constraints : undefined)
}

/** Leaves out the approaches, which do not matter for pedestrians because they can cross the street. */
export function withoutApproaches(constraints: readonly PointConstraints[]): readonly PointConstraints[] {
  return constraints.map(({ bearing }) => ({ bearing }))
}

function isConstrained({ bearing, approach }: PointConstraints): boolean {
  return bearing !== undefined || approach !== undefined
}

/** Converts a bearing. A tolerance of 180 degrees permits every direction. */
function toBearing(field: { readonly bearing: number; readonly tolerance?: number } | undefined): Bearing | undefined {
  const { bearing = 0, tolerance = DEFAULT_TOLERANCE_DEGREES } = field ?? {}
  if (!field || tolerance >= MAX_TOLERANCE_DEGREES) return undefined
  return { degrees: bearing % 360, toleranceDegrees: tolerance }
}
