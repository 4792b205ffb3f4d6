import type { FastifyInstance } from 'fastify'
import { noteUnknownFields } from '../../../platform/http/body/unknown-fields.ts'
import type { Asset } from './asset.ts'

/** What is wrong with a profile, or which of its fields nobody knows. */
export interface ProfileVerdict {
  readonly fault?: string
  readonly unknown: readonly string[]
}

/** The operation that plans a kind. */
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

/** The numbers that aircraft may have are not in the description of the operation, but said by the air itself. */
export type WhyNever = (profile: object) => string | undefined

/**
 * Checks profiles against what the route operations say of themselves: a profile that no route can be planned with is
 * refused when it is registered, and not by every plan after.
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
    // A copy: checking fills in what is usual, and a profile says only what its owner has said.
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

/** All fields of the body but that none of them must be there. */
function compile(app: FastifyInstance, url: string): { schema: BodySchema; validate: Validate } {
  const { paths } = (app as unknown as { swagger(): Described }).swagger()
  const described = paths[url]?.post?.requestBody?.content['application/json']?.schema
  if (!described || !app.validatorCompiler) throw new Error(`nothing is known of what ${url} takes`)
  const schema = { type: 'object', properties: described.properties }
  const validate = app.validatorCompiler({ schema, method: 'POST', url: '', httpPart: 'body' }) as unknown as Validate
  return { schema, validate }
}
