import type { OpenApiDocument, SecurityRequirement } from './document.ts'

/** Authentication that an operation requires. */
export interface Access {
  readonly label: string
  /** Whether the operation requires neither a key nor a session. */
  readonly anonymous: boolean
  /** Header that carries a key, if the operation accepts one. */
  readonly keyHeader?: string
  /** Session cookie, if the operation uses one. */
  readonly cookie?: string
}

export function toAccess(document: OpenApiDocument, requirements: readonly SecurityRequirement[] | undefined): Access {
  const alternatives = requirements ?? document.security ?? []
  const allowsAnonymous =
    alternatives.length === 0 || alternatives.some((requirement) => Object.keys(requirement).length === 0)
  const schemeNames = alternatives.flatMap((requirement) => Object.keys(requirement))
  const schemes = schemeNames.map((name) => document.components?.securitySchemes?.[name])
  const apiKeys = schemes.filter((scheme) => scheme?.type === 'apiKey')
  const keyHeader = apiKeys.find((scheme) => scheme?.in === 'header')?.name
  const cookie = apiKeys.find((scheme) => scheme?.in === 'cookie')?.name
  const label = toLabel(allowsAnonymous, keyHeader !== undefined, cookie !== undefined, schemeNames)
  return { label, anonymous: allowsAnonymous, ...(keyHeader && { keyHeader }), ...(cookie && { cookie }) }
}

function toLabel(anonymous: boolean, key: boolean, cookie: boolean, names: readonly string[]): string {
  if (anonymous) return key ? 'Key optional' : 'No key needed'
  if (key && cookie) return 'Key or session required'
  if (key) return 'Key required'
  return cookie ? 'Sign-in required' : `Needs ${names.join(' or ')}`
}

/** Finds the header in which this API accepts keys, regardless of the operation. */
export function findKeyHeader({ components }: OpenApiDocument): string | undefined {
  const schemes = Object.values(components?.securitySchemes ?? {})
  return schemes.find((scheme) => scheme.type === 'apiKey' && scheme.in === 'header')?.name
}
