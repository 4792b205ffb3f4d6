/** Meaning of an access value for one kind of traveler. */
export type Permission = 'open' | 'restricted' | 'closed' | 'unclear'

/** Maximum length of an OSM tag value. Longer values are invalid and ignored. */
export const MAX_VALUE_LENGTH = 255

const carPermissions = new Map<string, Permission>([
  ...toEntries('open', ['yes', 'motorcar', 'motor_vehicle', 'vehicle', 'permissive', 'designated', 'hov']),
  ...toEntries('restricted', ['private', 'delivery', 'destination', 'customers', 'permit', 'residents', 'unknown']),
  ...toEntries('closed', ['no', 'agricultural', 'forestry', 'emergency', 'emergency_vehicle', 'foot', 'restricted']),
  ...toEntries('closed', ['psv', 'taxi', 'share_taxi', 'minibus', 'bus', 'military', 'official']),
])

export function toEntries(permission: Permission, values: readonly string[]): [string, Permission][] {
  return values.map((value) => [value, permission])
}

export function toCarPermission(value: string): Permission {
  return findPermission(carPermissions, value)
}

/**
 * Returns the permission of an access value. Unknown values are `unclear`. In a list such as
 * `agricultural;destination`, the most permissive value applies.
 */
export function findPermission(permissions: ReadonlyMap<string, Permission>, value: string): Permission {
  const knownPermission = permissions.get(value)
  if (knownPermission !== undefined) return knownPermission
  if (value.length > MAX_VALUE_LENGTH || !value.includes(';')) return 'unclear'
  const members = value.split(';').map((member) => permissions.get(member.trim()) ?? 'unclear')
  return (['open', 'restricted', 'closed'] as const).find((permission) => members.includes(permission)) ?? 'unclear'
}

/**
 * Type of object that the tags describe. Roads are open unless tags close them, and other ways are closed unless tags
 * open them. A barrier is closed unless it has an access tag.
 */
export type AccessSubject = 'road' | 'ferry' | 'otherWay' | 'barrier'

export type Passability = 'open' | 'restricted' | 'closed'

export function toCarPassability(permission: Permission | undefined, ground: AccessSubject): Passability {
  if (permission === 'open') return 'open'
  if (ground === 'otherWay' || permission === 'closed') return 'closed'
  if (ground === 'barrier' && permission === undefined) return 'closed'
  // A ferry for residents is closed to all other drivers.
  if (permission === 'restricted') return ground === 'ferry' ? 'closed' : 'restricted'
  return 'open'
}
