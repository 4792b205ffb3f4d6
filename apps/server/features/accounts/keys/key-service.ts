import type { Clock } from '../../../platform/clock.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type IssuedKey, type Key, keyState } from '../account.ts'
import type { RecordAudit } from '../audit/audit-store.ts'
import type { AccountFailure } from '../failures.ts'
import { type GivenRestrictions, parseRestrictions } from '../scopes/parse-restrictions.ts'
import { describeKey, listKeyChanges, mergeKey } from './key-changes.ts'
import type { KeyStore } from './key-store.ts'
import { describeKeptKey, makeKey } from './new-key.ts'

export const MAX_KEYS = 20
export const DEFAULT_OVERLAP_HOURS = 24

export interface KeyServiceOptions {
  readonly store: KeyStore
  readonly clock: Clock
  readonly record: RecordAudit
  /** Called after every change that running servers must apply immediately. */
  readonly onChange: () => void
}

/** Creates, changes and revokes the keys of accounts, for owners and the operator. */
export class KeyService {
  private readonly store: KeyStore
  private readonly clock: Clock
  private readonly record: RecordAudit
  private readonly onChange: () => void

  constructor({ store, clock, record, onChange }: KeyServiceOptions) {
    this.store = store
    this.clock = clock
    this.record = record
    this.onChange = onChange
  }

  /** Creates a key that the owner or the operator accepts implicitly. */
  async create(
    account: number,
    label: string | null,
    givenRestrictions?: GivenRestrictions,
  ): Promise<Result<IssuedKey, AccountFailure>> {
    const now = this.clock.now()
    const restrictions = parseRestrictions(givenRestrictions, now)
    if (!restrictions.ok) return restrictions
    const newKey = makeKey(account, { ...describeKeptKey(label, now), ...restrictions.value }, now)
    const record = this.record(account, 'key.created', describeKey(newKey.issued.key))
    const outcome = await this.store.insert(account, newKey.row, MAX_KEYS, undefined, record)
    if (outcome === 'deleted') return fail({ kind: 'not-signed-in' })
    return outcome === 'added' ? ok(newKey.issued) : fail({ kind: 'too-many-keys', max: MAX_KEYS })
  }

  list(account: number): Promise<Key[]> {
    return this.store.list(account)
  }

  /** Creates a replacement key. The old key remains valid during the overlap, so that callers can switch. */
  async rotate(account: number, id: string, overlapHours: number): Promise<Result<IssuedKey, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    const state = keyState(key, now)
    if (state !== 'active') return fail({ kind: 'key-not-active', id, state })
    const newKey = makeKey(key.account, key, now)
    const replacedKey = { id, rotatedAt: now, expiresAt: now + overlapHours * 3_600_000 }
    const auditDetails = { new_key: newKey.issued.key.id, overlap_hours: overlapHours }
    const record = this.record(account, 'key.rotated', { subject: id, details: auditDetails })
    const outcome = await this.store.insert(key.account, newKey.row, MAX_KEYS, replacedKey, record)
    // The key was changed, rotated or revoked in the meantime. The second attempt copies the change or reports that the
    // key is inactive.
    if (outcome !== 'added') return await this.rotate(account, id, overlapHours)
    this.onChange()
    return ok(newKey.issued)
  }

  /** Renames a key or changes its restrictions. Running servers apply the change as quickly as a revocation. */
  async update(
    account: number,
    id: string,
    changes: GivenRestrictions & { readonly label?: string | null | undefined },
  ): Promise<Result<Key, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    const updateResult = await this.store.update(
      key,
      (current) => mergeKey(current, changes, now),
      (oldKey, newKey) => async (trx) => {
        for (const [action, eventDetails] of listKeyChanges(oldKey, newKey))
          await this.record(account, action, eventDetails)(trx)
      },
    )
    if (!updateResult) return fail({ kind: 'key-not-found', id })
    if (updateResult.ok) this.onChange()
    return updateResult
  }

  async revoke(account: number, id: string): Promise<Result<Key, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    await this.store.revoke(id, now, this.record(account, 'key.revoked', { subject: id }))
    this.onChange()
    return ok({ ...key, revokedAt: key.revokedAt ?? now })
  }

  /** Returns whether the account has the maximum number of usable keys. */
  async hasMax(account: number): Promise<boolean> {
    const now = this.clock.now()
    const keys = await this.store.list(account)
    const usableKeys = keys.filter((key) => key.keptAt !== null && ['active', 'expiring'].includes(keyState(key, now)))
    return usableKeys.length >= MAX_KEYS
  }

  private async findKey(account: number, id: string): Promise<Key | undefined> {
    return (await this.store.list(account)).find((key) => key.id === id)
  }
}
