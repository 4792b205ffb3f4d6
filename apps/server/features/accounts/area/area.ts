import type { Plans } from '../../../platform/config/plans.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Limiter } from '../../../platform/metering/limiter.ts'
import type { UsageStore } from '../../../platform/metering/store.ts'
import type { Account } from '../account.ts'
import type { Actor } from '../audit/audit.ts'
import type { AuditStore } from '../audit/audit-store.ts'
import { accountProblems } from '../failures.ts'
import type { AccountDeletion } from '../life/delete-account-store.ts'
import type { ExportStores } from '../life/export-account.ts'
import type { ExportLeases } from '../life/export-lease-store.ts'
import { toAccountFields, toIsoTime, toKeyIdentity, toLimits } from '../mapping.ts'
import type { PhoneService } from '../phone/phone-service.ts'
import type { AccountService } from '../service.ts'
import type { SignInService } from '../sign-in/sign-in.ts'

/** Dependencies of the operations in the account area, which owners use in the browser. */

export interface AccountAreaOptions {
  readonly service: AccountService
  readonly signIn: SignInService
  readonly phones: PhoneService
  readonly audit: AuditStore
  readonly exportStores: ExportStores
  readonly exportLeases: ExportLeases
  readonly deletion: AccountDeletion
  readonly usage: UsageStore
  readonly limiter: Limiter
  readonly flushUsage: () => Promise<void>
  readonly plans: Plans
  /** Origin of the account pages. */
  readonly publicUrl: string
}

export const ACCOUNT_AREA_DEFAULTS = {
  access: 'area',
  uncounted: true,
  // Account data must not be stored in browser or proxy caches.
  replyHeaders: { 'cache-control': 'no-store' },
  failures: accountProblems,
} as const

export const ACCOUNT_AREA_TAGS = ['Account area'] as const
export const SESSION_SECURITY = [{ session: [] }] as const

/** Returns the signed-in owner for the audit log. */
export function toOwner(caller: Caller): Actor {
  return { kind: 'owner', network: caller.kind === 'anonymous' ? caller.address : null }
}

interface AccountReplyOptions {
  readonly plans: Plans
  readonly service: AccountService
}

export async function toAccountReply(account: Account, { plans, service }: AccountReplyOptions) {
  const unacceptedKeys = await service.keptKeys.listUnkept(account.number)
  return {
    account: {
      ...toAccountFields(account),
      name: account.name,
      phone: account.phone,
      phone_proved: account.phoneProvedAt !== null,
      shares_traffic: account.sharesTraffic,
      proved_at: account.provedAt === null ? null : toIsoTime(account.provedAt),
    },
    limits: toLimits(plans[account.plan]),
    unkept_keys: unacceptedKeys.map(toKeyIdentity),
  }
}
