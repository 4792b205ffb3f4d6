import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans } from '../config/plans.ts'
import { UsageStore } from '../metering/store.ts'
import { UsageWriter } from '../metering/usage-writer.ts'
import { createQuotaAlert, describeQuotaAlert } from './quota-alert.ts'
import type { SmsCaps } from './sms-caps-store.ts'
import { OutboxStore } from './store.ts'

const QUOTA = defaultPlans(7).trial.routesPerMonth
const PHONE = '+15005550006'

describeOnDatabases('the quota alert', (at) => {
  const clock = new FakeClock()
  const capped: string[] = []
  const createAlert = (alertPct: number, caps: Partial<SmsCaps> = {}) =>
    createQuotaAlert({
      outbox: new OutboxStore(at.db, { account: 0, number: 0, service: 0, ...caps }),
      plans: defaultPlans(7),
      clock,
      alertPct,
      onCapped: ({ scope }) => capped.push(scope),
    })
  const writer = (alertPct = 90, caps: Partial<SmsCaps> = {}) =>
    new UsageWriter(new UsageStore(at.db), createAlert(alertPct, caps))
  async function use(account: number, units: number, day = '2026-11-15', by = writer()): Promise<void> {
    by.add([{ account, day, operation: 'route', calls: 1, units }])
    await by.flush()
  }
  const messages = (account: number) =>
    at.db.selectFrom('outbox').selectAll().where('account', '=', account).orderBy('month').execute()
  const months = async (account: number) => (await messages(account)).map((row) => row.month)
  const withPhone = async (plan = 'trial') => (await at.addAccounts(1, { plan, phone: PHONE }))[0] ?? 0

  test('is written when the threshold is reached, not before, with the usage, the quota and the reset date', async () => {
    const account = await withPhone()
    await use(account, QUOTA * 0.9 - 1)
    expect(await messages(account)).toEqual([])
    await use(account, 1)
    expect(await messages(account)).toMatchObject([
      {
        kind: 'quota-alert',
        month: '2026-11',
        recipient: PHONE,
        state: 'pending',
        attempts: 0,
        created_at: clock.now(),
        next_attempt_at: clock.now(),
        body: "Fairway: 90 % of this month's 25,000 routes are used (22,500). The quota resets on 2026-12-01, 00:00 UTC.",
      },
    ])
  })

  test('is written once per month, however often and wherever usage grows, and again the next month', async () => {
    const account = await withPhone()
    const one = writer()
    for (let turn = 0; turn < 3; turn++) await use(account, QUOTA, '2026-11-15', one)
    await Promise.all(Array.from({ length: 5 }, () => use(account, 10)))
    expect(await months(account)).toEqual(['2026-11'])
    await use(account, QUOTA * 0.89, '2026-12-02')
    expect(await months(account)).toEqual(['2026-11'])
    await use(account, QUOTA, '2026-12-31')
    await use(account, QUOTA, '2027-01-01')
    expect(await months(account)).toEqual(['2026-11', '2026-12', '2027-01'])
  })

  test('is written for every month and account that one write crosses', async () => {
    const [first, second] = [await withPhone(), await withPhone('free')]
    const by = writer()
    const line = { operation: 'route', calls: 1 }
    by.add([
      { ...line, account: first, day: '2026-11-30', units: QUOTA },
      { ...line, account: second, day: '2026-11-30', units: 90_000 },
      { ...line, account: first, day: '2026-12-01', units: QUOTA },
      { ...line, account: second, day: '2026-12-01', units: 89_999 },
    ])
    await by.flush()
    expect([await months(first), await months(second)]).toEqual([['2026-11', '2026-12'], ['2026-11']])
  })

  test('is not written without a phone; a phone added after the crossing gets it with the next usage', async () => {
    const [account = 0] = await at.addAccounts(1)
    await use(account, QUOTA)
    expect(await messages(account)).toEqual([])
    await at.db
      .updateTable('accounts')
      .set({ phone: PHONE, phone_proved_at: 1 })
      .where('number', '=', account)
      .execute()
    await use(account, 1)
    expect(await months(account)).toEqual(['2026-11'])
  })

  test.each([
    [50, QUOTA / 2],
    [99.5, QUOTA * 0.995],
    [100, QUOTA],
  ])('uses a threshold of %s %%', async (pct, units) => {
    const account = await withPhone()
    await use(account, units - 1, '2026-11-15', writer(pct))
    expect(await messages(account)).toEqual([])
    await use(account, 1, '2026-11-15', writer(pct))
    expect(await months(account)).toEqual(['2026-11'])
  })

  test('is not written to an unconfirmed number', async () => {
    const [account = 0] = await at.addAccounts(1)
    await at.db.updateTable('accounts').set({ phone: PHONE }).where('number', '=', account).execute()
    await use(account, QUOTA)
    expect(await messages(account)).toEqual([])
  })

  test('waits while a cap on SMS is reached, and is written with the usage after it ends', async () => {
    const [first, second] = [await withPhone(), await withPhone()]
    const { messages: sent = 0 } =
      (await at.db.selectFrom('sms_days').select('messages').where('subject', '=', 'service').executeTakeFirst()) ?? {}
    const by = writer(90, { service: sent + 1 })
    await use(first, QUOTA, '2026-11-15', by)
    await use(second, QUOTA, '2026-11-15', by)
    await use(first, 1, '2026-11-15', by)
    expect([await months(first), await months(second)]).toEqual([['2026-11'], []])
    expect(capped).toEqual(['service'])
    clock.advance(86_400_000)
    await use(second, 1, '2026-11-16', by)
    expect(await months(second)).toEqual(['2026-11'])
    expect(capped).toEqual(['service'])
  })

  test('uses the quota of the current plan', async () => {
    const account = await withPhone('pro')
    await use(account, QUOTA)
    expect(await messages(account)).toEqual([])
    await at.db.updateTable('accounts').set({ plan: 'trial' }).where('number', '=', account).execute()
    await use(account, 1)
    expect(await months(account)).toEqual(['2026-11'])
  })

  test('is written together with the usage or not at all', async () => {
    const account = await withPhone()
    const alert = createAlert(90)
    const crashing = new UsageWriter(new UsageStore(at.db), async (trx, grown) => {
      await alert(trx, grown)
      throw new Error('the process died here')
    })
    crashing.add([{ account, day: '2026-11-15', operation: 'route', calls: 1, units: QUOTA }])
    await expect(crashing.flush()).rejects.toThrow()
    expect(await messages(account)).toEqual([])
    expect(await new UsageStore(at.db).loadUsedUnits(account, '2026-11')).toBe(0)
  })

  // SQLite allows 32,766 values per statement, and PostgreSQL allows twice as many.
  test.skipIf(at.kind === 'scaled')('loses nothing in an outage that delays 33,000 accounts', async () => {
    const accounts = await at.addAccounts(33_000)
    const last = await withPhone()
    const by = writer()
    by.add(
      [...accounts, last].map((account) => ({
        account,
        day: '2026-11-15',
        operation: 'route',
        calls: 1,
        units: QUOTA,
      })),
    )
    await by.flush()
    expect(await months(last)).toEqual(['2026-11'])
    expect(await new UsageStore(at.db).loadUsedUnits(accounts[0] ?? 0, '2026-11')).toBe(QUOTA)
  })
})

test('rounds down, so that it never overstates usage', () => {
  const text = (used: number) => describeQuotaAlert(used, 1000, Date.UTC(2026, 11, 1))
  expect(text(999)).toContain('99 %')
  expect(text(1000)).toContain('100 %')
  expect(text(1234)).toContain('123 %')
  expect(text(1)).toContain('2027-01-01')
})
