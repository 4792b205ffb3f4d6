import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseFileError } from './database-file.ts'
import { findStorageErrorKind } from './storage-errors.ts'

const OPEN_TIMEOUT_MS = 5000
/** Maximum size of a database that is checked completely at startup, which takes about a second. */
const MAX_BYTES_AT_START = 256 * 2 ** 20
/**
 * Maximum number of rows of a table that is checked at startup in a larger database. `fairway admin check` checks all
 * tables.
 */
const MAX_ROWS_AT_START = 200_000
const MAX_TIME_AT_START_MS = 5000

interface StartCheckOptions {
  /** Limits for tests. */
  readonly maxBytes?: number
  readonly maxRows?: number
}

/**
 * Checks the pages of the database before it is used. Throws an error if they are damaged. Returns the tables that were
 * skipped.
 */
export function checkDatabaseAtStart(file: string, options: StartCheckOptions = {}): string[] {
  const { maxBytes = MAX_BYTES_AT_START, maxRows = MAX_ROWS_AT_START } = options
  return withOpenDatabase(file, (database) => {
    if (statSync(file).size <= maxBytes) {
      rejectProblems(file, readColumn(database, 'pragma quick_check(1)'))
      return []
    }
    const deadlineMs = performance.now() + MAX_TIME_AT_START_MS
    return listTables(database).filter((table) => {
      if (performance.now() > deadlineMs || estimateRows(database, table) > maxRows) return true
      rejectProblems(file, readColumn(database, `pragma quick_check(${quote(table)})`))
      return false
    })
  })
}

/** Checks all pages, indexes, constraints and references. Returns the problems. */
export function checkDatabaseCompletely(file: string): string[] {
  try {
    return withOpenDatabase(file, (database) => {
      const problems = readColumn(database, 'pragma integrity_check').filter((line) => line !== 'ok')
      const brokenReferenceCount = database.prepare('pragma foreign_key_check').all().length
      return brokenReferenceCount === 0 ? problems : [...problems, `${brokenReferenceCount} rows refer to missing rows`]
    })
  } catch (error) {
    if (findStorageErrorKind(error) === 'damaged') return [(error as Error).message]
    throw error
  }
}

function withOpenDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { timeout: OPEN_TIMEOUT_MS })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function rejectProblems(file: string, lines: readonly string[]): void {
  const problem = lines.find((line) => line !== 'ok')
  if (problem !== undefined) throw toDamagedError(file, problem)
}

export function toDamagedError(file: string, problem: string): DatabaseFileError {
  const firstLine = problem.split('\n').slice(0, 2).join(' ')
  return new DatabaseFileError(
    `the database ${file} is damaged (${firstLine}); restore it from a backup, or move it elsewhere to start with an empty one`,
  )
}

function listTables(database: DatabaseSync): string[] {
  return readColumn(database, "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
}

/** Returns the highest row id, which SQLite reads without a scan. Returns 0 for a table without row ids. */
function estimateRows(database: DatabaseSync, table: string): number {
  try {
    return Number(readColumn(database, `select coalesce(max(rowid), 0) from ${quote(table)}`)[0])
  } catch {
    return 0
  }
}

function readColumn(database: DatabaseSync, query: string): string[] {
  return database
    .prepare(query)
    .all()
    .map((row) => String(Object.values(row)[0]))
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
