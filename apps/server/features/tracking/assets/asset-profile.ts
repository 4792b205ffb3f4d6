import { unknownFields } from '../../../platform/http/body/unknown-fields.ts'
import type { CheckMaker } from '../../../platform/http/body/validation.ts'
import type { Asset } from './asset.ts'

/** The error in a profile, or its unknown fields. */
export interface ProfileVerdict {
  readonly fault?: string
  readonly unknown: readonly string[]
}

/** The operation that plans routes for each asset kind. */
const planners: Readonly<Record<Asset['kind'], string>> = {
  vehicle: 'route',
  robot: 'route',
  drone: 'droneRoute',
  vessel: 'maritimeRoute',
}

/** Access to the request schemas of the route operations. */
export interface RouteBodies {
  bodySchemaOf(operationId: string): { readonly properties?: object } | undefined
  readonly check: CheckMaker
}

/** The air package checks aircraft numbers, because the OpenAPI schema does not describe their ranges. */
export type WhyNever = (profile: object) => string | undefined

/**
 * Validates profiles against the schemas of the route operations. A profile that can never work is rejected at
 * registration and not by every later route.
 */
export function profileCheck(
  { bodySchemaOf, check }: RouteBodies,
  whyNeverFlown: WhyNever,
): (kind: Asset['kind'], profile: object) => ProfileVerdict {
  /** Made on first use, when all operations are registered. */
  const compile = (operationId: string) => {
    const body = bodySchemaOf(operationId)
    if (!body?.properties) throw new Error(`the request schema of ${operationId} is not available`)
    // All fields are optional in a profile.
    const schema = { type: 'object', properties: body.properties }
    const unknownIn = unknownFields({ body: { type: 'object', properties: { profile: schema } } })
    return {
      faultIn: check(schema, 'body'),
      unknownIn: (profile: object) => unknownIn({ body: { profile }, query: {} }),
    }
  }
  const compiled = new Map<string, ReturnType<typeof compile>>()
  return (kind, profile) => {
    const planner = compiled.get(planners[kind]) ?? compile(planners[kind])
    compiled.set(planners[kind], planner)
    // Validate a copy, because validation fills in defaults and the stored profile must contain only the owner's
    // values.
    const error = planner.faultIn(structuredClone(profile))
    const numbers = kind === 'drone' && !error ? whyNeverFlown(profile) : undefined
    const fault = error ? `profile.${error.message}` : numbers
    if (fault) return { fault, unknown: [] }
    return { unknown: planner.unknownIn(profile) ?? [] }
  }
}
