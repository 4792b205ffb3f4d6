import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTempDir, type TempDir } from '../../../../tests/support/servers/temp-dir.ts'
import { type Database, openDatabase } from './database.ts'
import { isUnavailable } from './unavailable.ts'

const SQLITE_FULL = 13

describe('SQLite with Kysely', () => {
  let folder: TempDir
  let database: Database
  beforeEach(async () => {
    folder = await createTempDir()
    database = openDatabase({ dataDir: folder.path })
    await sql`create table notes (id integer primary key, text text unique)`.execute(database.db)
  })
  afterEach(async () => {
    await database.close()
    await folder.dispose()
  })
  const add = (text: string, db = database.db) => sql`insert into notes (text) values (${text})`.execute(db)
  const listTexts = async () =>
    (await sql<{ text: string }>`select text from notes order by id`.execute(database.db)).rows.map((row) => row.text)

  test('keeps writes after a power failure, and checks references', async () => {
    const pragma = async (name: string) =>
      Object.values((await sql.raw(`pragma ${name}`).execute(database.db)).rows[0] ?? {})[0]
    expect(await pragma('journal_mode')).toBe('wal')
    const FULL = 2
    expect(await pragma('synchronous')).toBe(FULL)
    expect(await pragma('foreign_keys')).toBe(1)
  })

  test('never interleaves statements of other callers into a transaction', async () => {
    const inside: string[][] = []
    const transaction = database.db.transaction().execute(async (trx) => {
      await add('first', trx)
      // Twenty turns give another caller enough opportunity to interleave.
      for (let turn = 0; turn < 20; turn++) await nextTurn()
      const { rows } = await sql<{ text: string }>`select text from notes`.execute(trx)
      inside.push(rows.map((row) => row.text))
      throw new Error('undo')
    })
    const otherWrites = ['a', 'b', 'c'].map((text) => add(text))
    await expect(transaction).rejects.toThrow('undo')
    await Promise.all(otherWrites)
    expect(inside).toEqual([['first']])
    expect(await listTexts()).toEqual(['a', 'b', 'c'])
  })

  test('reports a full disk as the reason for a failed transaction, keeps nothing of it, and recovers', async () => {
    await add('before')
    await sql`pragma max_page_count = 1`.execute(database.db)
    const fillDisk = database.db.transaction().execute(async (trx) => {
      await add('lost', trx)
      await add('x'.repeat(100_000), trx)
    })
    await expect(fillDisk).rejects.toMatchObject({ errcode: SQLITE_FULL })
    expect(await listTexts()).toEqual(['before'])
    await sql`pragma max_page_count = 1000000`.execute(database.db)
    await database.db.transaction().execute((trx) => add('after', trx))
    expect(await listTexts()).toEqual(['before', 'after'])
  })

  test('commits no statement alone after SQLite has rolled back the transaction on its own', async () => {
    const transaction = database.db.transaction().execute(async (trx) => {
      await add('first', trx)
      // This conflict ends the transaction, like a full disk.
      await add('first', trx)
        .catch(() => sql`insert or rollback into notes (text) values ('first')`.execute(trx))
        .catch(() => {})
      await add('second', trx)
    })
    await expect(transaction).rejects.toThrow('the transaction was rolled back')
    expect(await listTexts()).toEqual([])
    await add('next')
    expect(await listTexts()).toEqual(['next'])
  })

  test('does not let another process write between the read and the write of a transaction', async () => {
    const otherConnection = new DatabaseSync(`${folder.path}/fairway.db`, { timeout: 0 })
    await database.db.transaction().execute(async (trx) => {
      await sql`select count(*) from notes`.execute(trx)
      expect(() => otherConnection.exec(`insert into notes (text) values ('theirs')`)).toThrow(/locked/)
      await add('ours', trx)
    })
    otherConnection.close()
    expect(await listTexts()).toEqual(['ours'])
  })

  test('does not block other statements after one that fails', async () => {
    await add('once')
    const outcomes = await Promise.allSettled([add('once'), sql`selec 1`.execute(database.db), add('twice')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'fulfilled'])
    await expect(
      database.db.transaction().execute(async (trx) => {
        await add('thrice', trx)
        await add('once', trx)
      }),
    ).rejects.toThrow(/UNIQUE/)
    expect(await listTexts()).toEqual(['once', 'twice'])
  })

  test('waits for the write of another process without blocking the thread', async () => {
    const otherConnection = new DatabaseSync(`${folder.path}/fairway.db`)
    otherConnection.exec(`begin immediate; insert into notes (text) values ('theirs')`)
    let done = false
    const ours = database.db
      .transaction()
      .execute((trx) => add('ours', trx))
      .then(() => {
        done = true
      })
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    expect(done).toBe(false)
    otherConnection.exec('commit')
    otherConnection.close()
    await ours
    expect(await listTexts()).toEqual(['theirs', 'ours'])
  })

  test('reports a database that stays locked as unavailable instead of waiting for it, and recovers afterwards', async () => {
    const otherConnection = new DatabaseSync(`${folder.path}/fairway.db`)
    otherConnection.exec('begin immediate')
    const outcomes = await Promise.allSettled([add('one'), database.db.transaction().execute((trx) => add('two', trx))])
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && isUnavailable(outcome.reason)).toBe(true)
    }
    otherConnection.exec('rollback')
    otherConnection.close()
    await add('three')
    expect(await listTexts()).toEqual(['three'])
  })

  test('reports the number of changed rows, and returns the RETURNING columns', async () => {
    const first = await sql`insert into notes (text) values ('a'), ('b')`.execute(database.db)
    expect(first).toMatchObject({ numAffectedRows: 2n, insertId: 2n, rows: [] })
    const second = await sql`update notes set text = text || '!' returning id, text`.execute(database.db)
    expect(second.rows).toEqual([
      { id: 1, text: 'a!' },
      { id: 2, text: 'b!' },
    ])
    expect((await sql`delete from notes where id > 5`.execute(database.db)).numAffectedRows).toBe(0n)
  })

  test('supports more distinct statements than the statement cache holds', async () => {
    for (let index = 0; index < 450; index++) {
      const { rows } = await sql.raw<{ n: number }>(`select ${index} as n`).execute(database.db)
      expect(rows).toEqual([{ n: index }])
    }
  })

  test('rejects statements after close', async () => {
    await add('kept')
    await database.close()
    await expect(add('late')).rejects.toThrow()
    database = openDatabase({ dataDir: folder.path })
    expect(await listTexts()).toEqual(['kept'])
  })
})
