import type { OpenApiDocument, SecurityRequirement } from './document.ts'

/** Who may call an operation. */
export interface Access {
  readonly label: string
  /** Without any key or session. */
  readonly anonymous: boolean
  /** The header that takes a key, if a key is of use here. */
  readonly keyHeader?: string
  /** The cookie of a session, if that is the way in. */
  readonly cookie?: string
}

export function toAccess(document: OpenApiDocument, own: readonly SecurityRequirement[] | undefined): Access {
  const alternatives = own ?? document.security ?? []
  const anonymous = alternatives.length === 0 || alternatives.some((needed) => Object.keys(needed).length === 0)
  const names = alternatives.flatMap((needed) => Object.keys(needed))
  const schemes = names.map((name) => document.components?.securitySchemes?.[name])
  const apiKeys = schemes.filter((scheme) => scheme?.type === 'apiKey')
  const keyHeader = apiKeys.find((scheme) => scheme?.in === 'header')?.name
  const cookie = apiKeys.find((scheme) => scheme?.in === 'cookie')?.name
  const label = toLabel(anonymous, keyHeader !== undefined, cookie !== undefined, names)
  return { label, anonymous, ...(keyHeader && { keyHeader }), ...(cookie && { cookie }) }
}

function toLabel(anonymous: boolean, key: boolean, cookie: boolean, names: readonly string[]): string {
  if (anonymous) return key ? 'Key optional' : 'No key needed'
  if (key && cookie) return 'Key or session required'
  if (key) return 'Key required'
  return cookie ? 'Sign-in required' : `Needs ${names.join(' or ')}`
}

/** The header in which this API takes keys, whichever operation needs one. */
export function findKeyHeader({ components }: OpenApiDocument): string | undefined {
  const schemes = Object.values(components?.securitySchemes ?? {})
  return schemes.find((scheme) => scheme.type === 'apiKey' && scheme.in === 'header')?.name
}
