import { expect, test } from 'vitest'
import { findStorageErrorKind } from './storage-errors.ts'
import { isUnavailable } from './unavailable.ts'

const SQLITE_CONSTRAINT = 19

test.each([
  ['SQLITE_FULL', { errcode: 13 }, 'full'],
  ['SQLITE_IOERR', { errcode: 10 }, 'failing'],
  ['SQLITE_IOERR_WRITE', { errcode: 778 }, 'failing'],
  ['SQLITE_IOERR_SHMSIZE', { errcode: 4874 }, 'full'],
  ['SQLITE_READONLY', { errcode: 8 }, 'read-only'],
  ['SQLITE_READONLY_DBMOVED', { errcode: 1032 }, 'read-only'],
  ['SQLITE_CORRUPT', { errcode: 11 }, 'damaged'],
  ['SQLITE_NOTADB', { errcode: 26 }, 'damaged'],
  ['disk_full of PostgreSQL', { code: '53100' }, 'full'],
  ['read_only_sql_transaction of PostgreSQL', { code: '25006' }, 'read-only'],
  ['data_corrupted of PostgreSQL', { code: 'XX001' }, 'damaged'],
  ['io_error of PostgreSQL', { code: '58030' }, 'failing'],
  ['ENOSPC', { code: 'ENOSPC' }, 'full'],
  ['EROFS', { code: 'EROFS' }, 'read-only'],
])('%s means that the storage refuses its work', (_name, fields, kind) => {
  const error = Object.assign(new Error('why'), fields)
  expect(findStorageErrorKind(error)).toBe(kind)
  expect(findStorageErrorKind(new Error('outer', { cause: error }))).toBe(kind)
  expect(isUnavailable(error)).toBe(true)
})

test('recognizes an error from another thread, which has lost its code', () => {
  expect(findStorageErrorKind(new Error('ENOSPC: no space left on device, write'))).toBe('full')
})

test.each([
  ['a constraint', Object.assign(new Error('why'), { errcode: SQLITE_CONSTRAINT })],
  ['an unreachable server', Object.assign(new Error('why'), { code: 'ECONNREFUSED' })],
  ['a bug', new TypeError('x is not a function')],
  ['a text', 'ENOSPC: no space left on device'],
])('%s is not an error of the storage', (_name, error) => {
  expect(findStorageErrorKind(error)).toBeUndefined()
})
