/** The reason why a reachable database refuses to work. */
export type StorageErrorKind = 'full' | 'read-only' | 'damaged' | 'failing'

/** The error description for operators, shown in the log, in /readyz and when a command fails. */
export const storageErrorReasons: Readonly<Record<StorageErrorKind, string>> = {
  full: 'the disk is full; free some space',
  'read-only': 'the database is read-only; give the server write access',
  damaged: 'the database is damaged; run "fairway admin check" and restore a backup',
  failing: 'the disk reports input/output errors; check it',
}

const kindsByCode: Readonly<Record<string, StorageErrorKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'failing',
  // PostgreSQL: disk full, read-only transaction, data corrupted, index corrupted, input/output error.
  '53100': 'full',
  '25006': 'read-only',
  XX001: 'damaged',
  XX002: 'damaged',
  '58030': 'failing',
}

/** SQLite's primary result codes. */
const kindsBySqliteCode: Readonly<Record<number, StorageErrorKind>> = {
  8: 'read-only',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
}
/** The shared memory file of the write-ahead log could not grow, which happens when the disk is full. */
const SQLITE_IOERR_SHMSIZE = 4874

/** The kind of a storage error, which may be the cause of another error. Undefined for any other error. */
export function findStorageErrorKind(error: unknown): StorageErrorKind | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    const kind = classify(cause)
    if (kind) return kind
  }
  return undefined
}

function classify(error: Error): StorageErrorKind | undefined {
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: unknown }
  if (errcode === SQLITE_IOERR_SHMSIZE) return 'full'
  if (typeof errcode === 'number') return kindsBySqliteCode[errcode & 0xff]
  if (typeof code === 'string' && kindsByCode[code]) return kindsByCode[code]
  // An error from another thread has lost its code.
  return /^(ENOSPC|EDQUOT|EROFS|EIO): /.test(message) ? kindsByCode[message.slice(0, message.indexOf(':'))] : undefined
}
