import type { FastifyInstance } from 'fastify'
import { noteUnknownFields } from '../../../platform/http/body/unknown-fields.ts'
import type { Asset } from './asset.ts'

/** The error in a profile, or its unknown fields. */
export interface ProfileVerdict {
  readonly fault?: string
  readonly unknown: readonly string[]
}

/** The operation that plans routes for each asset kind. */
const planners: Readonly<Record<Asset['kind'], string>> = {
  vehicle: '/v1/route',
  robot: '/v1/route',
  drone: '/v1/drone/route',
  vessel: '/v1/maritime/route',
}

interface BodySchema {
  readonly properties: Readonly<Record<string, object>>
}
interface Described {
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly requestBody?: { readonly content: Content } } } | undefined>
  >
}
type Content = Readonly<Record<string, { readonly schema: BodySchema }>>
type Validate = (value: unknown) => { readonly error?: Error }

/** The air package checks aircraft numbers, because the OpenAPI schema does not describe their ranges. */
export type WhyNever = (profile: object) => string | undefined

/**
 * Validates profiles against the schemas of the route operations. A profile that can never work is rejected at
 * registration and not by every later route.
 */
export function profileCheck(
  app: FastifyInstance,
  whyNeverFlown: WhyNever,
): (kind: Asset['kind'], profile: object) => ProfileVerdict {
  const known = new Map<string, { readonly schema: BodySchema; readonly validate: Validate }>()
  const checkOf = (url: string) => {
    const made = known.get(url) ?? compile(app, url)
    known.set(url, made)
    return made
  }
  return (kind, profile) => {
    const { schema, validate } = checkOf(planners[kind])
    // Validate a copy, because validation fills in defaults and the stored profile must contain only the owner's
    // values.
    const { error } = validate(structuredClone(profile))
    const numbers = kind === 'drone' && !error ? whyNeverFlown(profile) : undefined
    const fault = error ? `profile.${error.message}` : numbers
    if (fault) return { fault, unknown: [] }
    const request = { body: { profile }, query: {}, ignored: null as readonly string[] | null }
    const step = noteUnknownFields({ body: { type: 'object', properties: { profile: schema } } })
    step(request as never, undefined as never, () => {})
    return { unknown: request.ignored ?? [] }
  }
}

/** The body schema with all fields optional. */
function compile(app: FastifyInstance, url: string): { schema: BodySchema; validate: Validate } {
  const { paths } = (app as unknown as { swagger(): Described }).swagger()
  const described = paths[url]?.post?.requestBody?.content['application/json']?.schema
  if (!described || !app.validatorCompiler) throw new Error(`the request schema of ${url} is not available`)
  const schema = { type: 'object', properties: described.properties }
  const validate = app.validatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' }) as unknown as Validate
  return { schema, validate }
}
