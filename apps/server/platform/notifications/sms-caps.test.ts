import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import type { SmsCaps } from './sms-caps-store.ts'
import { OutboxStore } from './store.ts'

const DAY_MS = 86_400_000
const NOON = '2026-11-15T12:00:00Z'

describeOnDatabases('the caps on SMS', (at) => {
  let clock: FakeClock
  let accounts: number[]
  beforeEach(async () => {
    clock = new FakeClock(NOON)
    await at.db.deleteFrom('outbox').execute()
    await at.db.deleteFrom('sms_days').execute()
    accounts = await at.addAccounts(30)
  })

  const phoneOf = (index: number) => `+5982000${String(index).padStart(4, '0')}`
  const countQueued = async () => (await at.db.selectFrom('outbox').select('id').execute()).length

  /** Sends a message from an account to a phone, both by index. Returns the cap that rejected the message, if any. */
  async function send(
    caps: Partial<SmsCaps>,
    account = 0,
    phone = 0,
    { database = at.database, kind = 'phone-code' } = {},
  ) {
    const store = new OutboxStore(database.db, { account: 0, number: 0, service: 0, ...caps })
    const id = randomUUID()
    const message = { id, kind, month: id, body: 'Fairway: …', now: clock.now() }
    return await database.db
      .transaction()
      .execute((trx) => store.enqueue(trx, { ...message, account: accounts[account] ?? 0, recipient: phoneOf(phone) }))
  }

  test('limit the messages of an account to any number, and not those of other accounts', async () => {
    const caps = { account: 2 }
    expect([await send(caps, 0, 1), await send(caps, 0, 2)]).toEqual([undefined, undefined])
    expect(await send(caps, 0, 3)).toEqual({ scope: 'account', perDay: 2, endsAt: Date.parse('2026-11-16') })
    expect(await send(caps, 1, 1)).toBeUndefined()
    expect(await countQueued()).toBe(3)
  })

  test('limit the messages to a number from any account, and not those to other numbers', async () => {
    const caps = { number: 2 }
    expect([await send(caps, 1, 0), await send(caps, 2, 0)]).toEqual([undefined, undefined])
    expect(await send(caps, 3, 0)).toEqual({ scope: 'number', perDay: 2, endsAt: Date.parse('2026-11-16') })
    expect(await send(caps, 3, 1)).toBeUndefined()
    expect(await countQueued()).toBe(3)
  })

  test('limit the messages in total', async () => {
    const caps = { service: 3 }
    for (let index = 0; index < 3; index++) expect(await send(caps, index, index)).toBeUndefined()
    expect(await send(caps, 9, 9)).toEqual({ scope: 'service', perDay: 3, endsAt: Date.parse('2026-11-16') })
    expect(await countQueued()).toBe(3)
  })

  test('limit nothing when they are 0', async () => {
    for (let index = 0; index < 20; index++) expect(await send({})).toBeUndefined()
    expect(await countQueued()).toBe(20)
  })

  test('end at midnight UTC, and drop days before yesterday', async () => {
    const caps = { account: 1 }
    const store = new OutboxStore(at.db, { account: 0, number: 0, service: 0 })
    await send(caps)
    clock.advance(DAY_MS / 2 - 1)
    expect(await send(caps)).toMatchObject({ scope: 'account' })
    clock.advance(1)
    expect(await send(caps)).toBeUndefined()
    const listDays = async () => {
      const rows = await at.db.selectFrom('sms_days').select('day').distinct().orderBy('day').execute()
      return rows.map(({ day }) => day)
    }
    await store.cleanUp(clock.now())
    expect(await listDays()).toEqual(['2026-11-15', '2026-11-16'])
    // Old counts are deleted even if no further message is counted.
    clock.advance(DAY_MS)
    await store.cleanUp(clock.now())
    expect(await listDays()).toEqual(['2026-11-16'])
  })

  test('leave 20 % of the total for alerts', async () => {
    const caps = { service: 10 }
    for (let index = 0; index < 8; index++) expect(await send(caps, index, index)).toBeUndefined()
    expect(await send(caps, 9, 9)).toEqual({ scope: 'service', perDay: 8, endsAt: Date.parse('2026-11-16') })
    const kind = 'quota-alert'
    for (let index = 10; index < 12; index++) expect(await send(caps, index, index, { kind })).toBeUndefined()
    expect(await send(caps, 13, 13, { kind })).toMatchObject({ scope: 'service', perDay: 10 })
  })

  test('apply to an address that is deleted and signs up again', async () => {
    const setEmail = (index: number, email: string) =>
      at.db
        .updateTable('accounts')
        .set({ email })
        .where('number', '=', accounts[index] ?? 0)
        .execute()
    const email = `${randomUUID()}@example.com`
    await setEmail(0, email)
    expect(await send({ account: 1 }, 0, 0)).toBeUndefined()
    await setEmail(0, `deleted ${email}`)
    await setEmail(1, email)
    expect(await send({ account: 1 }, 1, 1)).toMatchObject({ scope: 'account', perDay: 1 })
    const subjects = await at.db.selectFrom('sms_days').select('subject').execute()
    expect(JSON.stringify(subjects)).not.toContain(email)
  })

  test('do not count a rejected message', async () => {
    await send({}, 0, 0)
    expect(await send({ account: 1 }, 0, 1)).toMatchObject({ scope: 'account' })
    expect(await send({ number: 1 }, 1, 1)).toBeUndefined()
    expect(await send({ service: 3 }, 2, 2)).toBeUndefined()
    expect(await send({ service: 3 }, 3, 3)).toMatchObject({ scope: 'service' })
  })

  test('count messages that were removed from the outbox, and those of deleted accounts', async () => {
    await send({})
    await at.db.deleteFrom('outbox').execute()
    await at.db
      .deleteFrom('accounts')
      .where('number', '=', accounts[0] ?? 0)
      .execute()
    expect(await send({ number: 1 }, 1, 0)).toMatchObject({ scope: 'number' })
  })

  test('count an alert once, however often it is queued', async () => {
    const store = new OutboxStore(at.db, { account: 0, number: 0, service: 2 })
    const alert = { kind: 'quota-alert', month: '2026-11', recipient: phoneOf(0), body: 'x', now: clock.now() }
    const enqueue = (account = 0) =>
      at.db.transaction().execute((trx) => store.enqueue(trx, { ...alert, id: randomUUID(), account }))
    await Promise.all(Array.from({ length: 5 }, () => enqueue(accounts[0])))
    expect(await enqueue(accounts[1])).toBeUndefined()
    expect(await enqueue(accounts[2])).toMatchObject({ scope: 'service', perDay: 2 })
  })

  test('apply across servers that send at the same time', async () => {
    const servers = [at.database, at.openAnother(), at.openAnother()]
    const verdicts = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        send({ service: 10 }, index, index, { database: servers[index % 3] ?? at.database }),
      ),
    )
    expect(verdicts.filter((verdict) => verdict === undefined)).toHaveLength(8)
    expect(await countQueued()).toBe(8)
  })

  test('old messages lose their number and text, and codes are deleted once they have expired', async () => {
    const store = new OutboxStore(at.db, { account: 0, number: 0, service: 0 })
    const enqueue = (id: string, kind: string, month: string, index: number) =>
      at.db.transaction().execute((trx) =>
        store.enqueue(trx, {
          id,
          kind,
          month,
          account: accounts[index] ?? 0,
          recipient: phoneOf(index),
          body: 'Fairway: …',
          now: clock.now(),
        }),
      )
    const list = async () => {
      const rows = await at.db.selectFrom('outbox').select(['id', 'recipient', 'body']).orderBy('id').execute()
      return rows.map(({ id, recipient, body }) => (recipient === '' && body === '' ? `${id} empty` : id))
    }
    await enqueue('code', 'phone-code', 'code', 0)
    await enqueue('failed', 'quota-alert', '2026-11', 1)
    await enqueue('pending', 'quota-alert', '2026-11', 2)
    await enqueue('sent', 'quota-alert', '2026-11', 3)
    await store.markSent('sent', clock.now())
    await store.markFailed('failed', 'refused')
    clock.advance(600_000)
    await store.cleanUp(clock.now())
    expect(await list()).toEqual(['code', 'failed', 'pending', 'sent'])
    clock.advance(1)
    await store.cleanUp(clock.now())
    expect(await list()).toEqual(['failed', 'pending', 'sent'])
    clock.advance(DAY_MS - 600_001)
    await store.cleanUp(clock.now())
    expect(await list()).toEqual(['failed', 'pending', 'sent'])
    clock.advance(1)
    await store.cleanUp(clock.now())
    expect(await list()).toEqual(['failed empty', 'pending', 'sent empty'])
    // The alert for the month is not sent again.
    await enqueue('again', 'quota-alert', '2026-11', 3)
    expect(await list()).toHaveLength(3)
    clock.advance(15 * DAY_MS)
    await store.cleanUp(clock.now())
    expect(await list()).toEqual(['pending'])
  })
})
