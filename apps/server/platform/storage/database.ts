import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { ensureDatabaseFile } from './database-file.ts'
import type { Database, DatabaseKind } from './kinds.ts'
import { migrate } from './migrate.ts'
import { incrementRevision } from './revisions.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import type { Tables } from './tables.ts'

export type { Database } from './kinds.ts'

export interface DatabaseOptions {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  /** Maximum number of PostgreSQL connections of this thread. */
  readonly poolSize?: number
}

export function openDatabase(options: DatabaseOptions): Database {
  const kind: DatabaseKind = options.databaseUrl ? 'postgres' : 'sqlite'
  const db = new Kysely<Tables>({
    dialect: options.databaseUrl
      ? createPostgresDialect(options.databaseUrl, options.poolSize ?? 5)
      : new NodeSqliteDialect(ensureDatabaseFile(options.dataDir)),
  })
  return {
    kind,
    db,
    async ping() {
      await sql`select 1`.execute(db)
    },
    async checkWritable(needsSpace = false) {
      await db.transaction().execute((trx) => incrementRevision(trx, 'write check'))
      if (needsSpace && kind === 'postgres') await checkSpace(db)
    },
    ...(kind === 'postgres' && { clockMs: () => readDatabaseClock(db) }),
    close: () => db.destroy(),
  }
}

async function readDatabaseClock(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(
    db,
  )
  return rows[0]?.ms ?? Number.NaN
}

/**
 * Checks for free disk space. A small PostgreSQL write reuses space in existing files and succeeds even on a full disk,
 * so this check writes another 256 kB.
 */
async function checkSpace(db: Kysely<Tables>): Promise<void> {
  const PERMISSION_DENIED = '42501'
  try {
    await sql`create temporary table fairway_space_check on commit drop as
      select md5(random()::text) || md5(random()::text) as filler from generate_series(1, 4096)`.execute(db)
  } catch (error) {
    // Operators may forbid temporary tables.
    if ((error as { code?: unknown }).code !== PERMISSION_DENIED) throw error
  }
}

/** Opens the database and migrates its tables. Several servers can run this function at the same time. */
export async function openMigratedDatabase(options: DatabaseOptions): Promise<Database> {
  const database = openDatabase(options)
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const INT8_TYPE_ID = 20

function createPostgresDialect(connectionString: string, max: number): PostgresDialect {
  return new PostgresDialect({ pool: () => createPostgresPool(connectionString, max) })
}

async function createPostgresPool(connectionString: string, max: number): Promise<pg.Pool> {
  // The library is loaded on demand, because most servers use SQLite.
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  // pg returns bigint as a string. Our counts and times are far below 2^53.
  types.setTypeParser(INT8_TYPE_ID, Number)
  const pool = new pg.Pool({
    connectionString,
    max,
    types,
    connectionTimeoutMillis: 3000,
    query_timeout: 5_000,
    statement_timeout: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'fairway',
  })
  // A broken connection must not end the process. The pool replaces an idle connection at the next query. If a
  // connection breaks inside a transaction, the next statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
