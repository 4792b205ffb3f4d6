import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { isUnavailable } from '../storage/unavailable.ts'
import { UsageStore } from './store.ts'
import type { UsageLine } from './tally.ts'
import { UsageWriter } from './usage-writer.ts'

const line = (account: number, day = '2026-11-15', units = 1): UsageLine => {
  return { account, day, operation: 'route', calls: 1, units }
}

describeOnDatabases('the writer of usage', (at) => {
  const store = () => new UsageStore(at.db)
  const usedInNovember = (account: number) => store().loadUsedUnits(account, '2026-11')

  test('writes what was added before the flush, once', async () => {
    const [account = 0] = await at.addAccounts(1)
    const writer = new UsageWriter(store())
    writer.add([line(account), line(account)])
    await writer.flush()
    await writer.flush()
    expect(await store().listSince(account, '2026-11-01')).toMatchObject([{ calls: 2, units: 2 }])
  })

  test('writes everything once when flushes overlap', async () => {
    const [account = 0] = await at.addAccounts(1)
    const writer = new UsageWriter(store())
    const flushes: Promise<void>[] = []
    for (let turn = 0; turn < 50; turn++) {
      writer.add([line(account), line(account, '2026-11-16', 2)])
      if (turn % 3 === 0) flushes.push(writer.flush())
    }
    await Promise.all([...flushes, writer.flush()])
    expect(await usedInNovember(account)).toBe(150)
  })

  test('writes a failed batch completely with the next flush, together with newer lines', async () => {
    const [account = 0] = await at.addAccounts(1)
    let failures = 3
    const writer = new UsageWriter(store(), async () => {
      if (failures-- > 0) throw new Error('not now')
    })
    for (let turn = 0; turn < 3; turn++) {
      writer.add([line(account)])
      await expect(writer.flush()).rejects.toThrow('not now')
      expect(await usedInNovember(account)).toBe(0)
    }
    writer.add([line(account)])
    await writer.flush()
    await writer.flush()
    expect(await usedInNovember(account)).toBe(4)
  })

  test('does not count a write twice when its reply was lost', async () => {
    const [account = 0] = await at.addAccounts(1)
    const countRevisions = async () => (await at.db.selectFrom('revisions').select('name').execute()).length
    const before = await countRevisions()
    const real = store()
    let failuresLeft = 1
    const deaf = Object.assign(Object.create(real) as UsageStore, {
      async writeBatch(...given: Parameters<UsageStore['writeBatch']>) {
        await real.writeBatch(...given)
        if (failuresLeft-- > 0) throw new Error('Connection terminated')
      },
    })
    const writer = new UsageWriter(deaf)
    writer.add([line(account)])
    await expect(writer.flush()).rejects.toThrow('Connection terminated')
    writer.add([line(account)])
    await writer.flush()
    expect(await usedInNovember(account)).toBe(2)
    await writer.close()
    expect(await countRevisions()).toBe(before)
  })

  test('fails only the flush that fails; the others write its lines', async () => {
    const [account = 0] = await at.addAccounts(1)
    let failures = 1
    const writer = new UsageWriter(store(), async () => {
      if (failures-- > 0) throw new Error('not now')
    })
    writer.add([line(account)])
    const outcomes = await Promise.allSettled([writer.flush(), writer.flush(), writer.flush()])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(await usedInNovember(account)).toBe(1)
  })

  test('assigns lines from both sides of midnight to the right days and months while writes fail', async () => {
    const [account = 0] = await at.addAccounts(1)
    let failures = 2
    const writer = new UsageWriter(store(), async () => {
      if (failures-- > 0) throw new Error('not now')
    })
    for (let turn = 0; turn < 3; turn++) {
      for (let thread = 0; thread < 4; thread++) {
        writer.add([line(account, '2026-11-30'), line(account, '2026-12-01', 2)])
      }
      await writer.flush().catch(() => {})
    }
    expect(await store().listSince(account, '2026-11-01')).toEqual([
      { account, day: '2026-11-30', operation: 'route', calls: 12, units: 12 },
      { account, day: '2026-12-01', operation: 'route', calls: 12, units: 24 },
    ])
    expect([await usedInNovember(account), await store().loadUsedUnits(account, '2026-12')]).toEqual([12, 24])
  })

  test('loses nothing while the database is unavailable', async () => {
    const [account = 0] = await at.addAccounts(1)
    const writer = new UsageWriter(store())
    writer.add([line(account)])
    await stopDatabase()
    const refused = await writer.flush().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(isUnavailable(refused), `${refused}`).toBe(true)
    writer.add([line(account, '2026-11-16', 5)])
    await expect(writer.flush()).rejects.toThrow()
    await restartDatabase()
    await writer.flush()
    expect(await usedInNovember(account)).toBe(6)
  })

  async function stopDatabase(): Promise<void> {
    if (at.stores.postgres) await at.stores.postgres.stop()
    // In SQLite, the pragma simulates a disk that became read-only.
    else await sql`pragma query_only = on`.execute(at.db)
  }
  async function restartDatabase(): Promise<void> {
    if (at.stores.postgres) await at.stores.postgres.start()
    else await sql`pragma query_only = off`.execute(at.db)
  }
})
