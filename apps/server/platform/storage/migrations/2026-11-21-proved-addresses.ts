import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the confirmation times of email addresses and keys. Existing keys count as confirmed, except those that may come
 * from an unconfirmed signup. An unconfirmed key is the only key of a trial account that nobody has ever signed in to,
 * and was created together with the account.
 */
export const provedAddressesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('proved_at', 'bigint').execute()
    await db.schema.alterTable('accounts').addColumn('detached_from', 'integer').execute()
    await db.schema.createIndex('accounts_detached').on('accounts').column('detached_from').execute()
    await db.schema.alterTable('keys').addColumn('kept_at', 'bigint').execute()
    await db.schema.alterTable('keys').addColumn('network', 'text').execute()
    await sql`update accounts set proved_at =
      (select min(sessions.created_at) from sessions where sessions.account = accounts.number)`.execute(db)
    await sql`update accounts set proved_at =
      (select min(used_at) from sign_in_codes where sign_in_codes.account = accounts.number)
      where proved_at is null`.execute(db)
    await sql`update keys set kept_at = created_at where not exists (
      select 1 from accounts
      where accounts.number = keys.account and accounts.plan in ('trial', 'free') and accounts.proved_at is null
        and abs(accounts.created_at - keys.created_at) <= 1000
        and (select count(*) from keys others where others.account = accounts.number) = 1)`.execute(db)
  },

  /** Version 0.1 would give the keys that the owner never accepted access to the account, so these keys are revoked. */
  async down(db: Kysely<unknown>) {
    await sql`update keys set revoked_at = ${Date.now()} where kept_at is null and revoked_at is null and exists (
      select 1 from accounts where accounts.number = keys.account and accounts.proved_at is not null)`.execute(db)
    await db.schema.dropIndex('accounts_detached').execute()
    for (const column of ['proved_at', 'detached_from'])
      await db.schema.alterTable('accounts').dropColumn(column).execute()
    for (const column of ['kept_at', 'network']) await db.schema.alterTable('keys').dropColumn(column).execute()
  },
}
