import { type Clock, dayOf, monthOf } from '../../platform/clock.ts'
import type { Plans } from '../../platform/config/plans.ts'
import { frameProblems } from '../../platform/http/frame-problems.ts'
import { refuse } from '../../platform/http/problem.ts'
import { errors } from '../../platform/http/schemas.ts'
import type { App } from '../../platform/http/server.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import type { UsageStore } from '../../platform/metering/store.ts'
import { accountProblems } from './failures.ts'
import { maskPhone, sumBy, toAccountFields, toLimits, toLiveTracking, toQuota } from './mapping.ts'
import { SignupBody, SignupReply, UsageReply } from './schemas.ts'
import type { AccountService } from './service.ts'
import type { AccountStore } from './store.ts'

export interface AccountRoutesOptions {
  readonly service: AccountService
  readonly store: AccountStore
  readonly usage: UsageStore
  readonly limiter: Limiter
  /** Writes the counts of every thread, so that the reply includes the caller's latest call. */
  readonly flushUsage: () => Promise<void>
  readonly plans: Plans
  readonly clock: Clock
  readonly quotaAlertPct: number
  /** Whether an SMS sender is configured. */
  readonly sendsTexts: boolean
}

export function accountRoutes(app: App, options: AccountRoutesOptions): void {
  const { service, store, usage, limiter, plans, clock } = options

  app.post(
    '/v1/account/signup',
    {
      config: { operation: { name: 'account.signup', access: 'public', uncounted: true } },
      schema: {
        operationId: 'signup',
        tags: ['Accounts'],
        summary: 'Create an account and a key',
        description: 'Creates an account on the trial plan from an e-mail address. The key is shown once.',
        security: [],
        body: SignupBody,
        response: {
          200: { description: 'The account and its key.', ...SignupReply },
          ...errors(400, 403, 409, 413, 422),
        },
      },
    },
    async (request, reply) => {
      const created = await service.signup(request.body)
      if (!created.ok) return refuse(reply, accountProblems, created.failure)
      const { account, issued } = created.value
      reply.header('cache-control', 'no-store')
      return { account: toAccountFields(account), api_key: issued.apiKey, limits: toLimits(plans[account.plan]) }
    },
  )

  app.get(
    '/v1/account/usage',
    {
      config: { operation: { name: 'account.usage', access: 'key', uncounted: true } },
      schema: {
        operationId: 'usage',
        tags: ['Accounts'],
        summary: 'Plan, quota and usage of the key',
        description: 'The limits of the account of the key, and its usage this month.',
        security: [{ key: [] }],
        response: { 200: { description: 'Plan, quota and usage.', ...UsageReply }, ...errors(401) },
      },
    },
    async (request, reply) => {
      const { caller } = request
      if (caller.kind !== 'account') return refuse(reply, frameProblems, { kind: 'key-missing' })
      reply.header('cache-control', 'no-store')
      await options.flushUsage()
      const now = clock.now()
      const month = monthOf(dayOf(now))
      const [used, lines, account] = await Promise.all([
        limiter.used(caller.account, month),
        usage.listSince(caller.account, `${month}-01`),
        store.findByNumber(caller.account),
      ])
      return {
        plan: caller.plan,
        quota: toQuota(caller.terms, used, now),
        rate: { per_second: caller.terms.perSecond, burst: caller.terms.burst },
        usage: { by_operation: sumBy(lines, 'operation'), by_day: sumBy(lines, 'day') },
        live_tracking: toLiveTracking(caller.terms.live),
        phone_alert: {
          phone: maskPhone(account?.phone ?? null),
          at_pct: options.quotaAlertPct,
          enabled: options.sendsTexts && caller.hasPhone,
        },
      }
    },
  )
}
