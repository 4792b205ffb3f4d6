import { createUnknownFieldFinder } from '../../../platform/http/body/unknown-fields.ts'
import type { SchemaCheckFactory } from '../../../platform/http/body/validation.ts'
import type { Asset } from './asset.ts'

/** Error in a profile, or its unknown fields. */
export interface ProfileCheckResult {
  readonly error?: string
  readonly ignoredFields: readonly string[]
}

/** Operation that plans routes for each asset kind. */
const operationByKind: Readonly<Record<Asset['kind'], string>> = {
  vehicle: 'route',
  robot: 'route',
  drone: 'droneRoute',
  vessel: 'maritimeRoute',
}

/** Access to the request schemas of the route operations. */
export interface RouteBodySchemas {
  findBodySchema(operationId: string): { readonly properties?: object } | undefined
  readonly compileCheck: SchemaCheckFactory
}

/**
 * Finds an error in an aircraft profile. The air package validates numeric parameters, because the OpenAPI schema does
 * not specify their ranges.
 */
export type FindAircraftError = (profile: object) => string | undefined

/**
 * Creates a check of profiles against the schemas of the route operations. An unusable profile is rejected at
 * registration, so that later routes do not fail.
 */
export function createProfileCheck(
  { findBodySchema, compileCheck }: RouteBodySchemas,
  findAircraftError: FindAircraftError,
): (kind: Asset['kind'], profile: object) => ProfileCheckResult {
  /** The checks are compiled on first use, when all operations are registered. */
  const compileProfileCheck = (operationId: string) => {
    const body = findBodySchema(operationId)
    if (!body?.properties) throw new Error(`the request schema of ${operationId} is not available`)
    // All fields are optional in a profile.
    const schema = { type: 'object', properties: body.properties }
    const findUnknownFields = createUnknownFieldFinder({ body: { type: 'object', properties: { profile: schema } } })
    return {
      findError: compileCheck(schema, 'body'),
      listUnknownFields: (profile: object) => findUnknownFields({ body: { profile }, query: {} }),
    }
  }
  const checksByOperation = new Map<string, ReturnType<typeof compileProfileCheck>>()
  return (kind, profile) => {
    const profileCheck = checksByOperation.get(operationByKind[kind]) ?? compileProfileCheck(operationByKind[kind])
    checksByOperation.set(operationByKind[kind], profileCheck)
    // Validation fills in defaults, and the stored profile must contain only the owner's values. The check therefore
    // validates a copy.
    const error = profileCheck.findError(structuredClone(profile))
    const aircraftError = kind === 'drone' && !error ? findAircraftError(profile) : undefined
    const message = error ? `profile.${error.message}` : aircraftError
    if (message) return { error: message, ignoredFields: [] }
    return { ignoredFields: profileCheck.listUnknownFields(profile) ?? [] }
  }
}
