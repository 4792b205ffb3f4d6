import type { FastifyBaseLogger } from 'fastify'
import type { Feature } from '../../operations/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { announcer, type LimitMemory } from '../../platform/metering/limit-memory.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import type { UsageStore } from '../../platform/metering/store.ts'
import type { Mailer } from '../../platform/notifications/mail/mail.ts'
import { sendCodes } from '../../platform/notifications/mail/sign-in-mail.ts'
import type { Database } from '../../platform/storage/database.ts'
import { accountOperations } from './area/account-operations.ts'
import { keyOperations } from './area/key-operations.ts'
import { settingOperations } from './area/setting-operations.ts'
import { signInOperations } from './area/sign-in-operations.ts'
import { signupOperation, usageOperation } from './operations.ts'
import { AccountService } from './service.ts'
import { SignIn } from './sign-in/sign-in.ts'
import { SignInStore } from './sign-in/store.ts'
import type { AccountStore } from './store.ts'

export interface AccountsOptions {
  readonly config: Config
  readonly clock: Clock
  readonly database: Database
  readonly store: AccountStore
  readonly usage: UsageStore
  readonly limiter: Limiter
  readonly flushUsage: () => Promise<void>
  /** Announces changes of accounts and keys to all threads. */
  readonly memory: LimitMemory
  readonly mailer: Mailer
  readonly logger: FastifyBaseLogger
}

/** Accounts, keys, usage and the account area. */
export function accountsFeature(options: AccountsOptions): Feature {
  const { config, clock, database, store, usage, limiter, flushUsage, memory, mailer, logger } = options
  const { plans, publicUrl } = config
  const service = new AccountService({ store, plans, clock, onChange: announcer(memory) })
  const sendCode = sendCodes(mailer, logger)
  const signIn = new SignIn({ accounts: store, store: new SignInStore(database.db), clock, sendCode })
  const shared = { service, usage, limiter, plans, flushUsage }
  const own = { ...shared, store, quotaAlertPct: config.quotaAlertPct, sendsTexts: config.textProvider !== 'none' }
  const area = { ...shared, signIn, publicUrl }
  return {
    operations: [
      signupOperation(own),
      usageOperation(own),
      ...signInOperations(area),
      ...accountOperations(area),
      ...settingOperations(area),
      ...keyOperations(area),
    ],
  }
}
