import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabases } from '../../../../../tests/contract/databases.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { DeliveryRow, WebhookRow } from '../../../platform/storage/tables/events.ts'
import { insertEvents } from '../events/event-store.ts'
import { WebhookDeliverer } from './deliverer.ts'
import { DeliveryStore } from './delivery-store.ts'
import type { SendResult, WebhookRequest } from './send.ts'
import { WebhookStore } from './webhook-store.ts'

const answer = (status: number, retryAfterMs?: number): SendResult => ({ kind: 'answered', status, retryAfterMs })
const DOWN: SendResult = { kind: 'failed', why: 'connection failed (ECONNREFUSED)' }

describeOnDatabases('webhook deliveries', (at) => {
  let clock: FakeClock
  let account: number
  let webhook: WebhookRow
  let store: DeliveryStore
  /** Ids of the received events, in order. */
  let received: string[]
  let reply: (id: string) => SendResult
  beforeEach(async () => {
    clock = new FakeClock()
    received = []
    reply = () => answer(200)
    store = new DeliveryStore(at.db)
    ;[account = 0] = await at.addAccounts(1)
    const fields = { url: 'https://example.com/', description: null, events: undefined }
    const created = await new WebhookStore(at.db).create(account, fields, clock.now())
    if (!created.ok) throw new Error('not created')
    webhook = created.value
  })
  const deliverer = (own = store) =>
    new WebhookDeliverer({
      store: own,
      clock,
      allowPrivate: false,
      log: () => {},
      send: async ({ headers }: WebhookRequest) => {
        const id = headers['webhook-id'] ?? ''
        const result = reply(id)
        if (result.kind === 'answered' && result.status === 200) received.push(id)
        return result
      },
    })
  /** Adds events with ids of the form `ev_<account>_<asset>_<n>`. */
  const addEvents = async (...names: readonly string[]) => {
    const events = names.map((name) => ({
      id: `ev_${account}_${name}`,
      account,
      asset: Number(name.split('_')[0]),
      asset_id: 'as_1',
      type: 'late',
      time: clock.now(),
      changed: 1,
      details: '{}',
      created_at: clock.now(),
    }))
    const receivers = [{ webhook: webhook.number, types: undefined }]
    await at.db.transaction().execute((trx) => insertEvents(trx, events, { receivers }))
  }
  const names = () => received.map((id) => id.replace(`ev_${account}_`, ''))
  const list = (state?: DeliveryRow['state']) => store.list({ webhook: webhook.number, state, limit: 100 })
  const findWebhook = async () => await new WebhookStore(at.db).find(account, webhook.id)

  test('are sent once, in order for each asset', async () => {
    await addEvents('1_a', '2_a', '1_b', '1_c', '2_b')
    await deliverer().sendDue()
    await deliverer().sendDue()
    const ofAsset = (asset: string) => names().filter((name) => name.startsWith(asset))
    expect([ofAsset('1'), ofAsset('2')]).toEqual([
      ['1_a', '1_b', '1_c'],
      ['2_a', '2_b'],
    ])
    expect(await list('sent')).toHaveLength(5)
    expect(await list('sent')).toMatchObject(Array(5).fill({ attempts: 1, status: 200, ended_at: clock.now() }))
  })

  test('of an asset wait for a rejected one, those of other assets do not', async () => {
    await addEvents('1_a', '1_b', '2_a')
    reply = (id) => answer(id.endsWith('1_a') ? 500 : 200)
    await deliverer().sendDue()
    await addEvents('1_c', '2_b')
    await deliverer().sendDue()
    expect(names()).toEqual(['2_a', '2_b'])
    expect((await list('pending')).map(({ attempts, error }) => [attempts, error])).toEqual([
      [0, null],
      [0, null],
      [1, 'the receiver replied 500'],
    ])
    reply = () => answer(200)
    clock.advance(4999)
    await deliverer().sendDue()
    expect(names()).toHaveLength(2)
    clock.advance(1)
    await deliverer().sendDue()
    expect(names()).toEqual(['2_a', '2_b', '1_a', '1_b', '1_c'])
  })

  test('are abandoned after ten rejections, and can be replayed', async () => {
    await addEvents('1_a', '1_b')
    reply = (id) => answer(id.endsWith('1_a') ? 302 : 200)
    for (let attempt = 0; attempt < 9; attempt++) {
      await deliverer().sendDue()
      clock.advance(3_600_000)
    }
    expect(names()).toEqual([])
    await deliverer().sendDue()
    expect(names()).toEqual(['1_b'])
    const [dead] = await list('dead')
    expect(dead).toMatchObject({
      attempts: 10,
      status: 302,
      error: 'the receiver replied 302; redirects are not followed',
    })
    reply = () => answer(200)
    expect(await store.replay(webhook.number, undefined, clock.now())).toBe(1)
    await deliverer().sendDue()
    expect(names()).toEqual(['1_b', '1_a'])
    expect(await store.replay(webhook.number, dead && [dead.number], clock.now())).toBe(1)
    expect(await store.replayPeriod(webhook, { fromMs: 0, untilMs: clock.now() }, 2, clock.now())).toBe(2)
    expect(await store.replayPeriod(webhook, { fromMs: 0, untilMs: clock.now() }, 1, clock.now())).toBeUndefined()
    await deliverer().sendDue()
    expect(names()).toEqual(['1_b', '1_a', '1_a', '1_a', '1_b'])
  })

  test('wait while the receiver is unavailable, longer each time, and none is lost', async () => {
    const all = Array.from({ length: 20 }, (_, n) => `${n % 10}_${n}`)
    await addEvents(...all)
    reply = () => DOWN
    const pauses: number[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      await deliverer().sendDue()
      const pausedMs = ((await findWebhook())?.paused_until ?? 0) - clock.now()
      pauses.push(pausedMs / 1000)
      clock.advance(pausedMs - 1)
      await deliverer().sendDue()
      clock.advance(1)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
    expect(await list('dead')).toEqual([])
    reply = () => answer(200)
    await deliverer().sendDue()
    expect(new Set(names())).toEqual(new Set(all))
    for (let asset = 0; asset < 10; asset++)
      expect(names().filter((name) => name.startsWith(`${asset}_`))).toEqual([
        `${asset}_${asset}`,
        `${asset}_${asset + 10}`,
      ])
    expect(await findWebhook()).toMatchObject({ failures: 0, paused_until: null })
    await addEvents('1_z')
    reply = () => answer(503, 90_000)
    await deliverer().sendDue()
    expect((await findWebhook())?.paused_until).toBe(clock.now() + 90_000)
  })

  test('are abandoned after three days, and stop when the receiver replies 410 Gone', async () => {
    await addEvents('1_a')
    reply = () => answer(410)
    await deliverer().sendDue()
    const why = 'the receiver replied 410 (Gone), so the webhook was disabled'
    expect(await findWebhook()).toMatchObject({ enabled: 0, disabled_why: why })
    await deliverer().sendDue()
    expect(await list('pending')).toHaveLength(1)
    clock.advance(3 * 86_400_000)
    await store.expire(clock.now())
    expect(await list('dead')).toEqual([])
    clock.advance(1)
    await store.expire(clock.now())
    expect(await list('dead')).toMatchObject([{ error: why }])
  })

  test('are sent by one server at a time, and by another after it died', async () => {
    await addEvents('1_a')
    const other = new DeliveryStore(at.openAnother().db)
    expect(await store.leaseDue(clock.now(), 20_000, 8)).toHaveLength(1)
    await deliverer(other).sendDue()
    expect(names()).toEqual([])
    // The first server died while it held the lease.
    clock.advance(20_001)
    await deliverer(other).sendDue()
    expect(names()).toEqual(['1_a'])
    await addEvents('1_b')
    await store.leaseDue(clock.now(), 20_000, 8)
    await other.releaseAll()
    await deliverer(other).sendDue()
    expect(names()).toEqual(['1_a', '1_b'])
  })
})
