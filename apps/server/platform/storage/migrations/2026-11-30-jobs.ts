import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../kinds.ts'

/** Creates the tables for jobs, their finished parts, and the chunks of their requests and results. */
export function jobsMigration(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createJobs(db)
      await db.schema.createIndex('jobs_by_state').on('jobs').columns(['state', 'created_at']).execute()
      await db.schema.createIndex('jobs_by_account').on('jobs').columns(['account', 'created_at']).execute()
      await db.schema.createIndex('jobs_by_expiry').on('jobs').column('expires_at').execute()
      await db.schema
        .createTable('job_parts')
        .addColumn('job', 'text', (column) => column.notNull())
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('info', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('job_parts_key', ['job', 'part'])
        .execute()
      await db.schema
        .createTable('job_chunks')
        .addColumn('job', 'text', (column) => column.notNull())
        .addColumn('section', 'integer', (column) => column.notNull())
        .addColumn('part', 'integer', (column) => column.notNull())
        .addColumn('chunk', 'integer', (column) => column.notNull())
        .addColumn('content_length', 'bigint', (column) => column.notNull())
        .addColumn('content_crc32', 'bigint', (column) => column.notNull())
        .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob')
        .addPrimaryKeyConstraint('job_chunks_key', ['job', 'section', 'part', 'chunk'])
        .execute()
    },

    async down(db: Kysely<unknown>) {
      for (const table of ['job_chunks', 'job_parts', 'jobs']) await db.schema.dropTable(table).execute()
    },
  }
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account', 'integer', (column) => column.notNull().references('accounts.number'))
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('parts_total', 'integer', (column) => column.notNull())
    .addColumn('parts_done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('result_bytes', 'bigint')
    .addColumn('error', 'text')
    .execute()
}
