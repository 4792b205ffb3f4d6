import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { checkDatabaseAtStart, checkDatabaseCompletely } from './check-database.ts'
import { openDatabase } from './database.ts'
import { DatabaseFileError, ensureDatabaseFile, restrictAccess } from './database-file.ts'
import { describeStorageError } from './describe-storage-error.ts'

let folder: TempDir
let dataDir: string
beforeEach(async () => {
  folder = await createTempDir()
  dataDir = join(folder.path, 'data')
})
afterEach(() => folder.dispose())

const at = (name: string) => join(dataDir, name)
const modeOf = (path: string) => statSync(path).mode & 0o777
const put = (name: string, content: string) => {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(at(name), content)
}

describe('file of the database', () => {
  test('is created complete and private, in a private folder, with nothing else', () => {
    const file = ensureDatabaseFile(dataDir)
    expect([modeOf(dataDir), modeOf(file)]).toEqual([0o700, 0o600])
    expect(statSync(file).size).toBeGreaterThan(0)
    expect(readdirSync(dataDir)).toEqual(['fairway.db'])
  })

  test('keeps its log private too', async () => {
    const database = openDatabase({ dataDir })
    await database.ping()
    for (const name of readdirSync(dataDir)) expect([name, modeOf(at(name))]).toEqual([name, 0o600])
    await database.close()
  })

  test('may be missing next to datasets and to the temporary file of a process that was killed', () => {
    mkdirSync(at('datasets/porto'), { recursive: true })
    put('fairway.db.new-1', '')
    expect(statSync(ensureDatabaseFile(dataDir)).size).toBeGreaterThan(0)
  })

  test('is rejected when it is empty, even if the folder contains nothing else', () => {
    put('fairway.db', '')
    expect(() => ensureDatabaseFile(dataDir)).toThrow(
      new DatabaseFileError(
        `the database ${at('fairway.db')} is empty (0 bytes); restore it from a backup, or delete the empty file to start with an empty database`,
      ),
    )
    expect(readdirSync(dataDir)).toEqual(['fairway.db'])
  })

  test.each([
    ['empty', 'is empty (0 bytes)'],
    ['missing', 'is missing'],
  ])('is rejected when it is %s next to a log with data', (state, text) => {
    put('fairway.db-wal', 'data')
    if (state === 'empty') put('fairway.db', '')
    expect(() => ensureDatabaseFile(dataDir)).toThrow(
      `the database ${at('fairway.db')} ${text}, but its log ${at('fairway.db-wal')} still contains 4 bytes; restore it from a backup, or move the remaining files elsewhere to start with an empty database`,
    )
  })

  test('loses the access of other users, and never gains any', () => {
    ensureDatabaseFile(dataDir)
    expect(restrictAccess(dataDir)).toEqual([])
    chmodSync(at('fairway.db'), 0o644)
    chmodSync(dataDir, 0o555)
    expect(restrictAccess(dataDir)).toEqual([dataDir, at('fairway.db')])
    expect([modeOf(dataDir), modeOf(at('fairway.db'))]).toEqual([0o500, 0o600])
    chmodSync(dataDir, 0o700)
  })
})

describe('check of the database', () => {
  function createNotes(count: number): string {
    const file = ensureDatabaseFile(dataDir)
    const database = new DatabaseSync(file)
    database.exec('create table notes (id integer primary key, text text); create table few (id integer primary key)')
    const insert = database.prepare('insert into notes (text) values (?)')
    database.exec('begin')
    for (let note = 0; note < count; note++) insert.run('x'.repeat(500))
    database.exec('commit')
    database.close()
    return file
  }
  function overwritePages(file: string): void {
    const { size } = statSync(file)
    const database = new DatabaseSync(file)
    database.exec('pragma wal_checkpoint(truncate)')
    database.close()
    writeFileSync(file, Buffer.alloc(size / 2, 7), { flag: 'r+', flush: true })
  }

  test('accepts an intact database', () => {
    const file = createNotes(100)
    expect(checkDatabaseAtStart(file)).toEqual([])
    expect(checkDatabaseCompletely(file)).toEqual([])
  })

  test('leaves tables with many rows of a large database to the complete check', () => {
    const file = createNotes(100)
    expect(checkDatabaseAtStart(file, { maxBytes: 0, maxRows: 100 })).toEqual([])
    expect(checkDatabaseAtStart(file, { maxBytes: 0, maxRows: 99 })).toEqual(['notes'])
    expect(checkDatabaseAtStart(file, { maxBytes: statSync(file).size, maxRows: 99 })).toEqual([])
  })

  test('rejects a truncated database with a message', async () => {
    const file = createNotes(100)
    const { truncateSync } = await import('node:fs')
    truncateSync(file, statSync(file).size - 8192)
    const refusal = findError(() => checkDatabaseAtStart(file))
    expect(describeStorageError(refusal, dataDir)).toMatch(
      /^the database .*fairway\.db is damaged \(.+\); restore it from a backup, or move it elsewhere to start with an empty one$/,
    )
    expect(checkDatabaseCompletely(file)).not.toEqual([])
  })

  test('rejects a file that is not a database', () => {
    const file = createNotes(100)
    overwritePages(file)
    const refusal = findError(() => checkDatabaseAtStart(file))
    expect(describeStorageError(refusal, dataDir)).toMatch(/is damaged \(file is not a database\)/)
    expect(checkDatabaseCompletely(file)).toEqual(['file is not a database'])
  })

  test('reports rows that refer to missing rows', () => {
    const file = createNotes(1)
    const database = new DatabaseSync(file)
    database.exec('create table links (note integer references notes (id))')
    database.exec('pragma foreign_keys = off; insert into links values (77)')
    database.close()
    expect(checkDatabaseCompletely(file)).toEqual(['1 rows refer to missing rows'])
  })
})

describe('message about a storage error', () => {
  const describeError = (fields: object) => describeStorageError(Object.assign(new Error('why'), fields), '/data')

  test.each([
    [{ code: 'ENOSPC' }, 'the disk that contains /data is full; free some space and start again'],
    [{ errcode: 13 }, 'the disk that contains /data is full; free some space and start again'],
    [
      { code: 'EACCES', syscall: 'open' },
      'the data folder /data cannot be used: why; give the current user read and write access to the folder',
    ],
    [
      { errcode: 14 },
      'the data folder /data cannot be used: why; give the current user read and write access to the folder',
    ],
    [{ errcode: 10 }, 'the disk that contains /data reports errors (why); check the disk and start again'],
    [
      { errcode: 11 },
      'the database /data/fairway.db is damaged (why); restore it from a backup, or move it elsewhere to start with an empty one',
    ],
  ])('of %j', (fields, sentence) => {
    expect(describeError(fields)).toBe(sentence)
  })

  test.each([{ code: 'EACCES', syscall: 'listen' }, { code: '53100' }, { code: '25006' }, { errcode: 5 }, {}])(
    'does not exist for %j',
    (fields) => {
      expect(describeError(fields)).toBeUndefined()
    },
  )
})

function findError(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('this should have failed')
}
