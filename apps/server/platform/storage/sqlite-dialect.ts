import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Kysely dialect for Node's built-in SQLite, which needs no compilation at installation. */
export class NodeSqliteDialect implements Dialect {
  private readonly path: string
  constructor(path: string) {
    this.path = path
  }
  createDriver(): Driver {
    return new NodeSqliteDriver(this.path)
  }
  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }
  createAdapter(): DialectAdapter {
    return new TransactionalAdapter()
  }
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

/**
 * Adapter for transactional DDL, which SQLite supports. Kysely therefore migrates in one transaction. Servers that
 * start simultaneously take turns, and a crash leaves no partial migration.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
  /**
   * Returns true because the driver queues callers itself. Unlike Kysely's queue, the driver's queue tracks how long
   * each caller has waited.
   */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Maximum time that a caller waits for another thread or process to finish writing. The time includes the wait for the
 * connection.
 */
const MAX_BUSY_WAIT_MS = 3000
/** Busy timeout of SQLite. Zero, because SQLite would block the whole thread while it waits. */
const BUSY_TIMEOUT_MS = 0
const RETRY_PAUSE_MS = 1
/** Maximum time for opening the database. Opening also needs locks, but happens before any request is served. */
const OPEN_TIMEOUT_MS = 5000

/** Maximum size of the page cache of a connection, in kB. Each thread has one connection. */
const CACHE_KB = 16_000
/** Number of pages of 4 kB in the write-ahead log after which they are copied into the database. */
const CHECKPOINT_PAGES = 8000

class NodeSqliteDriver implements Driver {
  private readonly path: string
  private connection: NodeSqliteConnection | undefined
  private readonly mutex = new Mutex()

  constructor(path: string) {
    this.path = path
  }

  async init(): Promise<void> {
    const database = new DatabaseSync(this.path, { timeout: OPEN_TIMEOUT_MS })
    try {
      // Unlike statements, the switch to WAL mode does not wait for another thread that is also switching.
      await retryWhileBusy(performance.now() + OPEN_TIMEOUT_MS, () => database.exec('pragma journal_mode = wal'))
      // With FULL, an acknowledged signup survives a killed process and a power failure.
      database.exec('pragma synchronous = full; pragma foreign_keys = on')
      // The positions of a fleet change as many pages per second as the fleet has assets. With the defaults of 2 MB and
      // 1,000 pages, most time is spent on reading pages again and on copying them into the database.
      database.exec(`pragma cache_size = -${CACHE_KB}; pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
      database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    } catch (error) {
      database.close()
      throw error
    }
    this.connection = new NodeSqliteConnection(database)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const retryUntilMs = performance.now() + MAX_BUSY_WAIT_MS
    await this.mutex.acquire()
    if (!this.connection) throw new Error('the database is closed')
    this.connection.retryUntilMs = retryUntilMs
    return this.connection
  }

  /**
   * Begins an immediate transaction. A deferred transaction that reads before it writes would fail if another writer
   * committed in between.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    if (this.connection) this.connection.expectsTransaction = true
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    if (this.connection) this.connection.expectsTransaction = false
  }
  /**
   * Rolls back the transaction if it is still open. If the disk is full, SQLite has already rolled it back, and a
   * second rollback would fail and hide the reason.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.connection) this.connection.expectsTransaction = false
    if (this.connection?.isInTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    this.mutex.release()
  }
  async destroy(): Promise<void> {
    this.connection?.close()
    this.connection = undefined
  }
}

/** Mutex for the single connection. Statements of other callers must not run inside a transaction. */
class Mutex {
  private isLocked = false
  private readonly waitingCallers: (() => void)[] = []

  acquire(): Promise<void> {
    if (!this.isLocked) {
      this.isLocked = true
      return Promise.resolve()
    }
    return new Promise((resolve) => this.waitingCallers.push(resolve))
  }
  release(): void {
    const next = this.waitingCallers.shift()
    if (next) next()
    else this.isLocked = false
  }
}

const MAX_PREPARED_STATEMENTS = 200

interface PreparedStatement {
  readonly statement: StatementSync
  /** Whether the statement returns rows. This is determined only once, because SQLite describes every column for it. */
  readonly returnsRows: boolean
}

class NodeSqliteConnection implements DatabaseConnection {
  private readonly database: DatabaseSync
  private readonly statementCache = new Map<string, PreparedStatement>()
  /** Deadline of the caller that currently uses the connection. */
  retryUntilMs = 0
  /** True between a successful `begin` and the end of the transaction. */
  expectsTransaction = false

  constructor(database: DatabaseSync) {
    this.database = database
  }

  get isInTransaction(): boolean {
    return this.database.isTransaction
  }

  /**
   * Runs a statement, and retries it while the database is locked. A statement that finds the database locked has no
   * effect.
   */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return await retryWhileBusy(this.retryUntilMs, () => this.run(query))
  }

  private run<R>(query: CompiledQuery): QueryResult<R> {
    // Without this check, a statement after a failed statement would be committed separately.
    if (this.expectsTransaction && !this.database.isTransaction) throw new Error('the transaction was rolled back')
    const { statement, returnsRows } = this.prepare(query.sql)
    const parameters = query.parameters as readonly SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // biome-ignore lint/correctness/useYield: SQLite returns all rows at once, so there is nothing to yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not used with SQLite')
  }

  close(): void {
    this.statementCache.clear()
    this.database.close()
  }

  private prepare(sql: string): PreparedStatement {
    const cached = this.statementCache.get(sql)
    if (cached) return cached
    const statement = this.database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    if (this.statementCache.size >= MAX_PREPARED_STATEMENTS) this.statementCache.clear()
    this.statementCache.set(sql, prepared)
    return prepared
  }
}

async function retryWhileBusy<T>(retryUntilMs: number, work: () => T): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > retryUntilMs) throw error
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}
