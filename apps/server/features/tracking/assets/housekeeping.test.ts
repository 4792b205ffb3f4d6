import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { TrackStore } from '../tracks/track-store.ts'
import { pruneTracks } from './housekeeping.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-15T12:00:00Z')
const plans = defaultPlans(7)

describeOnDatabases('tidying tracks', (at) => {
  let asset: number
  let fix = 0
  beforeEach(async () => {
    const [account = 0] = await at.addAccounts(1, { plan: 'starter' })
    const row = { id: `as_${'x'.repeat(10)}${fix}`, account, name: 'Van', kind: 'vehicle', category: 'civil' } as const
    const rest = { reference: null, profile: null, created_at: NOW, state: null }
    const inserted = await at.db
      .insertInto('assets')
      .values({ ...row, ...rest })
      .returning('number')
      .executeTakeFirst()
    asset = inserted?.number ?? 0
  })
  async function put(...times: number[]): Promise<void> {
    for (const time of times) {
      const place = { latitude: 48, longitude: 11, speed: null, heading: null, battery: null, altitude: null }
      const row = { asset, time, fix: ++fix, received_at: time, ...place, accuracy: null, flag: 0 }
      await at.db.insertInto('positions').values(row).execute()
    }
  }
  const listRemaining = async () => {
    const rows = await new TrackStore(at.db, at.database.kind).read({ asset, fromMs: 0, untilMs: 1e14, limit: 100 })
    return rows.map(({ time }) => time)
  }

  test('deletes positions older than the retention of the plan, and nothing else', async () => {
    const { trackDays } = plans.starter.live
    const times = [NOW - trackDays * DAY_MS - 1, NOW - trackDays * DAY_MS, NOW - 1]
    await put(...times)
    await pruneTracks(at.database, plans, NOW)
    expect(await listRemaining()).toEqual(times.slice(1))
  })

  test('keeps future positions from a server whose clock was ahead, and continues', async () => {
    // The partition for this day does not exist yet.
    const now = NOW + 30 * DAY_MS
    const times = [NOW - 100 * DAY_MS, now + DAY_MS, now + 2 * DAY_MS]
    await put(...times)
    await pruneTracks(at.database, plans, now)
    expect(await listRemaining()).toEqual(times.slice(1))
    await put(now + DAY_MS + 1)
    await pruneTracks(at.database, plans, now)
    expect(await listRemaining()).toHaveLength(3)
    if (at.database.kind !== 'postgres') return
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from positions_rest
      where received_at > ${now}`.execute(at.db)
    expect(rows[0]?.count).toBe(0)
  })

  test.skipIf(at.kind === 'embedded')(
    'deletes old positions and reports the error even when daily partitions cannot be managed',
    async () => {
      await put(NOW - 100 * DAY_MS, NOW)
      const day = Date.parse('2020-01-01T00:00:00Z')
      await sql`create table positions_20200101 partition of positions
        for values from (${sql.lit(day)}) to (${sql.lit(day + DAY_MS)})`.execute(at.db)
      await sql`create view somebody_looks as select * from positions_20200101`.execute(at.db)
      await expect(pruneTracks(at.database, plans, NOW)).rejects.toThrow(/cannot drop table positions_20200101/)
      expect(await listRemaining()).toEqual([NOW])
      await sql`drop view somebody_looks`.execute(at.db)
      await pruneTracks(at.database, plans, NOW)
    },
  )
})
