import { AccountService } from '../../../apps/server/features/accounts/service.ts'
import { AccountStore } from '../../../apps/server/features/accounts/store.ts'
import { systemClock, toDay, toMonth } from '../../../apps/server/platform/clock.ts'
import { defaultPlans, type PlanName } from '../../../apps/server/platform/config/plans.ts'
import { UsageStore } from '../../../apps/server/platform/metering/store.ts'
import { type Database, openMigratedDatabase } from '../../../apps/server/platform/storage/database.ts'
import type { StoreSettings } from '../../support/servers/stores.ts'

/** Opens a store on disk directly, without the server. */
export async function withStore<T>(store: StoreSettings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openMigratedDatabase(store)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Creates a key for a new account outside the server, as an operator would. */
export function issueKey(store: StoreSettings, email: string, plan: PlanName, phone?: string): Promise<string> {
  return withStore(store, (database) => issueKeyIn(database, email, plan, phone))
}

/** Creates a key in a database that is already open. */
export async function issueKeyIn({ db }: Database, email: string, plan: PlanName, phone?: string): Promise<string> {
  const service = new AccountService({ store: new AccountStore(db), plans: defaultPlans(7), clock: systemClock })
  const issued = await service.issueByOperator({ email, plan, phone })
  if (!issued.ok) throw new Error(issued.failure.kind)
  return issued.value.issued.apiKey
}

/** Returns the number of stored calls of an operation. */
export function countStoredCalls(store: StoreSettings, email: string, operation: string): Promise<number> {
  return withStore(store, async ({ db }) => {
    const account = await new AccountStore(db).findByEmail(email)
    if (!account) throw new Error(`there is no account ${email}`)
    const lines = await new UsageStore(db).listSince(account.number, '0000-01-01')
    return lines.reduce((sum, line) => sum + (line.operation === operation ? line.calls : 0), 0)
  })
}

/** Returns the account's usage of this month from the database. */
export function writtenUsage(store: StoreSettings, email: string): Promise<number> {
  return withStore(store, async ({ db }) => {
    const account = await new AccountStore(db).findByEmail(email)
    if (!account) throw new Error(`there is no account ${email}`)
    return await new UsageStore(db).loadUsedUnits(account.number, toMonth(toDay(Date.now())))
  })
}
