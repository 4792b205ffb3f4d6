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

  /** Sends a message from an account to a phone, both by index. Returns the cap that refused it, if any. */
  async function send(caps: Partial<SmsCaps>, account = 0, phone = 0, database = at.database) {
    const store = new OutboxStore(database.db, { account: 0, number: 0, service: 0, ...caps })
    const id = randomUUID()
    const message = { id, kind: 'phone-code', month: id, body: 'Fairway: …', now: clock.now() }
    return await database.db
      .transaction()
      .execute((trx) => store.enqueue(trx, { ...message, account: accounts[account] ?? 0, recipient: phoneOf(phone) }))
  }

  test('limit the messages of an account, to whatever number, and not those of others', async () => {
    const caps = { account: 2 }
    expect([await send(caps, 0, 1), await send(caps, 0, 2)]).toEqual([undefined, undefined])
    expect(await send(caps, 0, 3)).toEqual({ scope: 'account', perDay: 2, endsAt: Date.parse('2026-11-16') })
    expect(await send(caps, 1, 1)).toBeUndefined()
    expect(await countQueued()).toBe(3)
  })

  test('limit the messages to a number, from whatever account, and not those to others', async () => {
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

  test('end at midnight UTC, and forget days before yesterday', async () => {
    const caps = { account: 1 }
    await send(caps)
    clock.advance(DAY_MS / 2 - 1)
    expect(await send(caps)).toMatchObject({ scope: 'account' })
    clock.advance(1)
    expect(await send(caps)).toBeUndefined()
    const listDays = async () => {
      const rows = await at.db.selectFrom('sms_days').select('day').distinct().orderBy('day').execute()
      return rows.map(({ day }) => day)
    }
    expect(await listDays()).toEqual(['2026-11-15', '2026-11-16'])
    clock.advance(DAY_MS)
    await send(caps)
    expect(await listDays()).toEqual(['2026-11-16', '2026-11-17'])
  })

  test('count a refused message for nobody', async () => {
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

  test('hold across servers that send at once', async () => {
    const servers = [at.database, at.openAnother(), at.openAnother()]
    const verdicts = await Promise.all(
      Array.from({ length: 30 }, (_, index) => send({ service: 7 }, index, index, servers[index % 3])),
    )
    expect(verdicts.filter((verdict) => verdict === undefined)).toHaveLength(7)
    expect(await countQueued()).toBe(7)
  })
})
