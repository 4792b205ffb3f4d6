import { toDamagedError } from './check-database.ts'
import { DatabaseFileError, findDatabaseFile } from './database-file.ts'
import { findStorageErrorKind, type StorageErrorKind } from './storage-errors.ts'

const SQLITE_CANTOPEN = 14

/**
 * Pattern of PostgreSQL error codes such as 53100. PostgreSQL does not use the data folder and may recover without an
 * operator.
 */
const postgresCodePattern = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * Returns a sentence that explains why the data folder cannot be used and what to do. Returns undefined for other
 * errors.
 */
export function describeStorageError(error: unknown, dataDir: string): string | undefined {
  if (error instanceof DatabaseFileError) return error.message
  if (!(error instanceof Error) || postgresCodePattern.test(String((error as NodeJS.ErrnoException).code)))
    return undefined
  const kind = findStorageErrorKind(error)
  if (kind) return descriptions[kind](dataDir, error.message)
  return isAccessDenied(error) ? descriptions['read-only'](dataDir, error.message) : undefined
}

const descriptions: Readonly<Record<StorageErrorKind, (dataDir: string, why: string) => string>> = {
  full: (dataDir) => `the disk that contains ${dataDir} is full; free some space and start again`,
  'read-only': (dataDir, reason) =>
    `the data folder ${dataDir} cannot be used: ${reason}; give the current user read and write access to the folder`,
  damaged: (dataDir, reason) => toDamagedError(findDatabaseFile(dataDir), reason).message,
  failing: (dataDir, reason) =>
    `the disk that contains ${dataDir} reports errors (${reason}); check the disk and start again`,
}

function isAccessDenied(error: Error): boolean {
  const { code, errcode, syscall } = error as Error & { code?: unknown; errcode?: unknown; syscall?: unknown }
  if (typeof errcode === 'number') return (errcode & 0xff) === SQLITE_CANTOPEN
  if (syscall === 'listen' || syscall === 'connect' || syscall === 'bind') return false
  return typeof code === 'string' && ['EACCES', 'EPERM', 'ENOTDIR', 'EISDIR'].includes(code)
}
