import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { addTrack, countTurns, watchQueries } from '../../../../../tests/contract/watch-queries.ts'
import { deletePositions } from './delete-positions-store.ts'
import { TrackStore } from './track-store.ts'

const POSITIONS = 12_000

describeOnDatabases('deleting positions', (at) => {
  let account: number
  beforeEach(async () => {
    account = (await at.addAccounts(1, { plan: 'starter' }))[0] ?? 0
  })
  const listFixes = async (asset: number) => {
    const rows = await at.db.selectFrom('positions').select('fix').where('asset', '=', asset).orderBy('fix').execute()
    return rows.map(({ fix }) => fix)
  }

  test('deletes ranges of the key, and lets timers run between them', async () => {
    const asset = await addTrack(at.db, account, POSITIONS)
    const other = await addTrack(at.db, account, 10)
    const batches: number[] = []
    const turnsAtBatch: number[] = []
    const turns = countTurns()
    const db = watchQueries(at.db, {
      // A subquery would read all remaining rows of the asset for every batch.
      before: (node) => expect(node.includes('DeleteQueryNode') && node.includes('SelectQueryNode')).toBe(false),
      after: ({ numAffectedRows }) => {
        if (numAffectedRows === undefined) return
        batches.push(Number(numAffectedRows))
        turnsAtBatch.push(turns.count())
      },
    })
    expect(await deletePositions(db, asset)).toBe(POSITIONS)
    turns.stop()
    expect(batches.filter((rows) => rows > 0)).toEqual([5000, 5000, 2000])
    expect(new Set(turnsAtBatch).size).toBe(turnsAtBatch.length)
    expect(await listFixes(asset)).toEqual([])
    expect(await listFixes(other)).toHaveLength(10)
  })

  test('splits positions of the same time, and deletes an exact multiple of a batch', async () => {
    const asset = await addTrack(at.db, account, 6)
    const batches: number[] = []
    const db = watchQueries(at.db, {
      after: ({ numAffectedRows }) => numAffectedRows !== undefined && batches.push(Number(numAffectedRows)),
    })
    expect(await deletePositions(db, asset, { batchRows: 2 })).toBe(6)
    expect(batches.filter((rows) => rows > 0)).toEqual([2, 2, 2])
  })

  test('deletes only positions that were received before the given time', async () => {
    const asset = await addTrack(at.db, account, 20)
    expect(await deletePositions(at.db, asset, { receivedBeforeMs: 14, batchRows: 5 })).toBe(13)
    expect(await listFixes(asset)).toEqual([14, 15, 16, 17, 18, 19, 20])
    expect(await deletePositions(at.db, asset, { receivedBeforeMs: 14, batchRows: 5 })).toBe(0)
  })

  test('the retention of a plan lets timers run between its batches', async () => {
    await addTrack(at.db, account, POSITIONS)
    const turns = countTurns()
    const turnsAtDelete: number[] = []
    const db = watchQueries(at.db, {
      after: ({ numAffectedRows }) => numAffectedRows && turnsAtDelete.push(turns.count()),
    })
    expect(await new TrackStore(db, at.database.kind).prune('starter', POSITIONS + 1)).toBeGreaterThanOrEqual(POSITIONS)
    turns.stop()
    expect(turnsAtDelete.length).toBeGreaterThanOrEqual(3)
    expect(new Set(turnsAtDelete).size).toBe(turnsAtDelete.length)
  })
})
