/** Meaning of an access value for a private car. */
export type Permission = 'open' | 'restricted' | 'closed' | 'unclear'

/** OSM does not allow longer values, so a longer value is ignored. */
export const LONGEST_VALUE = 255

const permissions = new Map<string, Permission>([
  ...entries('open', ['yes', 'motorcar', 'motor_vehicle', 'vehicle', 'permissive', 'designated', 'hov']),
  ...entries('restricted', ['private', 'delivery', 'destination', 'customers', 'permit', 'residents', 'unknown']),
  ...entries('closed', ['no', 'agricultural', 'forestry', 'emergency', 'emergency_vehicle', 'foot', 'restricted']),
  ...entries('closed', ['psv', 'taxi', 'share_taxi', 'minibus', 'bus', 'military', 'official']),
])

function entries(permission: Permission, values: readonly string[]): [string, Permission][] {
  return values.map((value) => [value, permission])
}

/** Undefined values are `unclear`. In a list (`agricultural;destination`), the most permissive value counts. */
export function toPermission(value: string): Permission {
  const known = permissions.get(value)
  if (known !== undefined) return known
  if (value.length > LONGEST_VALUE || !value.includes(';')) return 'unclear'
  const members = value.split(';').map((member) => permissions.get(member.trim()) ?? 'unclear')
  return (['open', 'restricted', 'closed'] as const).find((permission) => members.includes(permission)) ?? 'unclear'
}

/**
 * The kind of object the tags describe. Roads are open to cars unless tags forbid it, other ways only if tags allow it.
 * A barrier blocks cars, but an explicit access tag on it takes precedence.
 */
export type Ground = 'road' | 'ferry' | 'otherWay' | 'barrier'

export type Passage = 'open' | 'restricted' | 'closed'

export function toPassage(permission: Permission | undefined, ground: Ground): Passage {
  if (permission === 'open') return 'open'
  if (ground === 'otherWay' || permission === 'closed') return 'closed'
  if (ground === 'barrier' && permission === undefined) return 'closed'
  // A ferry for residents is not usable for other drivers.
  if (permission === 'restricted') return ground === 'ferry' ? 'closed' : 'restricted'
  return 'open'
}
