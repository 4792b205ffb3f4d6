import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Plans } from '../../../platform/config/plans.ts'
import type { Limiter } from '../../../platform/metering/limiter.ts'
import type { UsageStore } from '../../../platform/metering/store.ts'
import type { Account } from '../account.ts'
import { toAccountFields, toLimits } from '../mapping.ts'
import type { AccountService } from '../service.ts'
import type { SignIn } from '../sign-in/sign-in.ts'

/** Shared by the routes of the account area. */

export interface AreaOptions {
  readonly service: AccountService
  readonly signIn: SignIn
  readonly usage: UsageStore
  readonly limiter: Limiter
  readonly flushUsage: () => Promise<void>
  readonly plans: Plans
  readonly clock: Clock
  /** The origin of the account pages. An https URL makes the cookie Secure. */
  readonly publicUrl: string
}

export const COOKIE = 'fairway_session'
export const AREA = { tags: ['Account area'] }

export function areaOperation(name: string) {
  return { config: { operation: { name: `area.${name}`, access: 'area', uncounted: true } as const } }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account, set by the session check of the account area. */
    holder: Account | null
  }
}

export function holderOf(request: FastifyRequest): Account {
  if (!request.holder) throw new Error('a route of the account area was reached without a session')
  return request.holder
}

export function toAccountReply(account: Account, plans: Plans) {
  return {
    account: {
      ...toAccountFields(account),
      name: account.name,
      phone: account.phone,
      shares_traffic: account.sharesTraffic,
    },
    limits: toLimits(plans[account.plan]),
  }
}
