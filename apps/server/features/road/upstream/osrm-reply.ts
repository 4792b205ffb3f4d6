import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type Static, Type } from 'typebox'
import { fail, ok, type Result } from '../../../platform/result.ts'

/**
 * Schemas of the OSRM reply fields that Fairway reads. Other fields may have any value. See
 * https://project-osrm.org/docs/v26.4.0/http.
 */

const Amount = Type.Number({ minimum: 0 })
const Bearing = Type.Number({ minimum: 0, maximum: 360 })
const Location = Type.Tuple([Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })])
const Text = Type.Optional(Type.String())

const Lane = Type.Object({ valid: Type.Boolean(), indications: Type.Array(Type.String()) })

const Step = Type.Object({
  distance: Amount,
  duration: Amount,
  geometry: Type.String(),
  name: Type.String(),
  ref: Text,
  destinations: Text,
  exits: Text,
  rotary_name: Text,
  // Older servers omit this field.
  driving_side: Text,
  maneuver: Type.Object({
    type: Type.String({ minLength: 1 }),
    modifier: Text,
    exit: Type.Optional(Type.Integer({ minimum: 0 })),
    location: Location,
    bearing_before: Bearing,
    bearing_after: Bearing,
  }),
  intersections: Type.Optional(Type.Array(Type.Object({ lanes: Type.Optional(Type.Array(Lane)) }))),
})

const Leg = Type.Object({ distance: Amount, duration: Amount, steps: Type.Array(Step) })

const Route = Type.Object({
  distance: Amount,
  duration: Amount,
  geometry: Type.String(),
  legs: Type.Array(Leg, { minItems: 1 }),
})

const Waypoint = Type.Object({ location: Location, distance: Amount, name: Type.String() })

const Reply = Type.Object({ routes: Type.Array(Route, { minItems: 1 }), waypoints: Type.Array(Waypoint) })

export type OsrmStep = Static<typeof Step>
export type OsrmRoute = Static<typeof Route>
export type OsrmReply = Static<typeof Reply>

/** Validator, compiled when the first reply arrives because most installations have no upstream provider. */
let validateReply: ValidateFunction<OsrmReply> | undefined

/** Validates a reply. Fails with the first error, such as "routes[0].legs must be array". */
export function readReply(reply: unknown): Result<OsrmReply, string> {
  validateReply ??= new Ajv().compile<OsrmReply>(Reply)
  const isReply = validateReply
  return isReply(reply) ? ok(reply) : fail(describeSchemaError(isReply.errors?.[0]))
}

function describeSchemaError(error: ErrorObject | undefined): string {
  const path = (error?.instancePath ?? '').replace(/\/(\d+)/g, '[$1]').replace(/\//g, '.')
  return `${path.slice(1) || 'it'} ${error?.message ?? 'has the wrong shape'}`
}
