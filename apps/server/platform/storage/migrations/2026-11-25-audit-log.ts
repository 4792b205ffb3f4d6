import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../kinds.ts'

/** Creates the log of account changes. */
export function auditLogMigration(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await addNumberColumn(db.schema.createTable('audit_log'), kind)
        .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('network', 'text')
        .addColumn('subject', 'text')
        .addColumn('details', 'text')
        .execute()
      await db.schema.createIndex('audit_log_by_account').on('audit_log').columns(['account', 'number']).execute()
      await db.schema.createIndex('audit_log_by_time').on('audit_log').column('created_at').execute()
    },

    async down(db: Kysely<unknown>) {
      await db.schema.dropTable('audit_log').execute()
    },
  }
}

function addNumberColumn<T extends string>(table: CreateTableBuilder<T>, kind: DatabaseKind): CreateTableBuilder<T> {
  return kind === 'postgres'
    ? (table.addColumn('number', 'bigserial', (column) => column.primaryKey()) as CreateTableBuilder<T>)
    : (table.addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement()) as CreateTableBuilder<T>)
}
