import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { MatrixJob } from '../../matrix/cells/matrix-job.ts'
import type { ModelSource } from '../../models/model-source.ts'
import { readRouteOptions } from '../../route/api/request.ts'
import type { AnyFailure } from '../failures.ts'
import type { CostTables } from '../own-matrix.ts'
import type { OptimizeFields } from '../schemas.ts'

/** Maximum number of travel kinds. Each kind needs separate matrices. */
const MAX_TRAVEL_KINDS = 5

/** Travel settings of vehicles that differ from those of the request. */
export interface TravelKind {
  /** Matrix of the vehicle's profile, or undefined if the vehicle uses the matrix of the request. */
  readonly roads: MatrixJob | undefined
  readonly speedFactor: number
}

export interface VehicleTravel {
  readonly kinds: readonly TravelKind[]
  /** Index of each vehicle's travel kind, or undefined if the vehicle uses the matrix of the request unchanged. */
  readonly kindOf: readonly (number | undefined)[]
}

/**
 * Reads the vehicles that have a separate profile or speed factor. `roads` is the road matrix of the request, if any.
 */
export function readTravel(
  body: OptimizeFields,
  roads: MatrixJob | undefined,
  models: ModelSource,
): Result<VehicleTravel, AnyFailure> {
  const kinds: TravelKind[] = []
  const keys: string[] = []
  const kindOf: (number | undefined)[] = []
  for (const { profile, speed_factor: speedFactor = 1 } of body.fleet ?? []) {
    const ownProfile = roads && profile !== body.profile ? profile : undefined
    const key = `${ownProfile ?? ''} ${speedFactor}`
    if (ownProfile === undefined && speedFactor === 1) {
      kindOf.push(undefined)
      continue
    }
    if (!keys.includes(key)) {
      const matrix = readProfileMatrix(body, ownProfile, roads, models)
      if (!matrix.ok) return matrix
      keys.push(key)
      kinds.push({ roads: matrix.value, speedFactor })
    }
    kindOf.push(keys.indexOf(key))
  }
  if (kinds.length > MAX_TRAVEL_KINDS)
    return fail({ kind: 'too-many-travel-kinds', given: kinds.length, allowed: MAX_TRAVEL_KINDS })
  return ok({ kinds, kindOf })
}

function readProfileMatrix(
  body: OptimizeFields,
  profile: OptimizeFields['profile'],
  roads: MatrixJob | undefined,
  models: ModelSource,
): Result<MatrixJob | undefined, AnyFailure> {
  if (profile === undefined || !roads) return ok(undefined)
  const { mode: _, costing: __, ...fields } = body
  const options = readRouteOptions({ ...fields, profile }, models)
  return options.ok ? ok({ ...roads, profile: options.value.profile }) : options
}

/** Scales the durations for a vehicle that is faster or slower than the matrix. */
export function scaleDurations({ distance, duration }: CostTables, speedFactor: number, noPath: number): CostTables {
  if (speedFactor === 1) return { distance, duration }
  return { distance, duration: duration.map((time) => (time === noPath ? noPath : Math.round(time / speedFactor))) }
}
