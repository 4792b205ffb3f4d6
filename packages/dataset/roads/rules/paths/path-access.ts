import type { AccessSubject, Passability, Permission } from '../access/permission.ts'
import { findPermission, toEntries } from '../access/permission.ts'

/** Meaning of access values for people who walk or cycle. Unlike a car, they never belong on private ground. */
const permissions = new Map<string, Permission>([
  ...toEntries('open', ['yes', 'permissive', 'designated', 'official', 'public', 'foot', 'bicycle']),
  ...toEntries('restricted', ['destination', 'customers', 'permit', 'residents']),
  // use_sidepath: a path next to the road is mapped on its own, and people have to use it.
  ...toEntries('closed', ['no', 'private', 'agricultural', 'forestry', 'delivery', 'military', 'use_sidepath']),
])

export function toPathPermission(value: string): Permission {
  return findPermission(permissions, value)
}

/** A barrier or an unusual way needs a tag that opens it; everything else is open unless a tag closes it. */
export function toPathPassability(permission: Permission | undefined, subject: AccessSubject): Passability {
  if (permission === 'closed') return 'closed'
  if (permission === 'restricted') return subject === 'ferry' ? 'closed' : 'restricted'
  if (permission === undefined && (subject === 'otherWay' || subject === 'barrier')) return 'closed'
  return 'open'
}
