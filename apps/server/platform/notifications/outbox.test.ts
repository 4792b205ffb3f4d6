import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../tests/support/servers/fake-clock.ts'
import type { Database } from '../storage/database.ts'
import { Outbox } from './outbox.ts'
import type { SendOutcome, SmsMessage, SmsProvider } from './sms/sms-message.ts'
import { OutboxStore } from './store.ts'

const PHONE = '+15005550006'
const LEASE_MS = 60_000
const SETTLE_MS = 120_000
const DAY_MS = 86_400_000
const CODE_MS = 600_000
const NO_CAPS = { account: 0, number: 0, service: 0 }

interface Recorder extends SmsProvider {
  readonly sent: SmsMessage[]
  /** Calls to `wasSent` with the times from which to search. */
  readonly statusQueries: { id: string; since: number }[]
  /** Returns the outcome of the next sends. */
  answer: (message: SmsMessage) => SendOutcome | Promise<SendOutcome>
}

/**
 * Creates a provider that records its messages. `wasSent` determines what the provider reports about earlier sends.
 * Without `wasSent`, the provider does not support this query.
 */
function record(wasSent?: () => boolean): Recorder {
  const recorder: Recorder = {
    name: 'recorder',
    sent: [],
    statusQueries: [],
    answer: () => ({ kind: 'sent' }),
    async send(message) {
      recorder.sent.push(message)
      return await recorder.answer(message)
    },
  }
  if (!wasSent) return recorder
  return Object.assign(recorder, {
    async wasSent({ id }: SmsMessage, since: Date): Promise<boolean> {
      recorder.statusQueries.push({ id, since: since.getTime() })
      return wasSent()
    },
  })
}

describeOnDatabases('the outbox', (at) => {
  async function countByState(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    const rows = await at.db.selectFrom('outbox').select('state').execute()
    for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
    return counts
  }

  let clock: FakeClock
  let store: OutboxStore
  let log: string[]
  let serial = 0
  beforeEach(async () => {
    clock = new FakeClock()
    store = new OutboxStore(at.db, NO_CAPS)
    log = []
    await at.db.deleteFrom('outbox').execute()
  })
  const open = (provider: SmsProvider, database: Pick<Database, 'db'> = at) =>
    new Outbox({ store: new OutboxStore(database.db, NO_CAPS), provider, clock, log: (_, text) => log.push(text) })

  async function enqueue(month = '2026-11'): Promise<string> {
    const [account = 0] = await at.addAccounts(1, { phone: PHONE })
    const id = `message-${++serial}`
    const message = { id, kind: 'quota-alert', account, month, recipient: PHONE, body: 'Fairway: …', now: clock.now() }
    await at.db.transaction().execute((trx) => store.enqueue(trx, message))
    return id
  }
  const rowOf = (id: string) => at.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  describe('sending', () => {
    test('sends each due message once, and records that in the database', async () => {
      const [first, second] = [await enqueue(), await enqueue()]
      const provider = record()
      const outbox = open(provider)
      await outbox.sendDue()
      await outbox.sendDue()
      expect(provider.sent.map((message) => message.id).sort()).toEqual([first, second].sort())
      expect(provider.sent[0]).toEqual({ id: expect.any(String), to: PHONE, body: 'Fairway: …' })
      expect(await rowOf(first)).toMatchObject({ state: 'sent', sent_at: clock.now(), leased_until: null, attempts: 1 })
      expect(await countByState()).toEqual({ sent: 2 })
    })

    test('treats a message of the same kind, account and month as the same message', async () => {
      const [account = 0] = await at.addAccounts(1)
      const message = { kind: 'quota-alert', account, month: '2026-11', recipient: PHONE, body: 'x', now: clock.now() }
      await at.db.transaction().execute(async (trx) => {
        for (const id of ['a', 'b']) await store.enqueue(trx, { ...message, id })
        await store.enqueue(trx, { ...message, id: 'c', month: '2026-12' })
      })
      const ids = await at.db.selectFrom('outbox').select('id').orderBy('id').execute()
      expect(ids).toEqual([{ id: 'a' }, { id: 'c' }])
    })

    test('abandons a code once it has expired, and not before', async () => {
      const addCode = async (id: string) => {
        const [account = 0] = await at.addAccounts(1)
        const message = { id, kind: 'phone-code', account, month: id, recipient: PHONE, body: 'x', now: clock.now() }
        await at.db.transaction().execute((trx) => store.enqueue(trx, message))
      }
      const provider = record()
      await addCode('in-time')
      clock.advance(CODE_MS)
      await open(provider).sendDue()
      expect(provider.sent).toHaveLength(1)
      await addCode('too-late')
      clock.advance(CODE_MS + 1)
      await open(provider).sendDue()
      expect(provider.sent).toHaveLength(1)
      expect(await rowOf('too-late')).toMatchObject({ state: 'failed', last_error: 'the code has expired' })
    })

    test('does not try a code again after it has expired', async () => {
      const [account = 0] = await at.addAccounts(1)
      const code = { id: 'retried', kind: 'phone-code', account, month: 'x', recipient: PHONE, body: 'x' }
      await at.db.transaction().execute((trx) => store.enqueue(trx, { ...code, now: clock.now() }))
      const provider = record()
      provider.answer = () => {
        clock.advance(CODE_MS + 1)
        return { kind: 'refused', permanent: false, why: 'busy' }
      }
      await open(provider).sendDue()
      expect(await rowOf('retried')).toMatchObject({ state: 'failed', last_error: 'busy' })
    })

    test('joins the current run when called while sending', async () => {
      await enqueue()
      const provider = record()
      const { promise, resolve } = Promise.withResolvers<SendOutcome>()
      provider.answer = () => promise
      const outbox = open(provider)
      const runs = [outbox.sendDue(), outbox.sendDue(), outbox.sendDue()]
      resolve({ kind: 'sent' })
      await Promise.all(runs)
      expect(provider.sent.length).toBe(1)
    })

    test('sends pending messages after a restart', async () => {
      const id = await enqueue()
      const provider = record()
      await open(provider, at.openAnother()).sendDue()
      expect(provider.sent.map((message) => message.id)).toEqual([id])
    })

    test('sends every message once when two servers run concurrently', async () => {
      const ids = await Promise.all(Array.from({ length: 12 }, () => enqueue()))
      const provider = record()
      const servers = [open(provider), open(provider, at.openAnother()), open(provider, at.openAnother())]
      // A server stops until its next round if another server claims a message first.
      while ((await countByState()).pending) await Promise.all(servers.map((server) => server.sendDue()))
      expect(provider.sent.map((message) => message.id).sort()).toEqual(ids.sort())
    })

    test('finishes the current send on stop, and leaves the rest for later', async () => {
      await enqueue()
      await enqueue()
      const provider = record()
      const { promise, resolve } = Promise.withResolvers<SendOutcome>()
      const started = Promise.withResolvers<void>()
      provider.answer = () => {
        started.resolve()
        return promise
      }
      const outbox = open(provider)
      const run = outbox.sendDue()
      await started.promise
      const stopped = outbox.stop()
      resolve({ kind: 'sent' })
      await Promise.all([run, stopped])
      expect(await countByState()).toEqual({ sent: 1, pending: 1 })
      await outbox.sendDue()
      expect(provider.sent.length).toBe(1)
    })
  })

  describe('provider refusal', () => {
    /** Advances the clock to the message's next attempt. Checks that nothing is sent a millisecond earlier. */
    async function waitForNext(id: string, outbox: Outbox, provider: Recorder): Promise<number> {
      const { next_attempt_at } = await rowOf(id)
      const pauseMs = next_attempt_at - clock.now()
      clock.advance(pauseMs - 1)
      const before = provider.sent.length
      await outbox.sendDue()
      expect(provider.sent.length).toBe(before)
      clock.advance(1)
      return pauseMs
    }

    test('is retried after growing pauses until the provider accepts the message', async () => {
      const id = await enqueue()
      const provider = record()
      provider.answer = () => ({ kind: 'refused', permanent: false, why: 'status 500' })
      const outbox = open(provider)
      const pauses: number[] = []
      for (let turn = 0; turn < 12; turn++) {
        await outbox.sendDue()
        pauses.push(await waitForNext(id, outbox, provider))
      }
      expect(pauses.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000])
      expect(pauses.slice(-2)).toEqual([3_600_000, 3_600_000])
      expect(await rowOf(id)).toMatchObject({ state: 'pending', last_error: 'status 500', attempts: 12 })
      provider.answer = () => ({ kind: 'sent' })
      await outbox.sendDue()
      expect(await rowOf(id)).toMatchObject({ state: 'sent', last_error: null, attempts: 13 })
      expect(provider.sent.length).toBe(13)
    })

    test('is not retried before the time given by the provider', async () => {
      const id = await enqueue()
      const provider = record()
      provider.answer = () => ({ kind: 'refused', permanent: false, why: 'status 429', retryAfterMs: 90_000 })
      const outbox = open(provider)
      await outbox.sendDue()
      expect(await waitForNext(id, outbox, provider)).toBe(90_000)
      provider.answer = () => ({ kind: 'refused', permanent: false, why: 'status 429', retryAfterMs: 1 })
      await outbox.sendDue()
      expect(await waitForNext(id, outbox, provider)).toBe(10_000)
    })

    test('that is permanent is not retried', async () => {
      const id = await enqueue()
      const provider = record()
      provider.answer = () => ({ kind: 'refused', permanent: true, why: 'no such number' })
      const outbox = open(provider)
      await outbox.sendDue()
      clock.advance(2 * DAY_MS)
      await outbox.sendDue()
      expect(provider.sent.length).toBe(1)
      expect(await rowOf(id)).toMatchObject({ state: 'failed', last_error: 'no such number', leased_until: null })
    })

    test('is abandoned after three days', async () => {
      const id = await enqueue()
      const provider = record()
      provider.answer = () => ({ kind: 'refused', permanent: false, why: 'status 500' })
      const outbox = open(provider)
      await outbox.sendDue()
      clock.advance(3 * DAY_MS)
      await outbox.sendDue()
      expect((await rowOf(id)).state).toBe('pending')
      clock.advance(DAY_MS)
      await outbox.sendDue()
      expect((await rowOf(id)).state).toBe('failed')
    })

    test('does not delay other messages', async () => {
      const [bad, good] = [await enqueue(), await enqueue()]
      const provider = record()
      provider.answer = ({ id }) =>
        id === bad ? { kind: 'refused', permanent: false, why: 'not this one' } : { kind: 'sent' }
      await open(provider).sendDue()
      expect([(await rowOf(bad)).state, (await rowOf(good)).state]).toEqual(['pending', 'sent'])
    })
  })

  describe('send with unknown outcome', () => {
    /** Simulates a lost reply. */
    async function loseReply(provider: Recorder, outbox: Outbox): Promise<void> {
      provider.answer = () => ({ kind: 'unknown', why: 'time is up' })
      await outbox.sendDue()
      provider.answer = () => ({ kind: 'sent' })
    }

    test('is looked up before a retry, once the provider has had time to list it', async () => {
      const id = await enqueue()
      const started = clock.now()
      const provider = record(() => true)
      const outbox = open(provider)
      await loseReply(provider, outbox)
      clock.advance(SETTLE_MS - 1)
      await outbox.sendDue()
      expect(provider.statusQueries).toEqual([])
      clock.advance(1)
      await outbox.sendDue()
      expect(provider.statusQueries).toEqual([{ id, since: started }])
      expect(provider.sent.length).toBe(1)
      expect((await rowOf(id)).state).toBe('sent')
    })

    test('is repeated when the provider does not have it, and the new reply counts', async () => {
      const id = await enqueue()
      const provider = record(() => false)
      const outbox = open(provider)
      await loseReply(provider, outbox)
      clock.advance(SETTLE_MS)
      provider.answer = () => ({ kind: 'refused', permanent: false, why: 'status 500' })
      await outbox.sendDue()
      expect([provider.statusQueries.length, provider.sent.length]).toEqual([1, 2])
      expect((await rowOf(id)).unknown_since).toBeNull()
      provider.answer = () => ({ kind: 'sent' })
      clock.advance(DAY_MS)
      await outbox.sendDue()
      expect([provider.statusQueries.length, provider.sent.length]).toEqual([1, 3])
    })

    test('is looked up from the time of the first of several lost sends', async () => {
      const id = await enqueue()
      const started = clock.now()
      const provider = record(() => false)
      const outbox = open(provider)
      await loseReply(provider, outbox)
      clock.advance(SETTLE_MS)
      await loseReply(provider, outbox)
      clock.advance(DAY_MS)
      await outbox.sendDue()
      expect(provider.statusQueries).toEqual([
        { id, since: started },
        { id, since: started },
      ])
    })

    test('waits while the provider is unreachable, because sending could duplicate it', async () => {
      const id = await enqueue()
      const provider = record(() => {
        throw new Error('status 503')
      })
      const outbox = open(provider)
      await loseReply(provider, outbox)
      for (let turn = 0; turn < 3; turn++) {
        clock.advance(3_600_000)
        await outbox.sendDue()
      }
      expect([provider.statusQueries.length, provider.sent.length]).toEqual([3, 1])
      expect(await rowOf(id)).toMatchObject({ state: 'pending', last_error: expect.stringContaining('status 503') })
    })

    test('is repeated with the same id for a provider that removes duplicates', async () => {
      const id = await enqueue()
      const provider = record()
      const outbox = open(provider)
      await loseReply(provider, outbox)
      clock.advance(5_000)
      await outbox.sendDue()
      expect(provider.sent.map((message) => message.id)).toEqual([id, id])
      expect((await rowOf(id)).state).toBe('sent')
    })
  })

  describe('server crash during a send', () => {
    /** Simulates a crash in which a message is claimed and sent, but its outcome is never recorded. */
    async function die(provider: Recorder): Promise<void> {
      const begun = Promise.withResolvers<void>()
      provider.answer = () => {
        begun.resolve()
        return new Promise(() => {})
      }
      void open(provider).sendDue()
      await begun.promise
      provider.answer = () => ({ kind: 'sent' })
    }

    test('does not touch the message while its lease is valid', async () => {
      await enqueue()
      const provider = record(() => true)
      await die(provider)
      clock.advance(LEASE_MS)
      await open(provider, at.openAnother()).sendDue()
      expect([provider.sent.length, provider.statusQueries.length]).toEqual([1, 0])
    })

    test('is followed by a lookup, and the message is not sent twice', async () => {
      const id = await enqueue()
      const started = clock.now()
      const provider = record(() => true)
      await die(provider)
      clock.advance(LEASE_MS + 1)
      const next = open(provider, at.openAnother())
      await next.sendDue()
      expect(provider.statusQueries).toEqual([])
      clock.advance(SETTLE_MS)
      await next.sendDue()
      expect(provider.statusQueries).toEqual([{ id, since: started }])
      expect(provider.sent.length).toBe(1)
      expect(await rowOf(id)).toMatchObject({ state: 'sent', leased_until: null })
    })

    test('is followed by a new send when the provider never got the message', async () => {
      const id = await enqueue()
      const provider = record(() => false)
      await die(provider)
      clock.advance(LEASE_MS + 1)
      const next = open(provider, at.openAnother())
      await next.sendDue()
      clock.advance(SETTLE_MS)
      await next.sendDue()
      expect([provider.statusQueries.length, provider.sent.length]).toEqual([1, 2])
      expect((await rowOf(id)).state).toBe('sent')
    })

    test('is handled the same way when the send throws', async () => {
      const id = await enqueue()
      const provider = record(() => true)
      provider.answer = () => {
        throw new Error('a bug in the provider')
      }
      await expect(open(provider).sendDue()).rejects.toThrow('a bug in the provider')
      clock.advance(LEASE_MS + 1)
      await open(provider).sendDue()
      clock.advance(SETTLE_MS)
      await open(provider).sendDue()
      expect(provider.sent.length).toBe(1)
      expect((await rowOf(id)).state).toBe('sent')
    })
  })
})
