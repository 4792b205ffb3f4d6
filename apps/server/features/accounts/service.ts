import type { Clock } from '../../platform/clock.ts'
import { isPlanName, MAX_DAYS, type PlanName, type Plans, selfServePlans } from '../../platform/config/plans.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { type Account, type IssuedKey, type Key, keyState, NO_SCOPES } from './account.ts'
import { createApiKey, createRandomString, hashKey, toKeyHint } from './api-key.ts'
import { type Actor, type AuditAction, type AuditEvent, OPERATOR_ACTOR } from './audit/audit.ts'
import { type AuditWriter, writeAudit } from './audit/audit-store.ts'
import { parseEmail, parsePhone } from './contact.ts'
import type { AccountFailure } from './failures.ts'
import { KeptKeys } from './kept-keys/kept-keys-store.ts'
import { type GivenRestrictions, parseRestrictions } from './scopes/parse-restrictions.ts'
import type { AccountStore, KeyChanges, NewKey } from './store.ts'

export const MAX_KEYS = 20
const DAY_MS = 86_400_000
export const DEFAULT_OVERLAP_HOURS = 24

export interface SignupFields {
  readonly email: string
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly plan?: string | undefined
  /** IPv4 address or IPv6 /64 of the request. */
  readonly network?: string | undefined
}

/** Numbers of revoked and kept keys that neither the owner nor the operator had accepted. */
export interface SignupKeyCounts {
  readonly revokedKeys: number
  readonly keptKeys: number
}

/** Result of the operator's `issue` command. */
export interface OperatorIssuedKey extends SignupKeyCounts {
  readonly account: Account
  readonly issued: IssuedKey
  readonly created: boolean
  /** Previous plan of an existing account, so that the operator notices a change. */
  readonly previousPlan: PlanName
}

export interface AccountServiceOptions {
  readonly store: AccountStore
  readonly plans: Plans
  readonly clock: Clock
  /** Limiter that receives the usage of accepted keys. */
  readonly limiter?: Limiter
  /** Actor that makes all changes through this service, for the audit log. The default is the operator. */
  readonly actor?: Actor
  /** Called after every change that running servers must apply immediately. */
  readonly onChange?: () => void
}

/** Performs account and key operations for owners and the operator. */
export class AccountService {
  readonly keptKeys: KeptKeys
  private readonly store: AccountStore
  private readonly plans: Plans
  private readonly clock: Clock
  private readonly onChange: () => void
  private readonly options: AccountServiceOptions
  private readonly actor: Actor

  constructor(options: AccountServiceOptions) {
    this.options = options
    this.actor = options.actor ?? OPERATOR_ACTOR
    this.store = options.store
    this.plans = options.plans
    this.clock = options.clock
    this.onChange = options.onChange ?? (() => {})
    const { store, clock, limiter } = options
    this.keptKeys = new KeptKeys({
      store,
      clock,
      limiter,
      actor: this.actor,
      trialDays: options.plans.trial.days,
      onChange: this.onChange,
    })
  }

  /** Returns a copy of this service that acts on behalf of another actor. */
  as(actor: Actor): AccountService {
    return new AccountService({ ...this.options, actor })
  }

  /** Checks a signup before it is counted. `free` is an older name for the trial plan. */
  checkSignup(fields: SignupFields): Result<SignupFields, AccountFailure> {
    const plan = fields.plan ?? 'trial'
    if (!isPlanName(plan)) return fail({ kind: 'plan-unknown', given: plan })
    if (!selfServePlans.includes(plan)) return fail({ kind: 'plan-not-self-serve', plan })
    const contact = parseContact(fields)
    return contact.ok ? ok(fields) : contact
  }

  async signup(fields: SignupFields): Promise<Result<{ account: Account; issued: IssuedKey }, AccountFailure>> {
    const check = this.checkSignup(fields)
    if (!check.ok) return check
    const key = { ...UNRESTRICTED_KEY, label: null, keptAt: null, network: fields.network ?? null }
    return await this.as({ kind: 'signup', network: key.network }).createAccount(fields, 'trial', key)
  }

  /**
   * Issues a key on behalf of the operator, for any plan. An existing account gets another key and switches to the
   * plan. Keys that neither the owner nor the operator has accepted are revoked, unless `keepKeys` is set.
   */
  async issueByOperator(
    fields: SignupFields & {
      plan: PlanName
      label?: string | undefined
      keepKeys?: boolean | undefined
      restrictions?: GivenRestrictions | undefined
    },
  ): Promise<Result<OperatorIssuedKey, AccountFailure>> {
    const email = parseEmail(fields.email)
    if (!email) return fail({ kind: 'email-invalid', given: fields.email })
    const restrictions = parseRestrictions(fields.restrictions, this.clock.now())
    if (!restrictions.ok) return restrictions
    const existingAccount = await this.store.findByEmail(email)
    if (!existingAccount) {
      const key = { ...this.describeKeptKey(fields.label), ...restrictions.value }
      const created = await this.createAccount(fields, fields.plan, key)
      return created.ok
        ? ok({ ...created.value, created: true, previousPlan: fields.plan, revokedKeys: 0, keptKeys: 0 })
        : created
    }
    if (await this.hasMaxKeys(existingAccount.number)) return fail({ kind: 'too-many-keys', max: MAX_KEYS })
    // Another key on the same plan does not start a new trial.
    const options = { keepKeys: fields.keepKeys, keepEnd: existingAccount.plan === fields.plan }
    const { account, ...settled } = await this.setPlan(existingAccount, fields.plan, options)
    const issuedKey = await this.createKey(account.number, fields.label ?? null, fields.restrictions)
    if (!issuedKey.ok) return issuedKey
    return ok({ account, issued: issuedKey.value, created: false, previousPlan: existingAccount.plan, ...settled })
  }

  /** Creates a key that the owner or the operator accepts implicitly. */
  async createKey(
    account: number,
    label: string | null,
    givenRestrictions?: GivenRestrictions,
  ): Promise<Result<IssuedKey, AccountFailure>> {
    const restrictions = parseRestrictions(givenRestrictions, this.clock.now())
    if (!restrictions.ok) return restrictions
    const newKey = this.makeKey(account, { ...this.describeKeptKey(label), ...restrictions.value })
    const record = this.record(account, 'key.created', describeKey(newKey.issued.key))
    const outcome = await this.store.insertKey(account, newKey.row, MAX_KEYS, undefined, record)
    if (outcome === 'deleted') return fail({ kind: 'not-signed-in' })
    return outcome === 'added' ? ok(newKey.issued) : fail({ kind: 'too-many-keys', max: MAX_KEYS })
  }

  listKeys(account: number): Promise<Key[]> {
    return this.store.listKeys(account)
  }

  /** Creates a replacement key. The old key remains valid during the overlap, so that callers can switch. */
  async rotateKey(account: number, id: string, overlapHours: number): Promise<Result<IssuedKey, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    const state = keyState(key, now)
    if (state !== 'active') return fail({ kind: 'key-not-active', id, state })
    const newKey = this.makeKey(key.account, key)
    const replacedKey = { id, rotatedAt: now, expiresAt: now + overlapHours * 3_600_000 }
    const details = { new_key: newKey.issued.key.id, overlap_hours: overlapHours }
    const record = this.record(account, 'key.rotated', { subject: id, details })
    const outcome = await this.store.insertKey(key.account, newKey.row, MAX_KEYS, replacedKey, record)
    // The key was changed, rotated or revoked in the meantime. The second attempt copies the change or reports that the
    // key is inactive.
    if (outcome !== 'added') return await this.rotateKey(account, id, overlapHours)
    this.onChange()
    return ok(newKey.issued)
  }

  /** Renames a key or changes its restrictions. Running servers apply the change as quickly as a revocation. */
  async updateKey(
    account: number,
    id: string,
    changes: GivenRestrictions & { readonly label?: string | null | undefined },
  ): Promise<Result<Key, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    const updated = await this.store.updateKey(
      key,
      (current) => mergeKey(current, changes, now),
      (oldKey, newKey) => async (trx) => {
        for (const [action, eventDetails] of listKeyChanges(oldKey, newKey))
          await this.record(account, action, eventDetails)(trx)
      },
    )
    if (!updated) return fail({ kind: 'key-not-found', id })
    if (updated.ok) this.onChange()
    return updated
  }

  async revokeKey(account: number, id: string): Promise<Result<Key, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    await this.store.revokeKey(id, now, this.record(account, 'key.revoked', { subject: id }))
    this.onChange()
    return ok({ ...key, revokedAt: key.revokedAt ?? now })
  }

  /** Sets the plan on behalf of the operator. Revokes signup keys that neither the owner nor the operator has accepted, unless `keepKeys` is set. */
  async setPlan(
    account: Account,
    plan: PlanName,
    options: { readonly keepKeys?: boolean | undefined; readonly keepEnd?: boolean } = {},
  ): Promise<SignupKeyCounts & { readonly account: Account }> {
    const expiresAt = options.keepEnd ? account.expiresAt : this.getPlanExpiry(plan)
    const planChange = await this.store.runInTransaction(async (trx) => {
      const keys = await this.keptKeys.settle(trx, account.number, options.keepKeys ?? false)
      await this.store.updatePlan(trx, keys.number, plan, expiresAt)
      const isChanged = account.plan !== plan || account.expiresAt !== expiresAt
      const details = { from: account.plan, expires_at: toIsoTime(expiresAt) }
      if (isChanged) await this.record(keys.number, 'plan.set', { subject: plan, details })(trx)
      return keys
    })
    this.onChange()
    return {
      account: { ...account, number: planChange.number, plan, expiresAt },
      revokedKeys: planChange.revoked,
      keptKeys: planChange.kept,
    }
  }

  /**
   * Extends a trial, from today if it has already ended. The new end is at most MAX_DAYS from today. An account without
   * an end date remains unchanged.
   */
  async extendTrial(account: Account, days: number): Promise<Account> {
    if (account.expiresAt === null) return account
    const now = this.clock.now()
    const expiresAt = Math.min(Math.max(account.expiresAt, now) + days * DAY_MS, now + MAX_DAYS * DAY_MS)
    const details = { days, expires_at: toIsoTime(expiresAt) }
    await this.store.updateTrialEnd(
      account.number,
      expiresAt,
      this.record(account.number, 'trial.extended', { details }),
    )
    this.onChange()
    return { ...account, expiresAt }
  }

  /** Sets whether the speeds of the account's vehicles may contribute to road speeds. */
  async setSharesTraffic(account: number, sharesTraffic: boolean): Promise<Result<undefined, AccountFailure>> {
    const record = this.record(account, 'traffic-sharing.set', { details: { shares_traffic: sharesTraffic } })
    if (!(await this.store.updateAccount(account, { sharesTraffic }, record))) return fail({ kind: 'not-signed-in' })
    this.onChange()
    return ok(undefined)
  }

  private async createAccount(
    fields: SignupFields,
    plan: PlanName,
    key: KeyOrigin,
  ): Promise<Result<{ account: Account; issued: IssuedKey }, AccountFailure>> {
    const contact = parseContact(fields)
    if (!contact.ok) return contact
    const { email, phone } = contact.value
    // The account has no number yet. The store sets the number.
    const newKey = this.makeKey(0, key)
    const account = await this.store.insertAccount(
      {
        id: `acc_${createRandomString(16)}`,
        email,
        name: fields.name?.trim() || null,
        phone,
        // A number that the operator enters counts as confirmed.
        phoneProvedAt: phone === null ? null : key.keptAt,
        plan,
        createdAt: this.clock.now(),
        expiresAt: this.getPlanExpiry(plan),
      },
      newKey.row,
      async (trx, number) => {
        await this.record(number, 'account.created', { subject: plan })(trx)
        await this.record(number, 'key.created', describeKey(newKey.issued.key))(trx)
      },
    )
    if (!account) return fail({ kind: 'email-taken' })
    return ok({ account, issued: { ...newKey.issued, key: { ...newKey.issued.key, account: account.number } } })
  }

  private record(
    account: number,
    action: AuditAction,
    eventDetails: Pick<AuditEvent, 'subject' | 'details'> = {},
  ): AuditWriter {
    return (trx) => writeAudit(trx, account, { ...eventDetails, action, actor: this.actor, at: this.clock.now() })
  }

  private getPlanExpiry(plan: PlanName): number | null {
    const { days } = this.plans[plan]
    return days === null ? null : this.clock.now() + days * DAY_MS
  }

  private async findKey(account: number, id: string): Promise<Key | undefined> {
    return (await this.store.listKeys(account)).find((key) => key.id === id)
  }

  private async hasMaxKeys(account: number): Promise<boolean> {
    const now = this.clock.now()
    const keys = await this.store.listKeys(account)
    const usableKeys = keys.filter((key) => key.keptAt !== null && ['active', 'expiring'].includes(keyState(key, now)))
    return usableKeys.length >= MAX_KEYS
  }

  private describeKeptKey(label: string | null = null): KeyOrigin {
    return { ...UNRESTRICTED_KEY, label, keptAt: this.clock.now(), network: null }
  }

  private makeKey(account: number, origin: KeyOrigin): { row: NewKey; issued: IssuedKey } {
    const apiKey = createApiKey()
    const key: Key = {
      id: `key_${createRandomString(12)}`,
      account,
      hint: toKeyHint(apiKey),
      label: origin.label?.trim() || null,
      createdAt: this.clock.now(),
      expiresAt: origin.expiresAt,
      rotatedAt: null,
      revokedAt: null,
      keptAt: origin.keptAt,
      network: origin.network,
      scopes: origin.scopes,
    }
    return { row: { ...key, hash: hashKey(apiKey) }, issued: { key, apiKey } }
  }
}

function describeKey(key: Key): Pick<AuditEvent, 'subject' | 'details'> {
  return { subject: key.id, details: { label: key.label, ...describeRestrictions(key) } }
}

function describeRestrictions({ scopes, expiresAt }: Key) {
  return { scopes, expires_at: toIsoTime(expiresAt) }
}

/**
 * Checks changes against the current key. Returns only the given fields, because other fields may change in the
 * meantime.
 */
function mergeKey(
  key: Key,
  changes: GivenRestrictions & { readonly label?: string | null | undefined },
  now: number,
): Result<KeyChanges, AccountFailure> {
  const { id } = key
  const state = keyState(key, now)
  if (state === 'revoked' || state === 'expired') return fail({ kind: 'key-ended', id, state })
  if (key.rotatedAt !== null && key.expiresAt !== null && changes.expiresAt !== undefined) {
    return fail({ kind: 'key-rotated', id, expiresAt: new Date(key.expiresAt).toISOString() })
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

function listKeyChanges(oldKey: Key, newKey: Key): [AuditAction, Pick<AuditEvent, 'subject' | 'details'>][] {
  const changes: ReturnType<typeof listKeyChanges> = []
  const subject = oldKey.id
  if (oldKey.label !== newKey.label) {
    changes.push(['key.renamed', { subject, details: { from: oldKey.label, to: newKey.label } }])
  }
  const [from, to] = [describeRestrictions(oldKey), describeRestrictions(newKey)]
  if (JSON.stringify(from) !== JSON.stringify(to)) changes.push(['key.rescoped', { subject, details: { from, to } }])
  return changes
}

function toIsoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

function parseContact(fields: SignupFields): Result<{ email: string; phone: string | null }, AccountFailure> {
  const email = parseEmail(fields.email)
  if (!email) return fail({ kind: 'email-invalid', given: fields.email })
  const phone = fields.phone === undefined ? null : parsePhone(fields.phone)
  return phone === undefined ? fail({ kind: 'phone-invalid', given: fields.phone ?? '' }) : ok({ email, phone })
}

/** Properties of a new key that depend on its creator. */
type KeyOrigin = Pick<Key, 'label' | 'keptAt' | 'network' | 'expiresAt' | 'scopes'>

const UNRESTRICTED_KEY = { expiresAt: null, scopes: NO_SCOPES } as const
