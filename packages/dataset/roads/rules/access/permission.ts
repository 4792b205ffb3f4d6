/** What the value of an access tag means to somebody in a private car. */
export type Permission = 'open' | 'restricted' | 'closed' | 'unclear'

/** OSM allows no longer values; what is longer is no statement that anybody meant. */
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

/** Words nobody defined are `unclear`. Of a list (`agricultural;destination`) the kindest member counts. */
export function toPermission(value: string): Permission {
  const known = permissions.get(value)
  if (known !== undefined) return known
  if (value.length > LONGEST_VALUE || !value.includes(';')) return 'unclear'
  const members = value.split(';').map((member) => permissions.get(member.trim()) ?? 'unclear')
  return (['open', 'restricted', 'closed'] as const).find((permission) => members.includes(permission)) ?? 'unclear'
}

/**
 * What the tags are about: on roads cars are welcome unless tags say no, on other ways only where tags say yes. A
 * barrier stops them, but any access tag on it was written by somebody who knows better.
 */
export type Ground = 'road' | 'ferry' | 'otherWay' | 'barrier'

/** How a car passes. */
export type Passage = 'open' | 'restricted' | 'closed'

export function toPassage(permission: Permission | undefined, ground: Ground): Passage {
  if (permission === 'open') return 'open'
  if (ground === 'otherWay' || permission === 'closed') return 'closed'
  if (ground === 'barrier' && permission === undefined) return 'closed'
  // A ferry for residents is nothing a stranger could wait for at the pier.
  if (permission === 'restricted') return ground === 'ferry' ? 'closed' : 'restricted'
  return 'open'
}
