import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { AccountService } from '../../apps/server/features/accounts/service.ts'
import { AccountStore } from '../../apps/server/features/accounts/store.ts'
import { systemClock } from '../../apps/server/platform/clock.ts'
import { defaultPlans } from '../../apps/server/platform/config/plans.ts'
import { openMigratedDatabase } from '../../apps/server/platform/storage/database.ts'
import { startServer } from '../support/servers/server-process.ts'
import { startStores } from '../support/servers/stores.ts'

test('a server receives positions from a broker, and reports this in /readyz and /metrics', async () => {
  const aedes = await Aedes.createBroker({
    authenticate: (_client, user, password, done) => done(null, user === 'fairway' && String(password) === 'secret'),
  })
  const broker = createServer((socket) => void aedes.handle(socket)).listen(0, '127.0.0.1')
  await once(broker, 'listening')
  const brokerUrl = `mqtt://fairway:secret@127.0.0.1:${(broker.address() as AddressInfo).port}`
  const stores = await startStores('embedded')
  const store = await stores.fresh()
  const database = await openMigratedDatabase(store)
  const accounts = new AccountService({
    store: new AccountStore(database.db),
    plans: defaultPlans(7),
    clock: systemClock,
  })
  const issued = await accounts.issueByOperator({ email: 'fleet@example.com', plan: 'pro' })
  const key = issued.ok ? issued.value.issued.apiKey : expect.fail('no key')
  await database.close()
  const server = await startServer({ store, env: { FAIRWAY_MQTT_URL: brokerUrl, FAIRWAY_MQTT_KEY: key } })
  const call = async (path: string, body?: object) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return await fetch(`${server.url}${path}`, init)
  }
  const publisher = await connectAsync(brokerUrl)
  try {
    const { id } = (await (
      await call('/v1/assets', { name: 'Van', kind: 'vehicle', reference: 'phone-1' })
    ).json()) as {
      id: string
    }
    const readChecks = async () => ((await (await call('/readyz')).json()) as { checks?: object }).checks
    await expect.poll(readChecks).toMatchObject({ mqtt: 'ok' })
    const message = { _type: 'location', lat: -34.9, lon: -56.1, tst: Math.floor(Date.now() / 1000) }
    await publisher.publishAsync('owntracks/maria/phone-1', JSON.stringify(message), { qos: 1 })
    await publisher.publishAsync('owntracks/maria/phone-1', 'no JSON', { qos: 1 })
    const readMetrics = async () => await (await call('/metrics')).text()
    await expect.poll(readMetrics).toContain('fairway_mqtt_messages_total{outcome="rejected"} 1')
    const metrics = await readMetrics()
    expect(metrics).toContain('fairway_mqtt_messages_total{outcome="stored"} 1')
    expect(metrics).toContain('fairway_mqtt_connected 1')
    const live = await (await call(`/v1/assets/${id}/live`)).json()
    expect(live).toMatchObject({ position: { at: [-34.9, -56.1] } })
    expect(server.process.output()).toContain('the message is not a JSON object')
  } finally {
    await publisher.endAsync(true)
    expect(await server.stop()).toBe(0)
    await new Promise<void>((resolve) => aedes.close(() => resolve()))
    broker.close()
    await stores.dispose()
  }
})
