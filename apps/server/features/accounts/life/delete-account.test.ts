import { expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { fillTables } from '../../../../../tests/contract/fill-tables.ts'
import { addTrack, countTurns, watchQueries } from '../../../../../tests/contract/watch-queries.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { OutboxStore } from '../../../platform/notifications/store.ts'
import { JobStore } from '../../jobs/job-store.ts'
import type { Account } from '../account.ts'
import { accountTables, keyDataTables, mergedTables } from '../account-tables.ts'
import { OPERATOR_ACTOR } from '../audit/audit.ts'
import { AuditStore, writeAudit } from '../audit/audit-store.ts'
import { PhoneStore } from '../phone/phone-store.ts'
import { AccountService } from '../service.ts'
import { SignInStore } from '../sign-in/store.ts'
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

  /** Returns a database in which the positions of one asset cannot be deleted. */
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
    await new AccountDeletion(db).delete(account, OPERATOR_ACTOR, NOW)
    turns.stop()
    expect(turnsAtDelete).toHaveLength(3)
    expect(new Set(turnsAtDelete).size).toBe(3)
    expect(await countPositions(asset)).toBe(0)
  })

  test('deletes a long audit log in batches, except the entry of the deletion', async () => {
    const { account } = await addAccount(1)
    const entry = { account: account.number, created_at: NOW, action: 'session.started', actor: 'owner' }
    const rows = Array.from({ length: 1000 }, () => ({ ...entry, network: null, subject: null, details: null }))
    for (let count = 0; count < 12; count++) await at.db.insertInto('audit_log').values(rows).execute()
    const batches: number[] = []
    const db = watchQueries(at.db, {
      after: ({ numAffectedRows }) => Number(numAffectedRows) >= 2000 && batches.push(Number(numAffectedRows)),
    })
    await new AccountDeletion(db).delete(account, OPERATOR_ACTOR, NOW)
    expect(batches).toEqual([5000, 5000, 2000])
    const left = await at.db.selectFrom('audit_log').select('action').where('account', '=', account.number).execute()
    expect(left).toEqual([{ action: 'account.deleted' }])
  })

  test('in the background ends the access at once, and reports a track that cannot be deleted yet', async () => {
    const { account, asset } = await addAccount(10)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const deletion = new AccountDeletion(failFor(asset), { onError: resolve })
    await deletion.deleteInBackground(account, OPERATOR_ACTOR, NOW)
    expect(await new AccountStore(at.db).findByNumber(account.number)).toBeUndefined()
    expect(await promise).toMatchObject({ message: 'canceling statement due to timeout' })
    expect(await countPositions(asset)).toBe(10)
    await new AccountDeletion(at.db).finishDeletions()
    expect(await countPositions(asset)).toBe(0)
  })

  test('an account that fails does not prevent the others from being finished', async () => {
    const [first, second] = [await addAccount(10), await addAccount(10)]
    for (const { account, asset } of [first, second]) {
      await expect(new AccountDeletion(failFor(asset)).delete(account, OPERATOR_ACTOR, NOW)).rejects.toThrow()
    }
    await expect(new AccountDeletion(failFor(first.asset)).finishDeletions()).rejects.toThrow('due to timeout')
    expect([await countPositions(first.asset), await countPositions(second.asset)]).toEqual([10, 0])
    await new AccountDeletion(at.db).finishDeletions()
    expect(await countPositions(first.asset)).toBe(0)
  })

  const OWNER = { kind: 'owner', network: '203.0.113.7' } as const
  const NO_CAPS = { account: 0, number: 0, service: 0 }
  async function expectNoData({ number, id }: Account): Promise<void> {
    for (const table of accountTables) {
      if (table === 'audit_log' || table === 'jobs') continue
      expect(await at.db.selectFrom(table).selectAll().where('account', '=', number).execute(), table).toEqual([])
    }
    // The hourly cleanup deletes the jobs with their files.
    const jobs = await at.db.selectFrom('jobs').select(['state', 'expires_at']).where('account', '=', number).execute()
    for (const job of jobs) expect(job).toEqual({ state: 'cancelled', expires_at: 0 })
    const log = await at.db.selectFrom('audit_log').select('action').where('account', '=', number).execute()
    expect(log).toEqual([{ action: 'account.deleted' }])
    const row = await at.db.selectFrom('accounts').selectAll().where('number', '=', number).executeTakeFirst()
    expect(row).toMatchObject({ id, email: `deleted ${id}`, name: null, phone: null, plan: 'trial', deleted_at: NOW })
    expect(row).toMatchObject({ phone_proved_at: null, proved_at: null, expires_at: null, created_at: NOW })
  }

  test('rejects later writes', async () => {
    const { account } = await addAccount(1)
    const { number } = account
    await new AccountDeletion(at.db).delete(account, OPERATOR_ACTOR, NOW)
    const store = new AccountStore(at.db)
    const service = new AccountService({ store, plans: defaultPlans(7), clock: new FakeClock(), actor: OWNER })
    const code = { account: number, phone: '+59821234567', codeHash: 'x', expiresAt: NOW + 1 }
    const sms = { id: 'sms', kind: 'phone-code', account: number, month: 'sms', recipient: '+59821234567', body: 'x' }
    const phones = new PhoneStore(at.db, new OutboxStore(at.db, NO_CAPS))
    expect(await phones.sendCode(code, { ...sms, now: NOW }, async () => {})).toBe('deleted')
    expect(await store.updateAccount(number, { phone: '+59821234567' })).toBe(false)
    const signIns = new SignInStore(at.db)
    const event = { action: 'session.started', actor: OWNER, at: NOW } as const
    expect(await signIns.insertSession({ hash: 'h', account: number, expiresAt: NOW + 1 }, event)).toBe(false)
    expect(await signIns.deleteSessions(number, { ...event, action: 'sessions.ended' })).toBe(0)
    await new AuditStore(at.db).write(number, { ...event, action: 'account.exported' })
    expect(await service.setSharesTraffic(number, true)).toEqual({ ok: false, failure: { kind: 'not-signed-in' } })
    expect(await service.keys.create(number, 'mine')).toEqual({ ok: false, failure: { kind: 'not-signed-in' } })
    const job = { id: 'job_late', account: number, plan: 'pro', operation: 'matrix', units: 1, createdAtMs: NOW }
    expect(await new JobStore(at.db).add({ ...job, partsTotal: 1 }, [], 10)).toBeUndefined()
    await new AccountDeletion(at.db).delete(account, OPERATOR_ACTOR, NOW + 1)
    await expectNoData(account)
  })

  test('is repeated for personal data that is written afterwards', async () => {
    const { account } = await addAccount(1)
    const { number } = account
    await new AccountDeletion(at.db).delete(account, OPERATOR_ACTOR, NOW)
    const late: (() => Promise<unknown>)[] = [
      () => at.db.updateTable('accounts').set({ phone: '+59821234567' }).where('number', '=', number).execute(),
      () => at.db.updateTable('accounts').set({ name: 'Anna' }).where('number', '=', number).execute(),
      () => at.db.updateTable('accounts').set({ proved_at: NOW }).where('number', '=', number).execute(),
      () =>
        at.db.transaction().execute((trx) =>
          new OutboxStore(at.db, NO_CAPS).enqueue(trx, {
            id: `late ${number}`,
            kind: 'quota-alert',
            account: number,
            month: '2026-11',
            recipient: '+59821234567',
            body: 'x',
            now: NOW,
          }),
        ),
      () =>
        new SignInStore(at.db).insertCode(
          {
            id: `late ${number}`,
            email: account.email,
            account: number,
            codeHash: 'x',
            createdAt: NOW,
            expiresAt: NOW + 1,
            network: '203.0.113.7',
          },
          NOW - 1,
          { perNetwork: 5, perAddress: 20 },
        ),
      ...[...keyDataTables, ...mergedTables].map((table) => () => fillTables(at.db, number, [table])),
      () =>
        at.db
          .transaction()
          .execute((trx) => writeAudit(trx, number, { action: 'account.exported', actor: OWNER, at: NOW })),
    ]
    for (const write of late) {
      await write()
      await new AccountDeletion(at.db).finishDeletions()
      await expectNoData(account)
    }
  })

  test('finds an account that got another number at its first sign-in in the meantime', async () => {
    const store = new AccountStore(at.db)
    const service = new AccountService({ store, plans: defaultPlans(7), clock: new FakeClock() })
    const email = `detached-${at.kind}@example.com`
    const signup = await service.signup({ email })
    if (!signup.ok) throw new Error(signup.failure.kind)
    const { account } = signup.value
    const proved = await service.keptKeys.prove(email)
    expect(proved?.number).not.toBe(account.number)
    await new AccountDeletion(at.db).delete(account, OPERATOR_ACTOR, NOW)
    expect(await store.findByEmail(email)).toBeUndefined()
    for (const number of [account.number, proved?.number ?? 0]) expect(await store.findByNumber(number)).toBeUndefined()
    expect(await at.db.selectFrom('keys').select('id').where('account', '=', account.number).execute()).toEqual([])
    expect(await store.findDeleted(account.id)).toBe(proved?.number)
  })

  test('does not delete another account that has the address now', async () => {
    const store = new AccountStore(at.db)
    const service = new AccountService({ store, plans: defaultPlans(7), clock: new FakeClock() })
    const email = `again-${at.kind}@example.com`
    const first = await service.signup({ email })
    if (!first.ok) throw new Error(first.failure.kind)
    await new AccountDeletion(at.db).delete(first.value.account, OPERATOR_ACTOR, NOW)
    await service.signup({ email })
    await new AccountDeletion(at.db).delete(first.value.account, OPERATOR_ACTOR, NOW)
    expect(await store.findByEmail(email)).toBeDefined()
  })
})
