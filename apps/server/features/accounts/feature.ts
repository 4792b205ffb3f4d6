import type { FastifyBaseLogger } from 'fastify'
import type { Feature } from '../../operations/feature.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { createRevisionNotifier, type LimitMemory } from '../../platform/metering/limit-memory.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import type { UsageStore } from '../../platform/metering/store.ts'
import type { Mailer } from '../../platform/notifications/mail/mail.ts'
import { createCodeSender } from '../../platform/notifications/mail/sign-in-mail.ts'
import type { Database } from '../../platform/storage/database.ts'
import { areaOperations } from './area/area-operations.ts'
import { openLifeStores } from './life/life-stores.ts'
import { addLocalKeyRoutes } from './local-key/routes.ts'
import { signupOperation, usageOperation } from './operations.ts'
import { PhoneService } from './phone/phone-service.ts'
import { AccountService } from './service.ts'
import { SignInService } from './sign-in/sign-in.ts'
import { SignInStore } from './sign-in/store.ts'
import { SignupLimit } from './signup-limit-store.ts'
import type { AccountStore } from './store.ts'

export interface AccountsFeatureOptions {
  readonly config: Config
  readonly clock: Clock
  readonly database: Database
  readonly store: AccountStore
  readonly usage: UsageStore
  readonly limiter: Limiter
  readonly flushUsage: () => Promise<void>
  /** Shared memory through which all threads learn about changes to accounts and keys. */
  readonly limitMemory: LimitMemory
  readonly mailer: Mailer
  readonly logger: FastifyBaseLogger
}

/** Creates the feature for accounts, keys, usage and the account area. */
export function accountsFeature(options: AccountsFeatureOptions): Feature {
  const { config, clock, database, store, usage, limiter, flushUsage, limitMemory, mailer, logger } = options
  const { plans, publicUrl } = config
  const onChange = createRevisionNotifier(limitMemory)
  const service = new AccountService({ store, plans, clock, limiter, onChange })
  const sendCode = createCodeSender(mailer, logger)
  const proveAddress = (email: string, network: string | null) =>
    service.as({ kind: 'owner', network }).keptKeys.prove(email)
  const signInStore = new SignInStore(database.db)
  const signIn = new SignInService({ accounts: store, store: signInStore, clock, proveAddress, sendCode })
  const sharedOptions = { service, usage, limiter, plans, flushUsage }
  const operationOptions = {
    ...sharedOptions,
    store,
    signupLimit: new SignupLimit(database.db, config.signupsPerHour),
    quotaAlertPct: config.quotaAlertPct,
    sendsSms: config.textProvider !== 'none',
  }
  const phones = new PhoneService({ config, clock, database, accounts: store, onChange })
  const onError = (error: unknown) =>
    logger.warn(
      { why: (error as Error).message },
      'the data of a deleted account could not be deleted yet; the deletion will be retried',
    )
  const life = openLifeStores(database, { onChange, onError })
  const area = { ...sharedOptions, signIn, phones, publicUrl, ...life }
  return {
    operations: [signupOperation(operationOptions), usageOperation(operationOptions), ...areaOperations(area)],
    routes: (app) => addLocalKeyRoutes(app, { service, store, isEnabled: config.localKeys }),
  }
}
