import { FenceSet, type WatchRules } from '@fairway/tracking'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { isPostgres } from '../../../platform/storage/kinds.ts'
import { incrementRevision } from '../../../platform/storage/revisions.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { type Geofence, toFence, toGeofence } from '../geofences/geofence.ts'
import { type EventSettings, toConditions } from './settings.ts'

/** Webhook that receives the events of its account. */
interface EventReceiver {
  readonly webhook: number
  /** Event types to deliver, or undefined for all types. */
  readonly types: ReadonlySet<string> | undefined
}

/** Rules of an account, and the webhooks that receive its events. */
export interface AccountRules {
  readonly watch: WatchRules
  readonly geofences: ReadonlyMap<string, Geofence>
  readonly receivers: readonly EventReceiver[]
}

interface CachedRules {
  readonly version: number
  /** Rules of the account, or undefined if it has none. */
  readonly rules: AccountRules | undefined
}

/** Maximum number of cached accounts. With more accounts, the least recently used rules are loaded again. */
const MAX_CACHED_ACCOUNTS = 1000

export const toRulesKey = (account: number) => `rules:${account}`

/** Changes geofences, settings or webhooks. Positions written afterward use the new rules. */
export async function changeRules<T>(
  db: Kysely<Tables>,
  account: number,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (trx) => {
    await incrementRevision(trx, toRulesKey(account))
    return await work(trx)
  })
}

/**
 * Caches the rules of accounts, prepared for evaluating positions. Each write of positions compares rule versions in
 * its transaction. A new rule therefore applies to the next position on every server.
 */
export class RulesCache {
  private readonly cached = new Map<number, CachedRules>()

  /** Loads the rules of accounts. The result omits accounts without rules. */
  async load(trx: Transaction<Tables>, accounts: readonly number[]): Promise<Map<number, AccountRules>> {
    const versions = await selectRevisions(trx, accounts.map(toRulesKey))
    const loadedRules = new Map<number, AccountRules>()
    for (const { name, value } of versions) {
      const account = Number(name.slice(name.indexOf(':') + 1))
      const rules = await this.loadAccount(trx, account, value)
      if (rules) loadedRules.set(account, rules)
    }
    return loadedRules
  }

  private async loadAccount(
    trx: Transaction<Tables>,
    account: number,
    version: number,
  ): Promise<AccountRules | undefined> {
    const cached = this.cached.get(account)
    this.cached.delete(account)
    const current = cached?.version === version ? cached : { version, rules: await readRules(trx, account) }
    this.cached.set(account, current)
    const [oldest] = this.cached.keys()
    if (this.cached.size > MAX_CACHED_ACCOUNTS && oldest !== undefined) this.cached.delete(oldest)
    return current.rules
  }
}

/** Reads revisions. Every push executes this statement, and building it takes longer than executing it. */
async function selectRevisions(trx: Transaction<Tables>, names: readonly string[]) {
  const query = isPostgres(trx)
    ? CompiledQuery.raw(`${SELECT_REVISIONS} = any($1::text[])`, [names])
    : CompiledQuery.raw(`${SELECT_REVISIONS} in (select value from json_each(?))`, [JSON.stringify(names)])
  return (await trx.executeQuery<{ readonly name: string; readonly value: number }>(query)).rows
}

const SELECT_REVISIONS = 'select name, value from revisions where name'

async function readRules(trx: Transaction<Tables>, account: number): Promise<AccountRules | undefined> {
  const rows = await trx.selectFrom('geofences').selectAll().where('account', '=', account).orderBy('number').execute()
  const settingsRow = await trx
    .selectFrom('event_settings')
    .select('settings')
    .where('account', '=', account)
    .executeTakeFirst()
  const conditions = settingsRow && toConditions(JSON.parse(settingsRow.settings) as EventSettings)
  if (rows.length === 0 && !conditions) return undefined
  const webhooks = await trx
    .selectFrom('webhooks')
    .select(['number', 'events'])
    .where('account', '=', account)
    .where('enabled', '=', 1)
    .orderBy('number')
    .execute()
  const geofences = rows.map(toGeofence)
  return {
    watch: { fences: new FenceSet(geofences.map(toFence)), conditions },
    geofences: new Map(geofences.map((geofence) => [geofence.id, geofence])),
    receivers: webhooks.map(({ number, events }) => ({
      webhook: number,
      types: events === null ? undefined : new Set(JSON.parse(events) as string[]),
    })),
  }
}
