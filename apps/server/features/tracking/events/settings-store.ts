import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import { changeRules } from './rules-store.ts'
import type { EventSettings } from './settings.ts'

/** Stores the enabled event types of accounts. */
export class EventSettingsStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  async get(account: number): Promise<EventSettings> {
    const row = await this.db
      .selectFrom('event_settings')
      .select('settings')
      .where('account', '=', account)
      .executeTakeFirst()
    return row ? (JSON.parse(row.settings) as EventSettings) : {}
  }

  async set(account: number, newSettings: EventSettings): Promise<void> {
    const settings = JSON.stringify(newSettings)
    await changeRules(this.db, account, async (trx) => {
      await trx
        .insertInto('event_settings')
        .values({ account, settings })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ settings }))
        .execute()
    })
  }
}
