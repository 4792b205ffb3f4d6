/** Reason why a reachable database does not work. */
export type StorageErrorKind = 'full' | 'read-only' | 'damaged' | 'failing'

/** Descriptions for operators, shown in the log, at /readyz and when a command fails. */
export const storageErrorReasons: Readonly<Record<StorageErrorKind, string>> = {
  full: 'the disk is full; free some space',
  'read-only': 'the database is read-only; give the server write access',
  damaged: 'the database is damaged; run "fairway admin check" and restore a backup',
  failing: 'the disk reports input/output errors; check the disk',
}

const kindsByCode: Readonly<Record<string, StorageErrorKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'failing',
  // PostgreSQL codes: disk full, read-only transaction, data corrupted, index corrupted, input/output error.
  '53100': 'full',
  '25006': 'read-only',
  XX001: 'damaged',
  XX002: 'damaged',
  '58030': 'failing',
}

/** Kinds by primary result code of SQLite. */
const kindsBySqliteCode: Readonly<Record<number, StorageErrorKind>> = {
  8: 'read-only',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
}
/**
 * Extended result code of SQLite. The shared memory file of the write-ahead log could not grow because the disk is
 * full.
 */
const SQLITE_IOERR_SHMSIZE = 4874

/** Returns the kind of a storage error, which may be the cause of another error. Returns undefined for other errors. */
export function findStorageErrorKind(error: unknown): StorageErrorKind | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    const kind = classifyError(cause)
    if (kind) return kind
  }
  return undefined
}

function classifyError(error: Error): StorageErrorKind | undefined {
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: unknown }
  if (errcode === SQLITE_IOERR_SHMSIZE) return 'full'
  if (typeof errcode === 'number') return kindsBySqliteCode[errcode & 0xff]
  if (typeof code === 'string' && kindsByCode[code]) return kindsByCode[code]
  // Errors from another thread have no code.
  return /^(ENOSPC|EDQUOT|EROFS|EIO): /.test(message) ? kindsByCode[message.slice(0, message.indexOf(':'))] : undefined
}
