import type { Clock } from '../../platform/clock.ts'
import { isPlanName, MAX_DAYS, type PlanName, type Plans, selfServePlans } from '../../platform/config/plans.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { type Account, type IssuedKey, type Key, keyState } from './account.ts'
import { createApiKey, createRandomString, hashKey, toKeyHint } from './api-key.ts'
import { parseEmail, parsePhone } from './contact.ts'
import type { AccountFailure } from './failures.ts'
import type { AccountStore, NewKey } from './store.ts'

export const MAX_KEYS = 20
const DAY_MS = 86_400_000
export const DEFAULT_OVERLAP_HOURS = 24

export interface SignupFields {
  readonly email: string
  readonly name?: string | undefined
  readonly phone?: string | undefined
  readonly plan?: string | undefined
}

/** The result of the operator's `issue` command. */
export interface OperatorIssuedKey {
  readonly account: Account
  readonly issued: IssuedKey
  readonly created: boolean
  /** The previous plan of an existing account, so that the operator sees a change. */
  readonly previousPlan: PlanName
}

export interface AccountServiceOptions {
  readonly store: AccountStore
  readonly plans: Plans
  readonly clock: Clock
  /** Called after every change that running servers must apply at once. */
  readonly onChange?: () => void
}

/** Account and key operations for owners and the operator. */
export class AccountService {
  private readonly store: AccountStore
  private readonly plans: Plans
  private readonly clock: Clock
  private readonly onChange: () => void

  constructor(options: AccountServiceOptions) {
    this.store = options.store
    this.plans = options.plans
    this.clock = options.clock
    this.onChange = options.onChange ?? (() => {})
  }

  /** `free` is an older name for the trial. */
  async signup(fields: SignupFields): Promise<Result<{ account: Account; issued: IssuedKey }, AccountFailure>> {
    const plan = fields.plan ?? 'trial'
    if (!isPlanName(plan)) return fail({ kind: 'plan-unknown', given: plan })
    if (!selfServePlans.includes(plan)) return fail({ kind: 'plan-not-self-serve', plan })
    return await this.createAccount(fields, 'trial')
  }

  /**
   * Issues a key on behalf of the operator, for any plan. An existing account gets another key and is switched to the
   * plan.
   */
  async issueByOperator(
    fields: SignupFields & { plan: PlanName; label?: string | undefined },
  ): Promise<Result<OperatorIssuedKey, AccountFailure>> {
    const email = parseEmail(fields.email)
    if (!email) return fail({ kind: 'email-invalid', given: fields.email })
    const existing = await this.store.findByEmail(email)
    if (!existing) {
      const created = await this.createAccount(fields, fields.plan, fields.label)
      return created.ok ? ok({ ...created.value, created: true, previousPlan: fields.plan }) : created
    }
    const issuedKey = await this.createKey(existing.number, fields.label ?? null)
    if (!issuedKey.ok) return issuedKey
    const account = existing.plan === fields.plan ? existing : await this.setPlan(existing, fields.plan)
    return ok({ account, issued: issuedKey.value, created: false, previousPlan: existing.plan })
  }

  async createKey(account: number, label: string | null): Promise<Result<IssuedKey, AccountFailure>> {
    const newKey = this.makeKey(label)
    const outcome = await this.store.insertKey(account, newKey.row, MAX_KEYS)
    return outcome === 'added' ? ok(newKey.issued) : fail({ kind: 'too-many-keys', max: MAX_KEYS })
  }

  listKeys(account: number): Promise<Key[]> {
    return this.store.listKeys(account)
  }

  /** Creates a replacement key. The old key works during the overlap, so that callers can switch. */
  async rotateKey(account: number, id: string, overlapHours: number): Promise<Result<IssuedKey, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    const state = keyState(key, now)
    if (state !== 'active') return fail({ kind: 'key-not-active', id, state })
    const newKey = this.makeKey(key.label)
    const replacedKey = { id, expiresAt: now + overlapHours * 3_600_000 }
    const outcome = await this.store.insertKey(account, newKey.row, MAX_KEYS, replacedKey)
    // Another rotation or a revocation happened in between. The second attempt reports which one, because the key
    // cannot become active again.
    if (outcome !== 'added') return await this.rotateKey(account, id, overlapHours)
    this.onChange()
    return ok(newKey.issued)
  }

  async revokeKey(account: number, id: string): Promise<Result<Key, AccountFailure>> {
    const key = await this.findKey(account, id)
    if (!key) return fail({ kind: 'key-not-found', id })
    const now = this.clock.now()
    await this.store.revokeKey(account, id, now)
    this.onChange()
    return ok({ ...key, revokedAt: key.revokedAt ?? now })
  }

  async setPlan(account: Account, plan: PlanName): Promise<Account> {
    const expiresAt = this.getPlanExpiry(plan)
    await this.store.updateAccount(account.number, { plan, expiresAt })
    this.onChange()
    return { ...account, plan, expiresAt }
  }

  /**
   * Counts from today when the trial has already ended; the latest end is MAX_DAYS from today. An account without an
   * end date stays without one.
   */
  async extendTrial(account: Account, days: number): Promise<Account> {
    if (account.expiresAt === null) return account
    const now = this.clock.now()
    const expiresAt = Math.min(Math.max(account.expiresAt, now) + days * DAY_MS, now + MAX_DAYS * DAY_MS)
    await this.store.updateAccount(account.number, { expiresAt })
    this.onChange()
    return { ...account, expiresAt }
  }

  async setPhone(account: number, input: string | null): Promise<Result<string | null, AccountFailure>> {
    const phone = input === null ? null : parsePhone(input)
    if (phone === undefined) return fail({ kind: 'phone-invalid', given: input ?? '' })
    await this.store.updateAccount(account, { phone })
    this.onChange()
    return ok(phone)
  }

  /** Whether the speeds of its vehicles may contribute to road speeds. */
  async setSharesTraffic(account: number, sharesTraffic: boolean): Promise<void> {
    await this.store.updateAccount(account, { sharesTraffic })
    this.onChange()
  }

  private async createAccount(
    fields: SignupFields,
    plan: PlanName,
    label: string | null = null,
  ): Promise<Result<{ account: Account; issued: IssuedKey }, AccountFailure>> {
    const email = parseEmail(fields.email)
    if (!email) return fail({ kind: 'email-invalid', given: fields.email })
    const phone = fields.phone === undefined ? null : parsePhone(fields.phone)
    if (phone === undefined) return fail({ kind: 'phone-invalid', given: fields.phone ?? '' })
    const newKey = this.makeKey(label)
    const account = await this.store.insertAccount(
      {
        id: `acc_${createRandomString(16)}`,
        email,
        name: fields.name?.trim() || null,
        phone,
        plan,
        createdAt: this.clock.now(),
        expiresAt: this.getPlanExpiry(plan),
      },
      newKey.row,
    )
    return account ? ok({ account, issued: newKey.issued }) : fail({ kind: 'email-taken' })
  }

  private getPlanExpiry(plan: PlanName): number | null {
    const { days } = this.plans[plan]
    return days === null ? null : this.clock.now() + days * DAY_MS
  }

  private async findKey(account: number, id: string): Promise<Key | undefined> {
    return (await this.store.listKeys(account)).find((key) => key.id === id)
  }

  private makeKey(label: string | null): { row: NewKey; issued: IssuedKey } {
    const apiKey = createApiKey()
    const key: Key = {
      id: `key_${createRandomString(12)}`,
      hint: toKeyHint(apiKey),
      label: label?.trim() || null,
      createdAt: this.clock.now(),
      expiresAt: null,
      revokedAt: null,
    }
    const { id, hint, createdAt } = key
    return { row: { id, hash: hashKey(apiKey), hint, label: key.label, createdAt }, issued: { key, apiKey } }
  }
}
