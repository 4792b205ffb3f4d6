import type { AccessSubject, Passability, Permission } from '../access/permission.ts'
import { findPermission, toEntries } from '../access/permission.ts'

/**
 * Meaning of access values for pedestrians and cyclists. Unlike cars, pedestrians and cyclists are never routed over
 * private ground.
 */
const permissions = new Map<string, Permission>([
  ...toEntries('open', ['yes', 'permissive', 'designated', 'official', 'public', 'foot', 'bicycle']),
  ...toEntries('restricted', ['destination', 'customers', 'permit', 'residents']),
  // `use_sidepath` means that a separately mapped path next to the road is mandatory.
  ...toEntries('closed', ['no', 'private', 'agricultural', 'forestry', 'delivery', 'military', 'use_sidepath']),
])

export function toPathPermission(value: string): Permission {
  return findPermission(permissions, value)
}

/**
 * Returns whether a way or barrier is passable. Barriers and unusual ways are closed unless a tag opens them. All other
 * ways are open unless a tag closes them.
 */
export function toPathPassability(permission: Permission | undefined, subject: AccessSubject): Passability {
  if (permission === 'closed') return 'closed'
  if (permission === 'restricted') return subject === 'ferry' ? 'closed' : 'restricted'
  if (permission === undefined && (subject === 'otherWay' || subject === 'barrier')) return 'closed'
  return 'open'
}
