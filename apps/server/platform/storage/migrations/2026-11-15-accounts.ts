import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../kinds.ts'

/**
 * Creates the tables for accounts, keys, usage, sign-in and the outbox. Only the auto-increment column differs between
 * the databases.
 */
export function accountsMigration(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createAccounts(db, kind)
      await createUsage(db)
      await createSignIn(db)
      await createOutbox(db)
      await createRevisions(db)
    },
  }
}

async function createAccounts(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await addNumberColumn(db.schema.createTable('accounts'), kind)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('phone', 'text')
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()

  await db.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema.createIndex('keys_by_account').on('keys').column('account').execute()
}

async function createUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage')
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_key', ['account', 'day', 'operation'])
    .execute()

  await db.schema
    .createTable('usage_months')
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_months_key', ['account', 'month'])
    .execute()
}

async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('account', 'integer', (column) => column.references('accounts.number'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema.createIndex('sign_in_codes_by_email').on('sign_in_codes').columns(['email', 'created_at']).execute()

  await db.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_until', 'bigint')
    .addColumn('unknown_since', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('outbox_once_a_month', ['account', 'kind', 'month'])
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'next_attempt_at']).execute()
}

async function createRevisions(db: Kysely<unknown>): Promise<void> {
  const revisions = db.schema
    .createTable('revisions')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bigint', (column) => column.notNull())
  await revisions.execute()
}

function addNumberColumn<T extends string>(table: CreateTableBuilder<T>, kind: DatabaseKind): CreateTableBuilder<T> {
  // SQLite would reuse plain row ids. The number of a deleted account must not be reused, because its counters still
  // exist.
  return kind === 'postgres'
    ? (table.addColumn('number', 'serial', (column) => column.primaryKey()) as CreateTableBuilder<T>)
    : (table.addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement()) as CreateTableBuilder<T>)
}
