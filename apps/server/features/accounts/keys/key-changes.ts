import { fail, ok, type Result } from '../../../platform/result.ts'
import { type Key, keyState } from '../account.ts'
import type { AuditAction, AuditEvent } from '../audit/audit.ts'
import type { AccountFailure } from '../failures.ts'
import { toIsoTime } from '../mapping.ts'
import { type GivenRestrictions, parseRestrictions } from '../scopes/parse-restrictions.ts'
import type { KeyChanges } from './key-store.ts'

export function describeKey(key: Key): Pick<AuditEvent, 'subject' | 'details'> {
  return { subject: key.id, details: { label: key.label, ...describeRestrictions(key) } }
}

function describeRestrictions({ scopes, expiresAt }: Key) {
  return { scopes, expires_at: expiresAt === null ? null : toIsoTime(expiresAt) }
}

/**
 * Checks changes against the current key. Returns only the given fields, because other fields may change in the
 * meantime.
 */
export function mergeKey(
  key: Key,
  changes: GivenRestrictions & { readonly label?: string | null | undefined },
  now: number,
): Result<KeyChanges, AccountFailure> {
  const { id } = key
  const state = keyState(key, now)
  if (state === 'revoked' || state === 'expired') return fail({ kind: 'key-ended', id, state })
  if (key.rotatedAt !== null && key.expiresAt !== null && changes.expiresAt !== undefined) {
    return fail({ kind: 'key-rotated', id, expiresAt: toIsoTime(key.expiresAt) })
  }
  const restrictions = parseRestrictions(changes, now, key)
  if (!restrictions.ok) return restrictions
  const { expiresAt, scopes } = restrictions.value
  return ok({
    ...(changes.label !== undefined && { label: changes.label?.trim() || null }),
    ...(changes.expiresAt !== undefined && { expiresAt }),
    ...(changes.scopes !== undefined && { scopes }),
  })
}

export function listKeyChanges(oldKey: Key, newKey: Key): [AuditAction, Pick<AuditEvent, 'subject' | 'details'>][] {
  const changes: ReturnType<typeof listKeyChanges> = []
  const subject = oldKey.id
  if (oldKey.label !== newKey.label) {
    changes.push(['key.renamed', { subject, details: { from: oldKey.label, to: newKey.label } }])
  }
  const [from, to] = [describeRestrictions(oldKey), describeRestrictions(newKey)]
  if (JSON.stringify(from) !== JSON.stringify(to)) changes.push(['key.rescoped', { subject, details: { from, to } }])
  return changes
}
