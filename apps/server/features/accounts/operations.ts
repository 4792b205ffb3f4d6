import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { jsonReply } from '../../operations/reply.ts'
import { toDay, toMonth } from '../../platform/clock.ts'
import type { Plans } from '../../platform/config/plans.ts'
import { collectWarnings } from '../../platform/http/body/own-warnings.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import type { UsageStore } from '../../platform/metering/store.ts'
import { fail } from '../../platform/result.ts'
import { accountProblems } from './failures.ts'
import { maskPhone, sumUsageBy, toAccountFields, toLimits, toLiveTrackingLimits, toQuota } from './mapping.ts'
import { SignupBody, SignupReply, UsageReply } from './schemas.ts'
import type { AccountService } from './service.ts'
import type { SignupLimit } from './signup-limit-store.ts'
import type { AccountStore } from './store.ts'

export interface AccountOperationsOptions {
  readonly service: AccountService
  readonly store: AccountStore
  readonly usage: UsageStore
  readonly limiter: Limiter
  /** Writes the usage counts of every thread to the database, so that the reply includes the caller's latest call. */
  readonly flushUsage: () => Promise<void>
  readonly plans: Plans
  readonly signupLimit: SignupLimit
  readonly quotaAlertPct: number
  /** Whether an SMS sender is configured. */
  readonly sendsSms: boolean
}

const FREE_PLAN_WARNING =
  'plan is "free", which is no longer self-serve; the account is on the trial plan instead. Ask the operator for another plan.'
const NO_STORE_HEADERS = { headers: { 'cache-control': 'no-store' } }

export function signupOperation({ service, plans, signupLimit }: AccountOperationsOptions): Operation {
  return defineOperation({
    name: 'account.signup',
    method: 'POST',
    idempotent: false,
    path: '/v1/account/signup',
    access: 'public',
    uncounted: true,
    docs: {
      operationId: 'signup',
      tags: ['Accounts'],
      summary: 'Create an account and a key',
      description:
        'Creates an account on the trial plan for an email address. The key is shown only once and works immediately. Until the owner of the address signs in and keeps the key, the key can access only data that was created with it. It also shares its rate limit with other unconfirmed keys from the same network.',
      security: [],
    },
    body: SignupBody,
    reply: { description: 'The new account and its key.', schema: SignupReply },
    errors: [400, 403, 409, 413, 422],
    failures: accountProblems,
    async handle({ body }, context) {
      const { caller } = context
      const network = caller.kind === 'anonymous' ? caller.address : undefined
      const fields = service.checkSignup({ ...body, network })
      if (!fields.ok) return fields
      const excess = network === undefined ? undefined : await signupLimit.count(network, context.now())
      if (excess && network !== undefined) {
        const retryAfterSeconds = Math.max(1, Math.ceil(excess.waitMs / 1000))
        return fail({ kind: 'too-many-signups', network, perHour: excess.perHour, retryAfterSeconds })
      }
      const signupResult = await service.signup(fields.value)
      if (!signupResult.ok) return signupResult
      const { account, issued } = signupResult.value
      const warnings = collectWarnings(context, body.plan === 'free' ? [FREE_PLAN_WARNING] : [])
      const reply = {
        account: toAccountFields(account),
        api_key: issued.apiKey,
        limits: toLimits(plans[account.plan]),
        ...(warnings && { warnings }),
      }
      return jsonReply(reply, NO_STORE_HEADERS)
    },
  })
}

export function usageOperation(options: AccountOperationsOptions): Operation {
  const { store, usage, limiter } = options
  return defineOperation({
    name: 'account.usage',
    method: 'GET',
    path: '/v1/account/usage',
    access: 'key',
    uncounted: true,
    docs: {
      operationId: 'usage',
      tags: ['Accounts'],
      summary: 'Get your plan, quota and usage',
      description: 'Returns the limits that apply to the key, and the usage that counts toward them this month.',
      security: [{ key: [] }],
    },
    reply: { description: 'Plan, quota and usage.', schema: UsageReply },
    errors: [401],
    async handle(_input, context) {
      const { caller } = context
      await options.flushUsage()
      const now = context.now()
      const month = toMonth(toDay(now))
      const [usedUnits, usageLines, account] = await Promise.all([
        limiter.getUsedUnits(caller.account, month),
        usage.listSince(caller.account, `${month}-01`),
        store.findByNumber(caller.account),
      ])
      const reply = {
        plan: caller.plan,
        quota: toQuota(caller.terms, usedUnits, now),
        rate: { per_second: caller.terms.perSecond, burst: caller.terms.burst },
        usage: { by_operation: sumUsageBy(usageLines, 'operation'), by_day: sumUsageBy(usageLines, 'day') },
        live_tracking: toLiveTrackingLimits(caller.terms.live),
        phone_alert: {
          phone: maskPhone(account?.phone ?? null),
          at_pct: options.quotaAlertPct,
          enabled: options.sendsSms && caller.hasPhone,
        },
      }
      return jsonReply(reply, NO_STORE_HEADERS)
    },
  })
}
