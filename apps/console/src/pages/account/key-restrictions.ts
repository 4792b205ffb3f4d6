import type { ListKey } from '@fairway/client'

/** Restrictions on a key, as the values of the form fields. */
export interface RestrictionTexts {
  readonly operations: string
  readonly origins: string
  readonly networks: string
  /** Value of a date and time field, in the time zone of the browser. Empty if the key does not expire. */
  readonly expires: string
}

export function toRestrictionTexts({ scopes, expires_at }: ListKey): RestrictionTexts {
  const join = (list: readonly string[] | null) => list?.join(', ') ?? ''
  return {
    operations: join(scopes.operations),
    origins: join(scopes.origins),
    networks: join(scopes.networks),
    expires: expires_at === null ? '' : toLocalTime(expires_at),
  }
}

/** Converts form fields to scopes. An empty field means no restriction. */
export function toScopes({ operations, origins, networks }: RestrictionTexts) {
  return { operations: toList(operations), origins: toList(origins), networks: toList(networks) }
}

export function toExpiry({ expires }: RestrictionTexts): string | null {
  return expires === '' ? null : new Date(expires).toISOString()
}

/** Returns one phrase per restriction. */
export function describeRestrictions({ scopes, expires_at, state }: ListKey): string[] {
  return [
    ...(scopes.operations ? [`only ${scopes.operations.join(', ')}`] : []),
    ...(scopes.origins ? [`only on ${scopes.origins.join(', ')}`] : []),
    ...(scopes.networks ? [`only from ${scopes.networks.join(', ')}`] : []),
    ...(state === 'active' && expires_at !== null ? [`expires ${formatDate(expires_at)}`] : []),
  ]
}

/** Formats a date with its year, because a key may expire in a few years. */
function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' })
}

function toList(text: string): string[] | null {
  const items = text.split(/[\s,]+/).filter((item) => item !== '')
  return items.length === 0 ? null : items
}

/** Formats a time for a date and time field, which has no time zone and no seconds. */
function toLocalTime(iso: string): string {
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
