import { findStorageErrorKind } from './storage-errors.ts'

/**
 * Returns whether an error means that the database or Redis is temporarily unavailable and that a retry may succeed.
 */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    if (isUnavailableError(cause)) return true
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true
  }
  return false
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * PostgreSQL error codes: connection exceptions (08), login refused (28), no such database (3D), shutting down or
 * starting up (57P), insufficient resources (53), canceled by timeout, rolled back because of another transaction (40).
 */
const unavailableCodePattern = /^(08...|28...|3D000|57P0[1-5]|53...|57014|40001|40P01)$/

/**
 * SQLite result codes: busy, locked, out of memory, cannot open, locking protocol error. `storage-errors.ts` contains
 * the others.
 */
const sqliteCodes = new Set([5, 6, 7, 14, 15])

const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Connection is closed|max retries per request|Stream isn't writeable|Command timed out|Command aborted|^LOADING|^READONLY|^MASTERDOWN/

function isUnavailableError(error: Error): boolean {
  const { code, errcode, syscall } = error as Error & { code?: unknown; errcode?: unknown; syscall?: unknown }
  // A failed `mkdir` means that the folder of the embedded database cannot be created.
  if (syscall === 'connect' || syscall === 'mkdir') return true
  if (findStorageErrorKind(error)) return true
  if (typeof errcode === 'number') return sqliteCodes.has(errcode & 0xff)
  if (typeof code === 'string' && (networkCodes.has(code) || unavailableCodePattern.test(code))) return true
  return unavailableMessages.test(error.message)
}

/** Returns whether an error is a unique constraint violation. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  const SQLITE_CONSTRAINT_UNIQUE = 2067
  const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
  return code === '23505' || errcode === SQLITE_CONSTRAINT_UNIQUE || errcode === SQLITE_CONSTRAINT_PRIMARYKEY
}
