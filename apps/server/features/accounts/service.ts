import type { Clock } from '../../platform/clock.ts'
import { isPlanName, MAX_DAYS, type PlanName, type Plans, selfServePlans } from '../../platform/config/plans.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import type { Account, IssuedKey } from './account.ts'
import { createRandomString } from './api-key.ts'
import { type Actor, OPERATOR_ACTOR } from './audit/audit.ts'
import { createRecordAudit, type RecordAudit } from './audit/audit-store.ts'
import { parseEmail, parsePhone } from './contact.ts'
import type { AccountFailure } from './failures.ts'
import { KeptKeys } from './kept-keys/kept-keys-store.ts'
import { describeKey } from './keys/key-changes.ts'
import { KeyService, MAX_KEYS } from './keys/key-service.ts'
import { describeKeptKey, type KeyOrigin, makeKey, UNRESTRICTED_KEY } from './keys/new-key.ts'
import { toIsoTime } from './mapping.ts'
import { type GivenRestrictions, parseRestrictions } from './scopes/parse-restrictions.ts'
import type { AccountStore } from './store.ts'

const DAY_MS = 86_400_000

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
  readonly keys: KeyService
  readonly keptKeys: KeptKeys
  private readonly store: AccountStore
  private readonly plans: Plans
  private readonly clock: Clock
  private readonly onChange: () => void
  private readonly options: AccountServiceOptions
  private readonly record: RecordAudit

  constructor(options: AccountServiceOptions) {
    this.options = options
    this.store = options.store
    this.plans = options.plans
    this.clock = options.clock
    this.onChange = options.onChange ?? (() => {})
    const { store, clock, limiter, actor = OPERATOR_ACTOR } = options
    this.record = createRecordAudit(actor, clock)
    this.keys = new KeyService({ store: store.keys, clock, record: this.record, onChange: this.onChange })
    this.keptKeys = new KeptKeys({
      store,
      clock,
      limiter,
      actor,
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
    const now = this.clock.now()
    const restrictions = parseRestrictions(fields.restrictions, now)
    if (!restrictions.ok) return restrictions
    const existingAccount = await this.store.findByEmail(email)
    if (!existingAccount) {
      const key = { ...describeKeptKey(fields.label ?? null, now), ...restrictions.value }
      const accountResult = await this.createAccount(fields, fields.plan, key)
      return accountResult.ok
        ? ok({ ...accountResult.value, created: true, previousPlan: fields.plan, revokedKeys: 0, keptKeys: 0 })
        : accountResult
    }
    if (await this.keys.hasMax(existingAccount.number)) return fail({ kind: 'too-many-keys', max: MAX_KEYS })
    // Another key on the same plan does not start a new trial.
    const options = { keepKeys: fields.keepKeys, keepEnd: existingAccount.plan === fields.plan }
    const { account, ...settled } = await this.setPlan(existingAccount, fields.plan, options)
    const issuedKey = await this.keys.create(account.number, fields.label ?? null, fields.restrictions)
    if (!issuedKey.ok) return issuedKey
    return ok({ account, issued: issuedKey.value, created: false, previousPlan: existingAccount.plan, ...settled })
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
      const details = { from: account.plan, expires_at: expiresAt === null ? null : toIsoTime(expiresAt) }
      if (isChanged) await this.record(keys.number, 'plan.set', { subject: plan, details })(trx)
      return keys
    })
    this.onChange()
    return {
      account: { ...account, number: planChange.number, plan, expiresAt },
      revokedKeys: planChange.revokedCount,
      keptKeys: planChange.keptCount,
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
    const newKey = makeKey(0, key, this.clock.now())
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

  private getPlanExpiry(plan: PlanName): number | null {
    const { days } = this.plans[plan]
    return days === null ? null : this.clock.now() + days * DAY_MS
  }
}

function parseContact(fields: SignupFields): Result<{ email: string; phone: string | null }, AccountFailure> {
  const email = parseEmail(fields.email)
  if (!email) return fail({ kind: 'email-invalid', given: fields.email })
  const phone = fields.phone === undefined ? null : parsePhone(fields.phone)
  return phone === undefined ? fail({ kind: 'phone-invalid', given: fields.phone ?? '' }) : ok({ email, phone })
}
