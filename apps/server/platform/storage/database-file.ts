import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Error for an embedded database file that cannot be used. The message explains what to do. */
export class DatabaseFileError extends Error {}

/** Returns the path of the embedded database. */
export function findDatabaseFile(dataDir: string): string {
  return join(dataDir, 'fairway.db')
}

const PRIVATE_FOLDER_MODE = 0o700
const PRIVATE_FILE_MODE = 0o600

/**
 * Creates the data folder and the database file if they are missing. Only their owner can read them, because the
 * database contains email addresses and phone numbers. Throws an error if the file has lost its data.
 */
export function ensureDatabaseFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  const file = findDatabaseFile(dataDir)
  rejectLostDatabase(file)
  if (readSize(file) === undefined) createDatabaseFile(file)
  return file
}

/**
 * Throws an error if the file is empty, or missing next to its log. SQLite would accept both as a new database. But
 * createDatabaseFile never leaves an empty file, so an empty file has lost its data.
 */
export function rejectLostDatabase(file: string): void {
  const bytes = readSize(file)
  if (bytes !== undefined && bytes > 0) return
  const state = bytes === undefined ? 'is missing' : 'is empty (0 bytes)'
  const remedy = 'restore it from a backup, or move the remaining files elsewhere to start with an empty database'
  const logBytes = readSize(`${file}-wal`) ?? 0
  if (logBytes > 0) {
    throw new DatabaseFileError(
      `the database ${file} ${state}, but its log ${file}-wal still contains ${logBytes} bytes; ${remedy}`,
    )
  }
  if (bytes === undefined) return
  throw new DatabaseFileError(
    `the database ${file} ${state}; restore it from a backup, or delete the empty file to start with an empty database`,
  )
}

/** Creates the file under a temporary name first, so that a killed process does not leave an empty database. */
function createDatabaseFile(file: string): void {
  const newFile = `${file}.new-${randomUUID()}`
  try {
    closeSync(openSync(newFile, 'wx', PRIVATE_FILE_MODE))
    const database = new DatabaseSync(newFile)
    try {
      database.exec('pragma journal_mode = wal')
    } finally {
      database.close()
    }
    publishFile(newFile, file)
  } finally {
    rmSync(newFile, { force: true })
  }
}

function publishFile(newFile: string, file: string): void {
  try {
    linkSync(newFile, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another process has already created the file.
    if (code === 'EEXIST') return
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error
    // The file system does not support hard links.
    renameSync(newFile, file)
  }
}

/** Removes other users' access to the data folder and the database. Returns the changed paths. */
export function restrictAccess(dataDir: string): string[] {
  const file = findDatabaseFile(dataDir)
  return [dataDir, file, `${file}-wal`, `${file}-shm`].filter((path) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode
    if (mode === undefined || (mode & 0o077) === 0) return false
    chmodSync(path, mode & 0o700)
    return true
  })
}

function readSize(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size
}
