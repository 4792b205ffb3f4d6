import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { addTrack, countTurns, watchQueries } from '../../../../../tests/contract/watch-queries.ts'
import type { Account } from '../account.ts'
import { OPERATOR } from '../audit/audit.ts'
import { AccountStore } from '../store.ts'
import { AccountDeletion } from './delete-account-store.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const POSITIONS = 12_000

describeOnDatabases('deleting an account', (at) => {
  async function addAccount(positions: number): Promise<{ account: Account; asset: number }> {
    const [number = 0] = await at.addAccounts(1)
    const account = await new AccountStore(at.db).findByNumber(number)
    if (!account) throw new Error(`no account ${number}`)
    return { account, asset: await addTrack(at.db, number, positions) }
  }
  const countPositions = async (asset: number) =>
    (await at.db.selectFrom('positions').select('fix').where('asset', '=', asset).execute()).length

  /** A database in which the positions of an asset cannot be deleted. */
  const failFor = (asset: number) =>
    watchQueries(at.db, {
      before: (node) => {
        const isDelete = node.includes('DeleteQueryNode') && node.includes('"positions"')
        if (isDelete && node.includes(`"value":${asset}}`)) throw new Error('canceling statement due to timeout')
      },
    })

  test('lets timers run while a long track is deleted', async () => {
    const { account, asset } = await addAccount(POSITIONS)
    const turns = countTurns()
    const turnsAtDelete: number[] = []
    const db = watchQueries(at.db, {
      after: ({ numAffectedRows }) => Number(numAffectedRows) >= 2000 && turnsAtDelete.push(turns.count()),
    })
    await new AccountDeletion(db).delete(account, OPERATOR, NOW)
    turns.stop()
    expect(turnsAtDelete).toHaveLength(3)
    expect(new Set(turnsAtDelete).size).toBe(3)
    expect(await countPositions(asset)).toBe(0)
  })

  test('in the background ends the access at once, and reports a track that cannot be deleted yet', async () => {
    const { account, asset } = await addAccount(10)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const deletion = new AccountDeletion(failFor(asset), { onError: resolve })
    await deletion.deleteInBackground(account, OPERATOR, NOW)
    expect(await new AccountStore(at.db).findByNumber(account.number)).toBeUndefined()
    expect(await promise).toMatchObject({ message: 'canceling statement due to timeout' })
    expect(await countPositions(asset)).toBe(10)
    await new AccountDeletion(at.db).finishDeletions()
    expect(await countPositions(asset)).toBe(0)
  })

  test('an account that fails does not keep the others from being finished', async () => {
    const [first, second] = [await addAccount(10), await addAccount(10)]
    for (const { account, asset } of [first, second]) {
      await expect(new AccountDeletion(failFor(asset)).delete(account, OPERATOR, NOW)).rejects.toThrow()
    }
    await expect(new AccountDeletion(failFor(first.asset)).finishDeletions()).rejects.toThrow('due to timeout')
    expect([await countPositions(first.asset), await countPositions(second.asset)]).toEqual([10, 0])
    await new AccountDeletion(at.db).finishDeletions()
    expect(await countPositions(first.asset)).toBe(0)
  })
})
