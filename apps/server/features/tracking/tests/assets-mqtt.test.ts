import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Fleet } from '../../../../../tests/support/operations/assets.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { issueKey } from '../../accounts/tests/sample-accounts.ts'
import { MqttInput } from '../mqtt/mqtt-input.ts'

/** Real broker on a loopback port, which can lose its connections and come back. */
class Broker {
  readonly aedes: Aedes
  /** Number of messages that the server has acknowledged. */
  acknowledged = 0
  private server: Server | undefined
  private readonly sockets = new Set<Socket>()
  private port = 0

  private constructor(aedes: Aedes) {
    this.aedes = aedes
    aedes.on('ack', () => {
      this.acknowledged++
    })
  }

  static async start(): Promise<Broker> {
    const broker = new Broker(await Aedes.createBroker())
    await broker.listen()
    return broker
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`
  }

  async listen(): Promise<void> {
    const server = createServer((socket) => {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
      this.aedes.handle(socket)
    }).listen(this.port, '127.0.0.1')
    await once(server, 'listening')
    this.port = (server.address() as AddressInfo).port
    this.server = server
  }

  async disconnect(): Promise<void> {
    const closed = this.server && once(this.server, 'close')
    this.server?.close()
    for (const socket of this.sockets) socket.destroy()
    await closed
  }

  async stop(): Promise<void> {
    await this.disconnect()
    await new Promise<void>((resolve) => this.aedes.close(() => resolve()))
  }
}

describeOnStores('positions by MQTT', ({ startShared }) => {
  let service: TestService
  let clock: FakeClock
  let fleet: Fleet
  let key: string
  let broker: Broker
  let publisher: MqttClient
  /** Server in front of the service. While `isOpen` is false, it replies to all requests with 503. */
  let gate: { url: string; isOpen: boolean; refused: number; close(): void }
  const inputs: MqttInput[] = []
  const log: { message: string; topic?: string; why?: string }[] = []

  beforeAll(async () => {
    clock = new FakeClock()
    service = await startShared({ clock })
  })
  beforeEach(async () => {
    clock.advance(60_000)
    key = (await issueKey(service, 'pro')).key
    fleet = new Fleet(service, key)
    broker = await Broker.start()
    publisher = await connectAsync(broker.url)
    gate = await openGate()
    log.length = 0
  })
  afterEach(async () => {
    for (const input of inputs.splice(0)) await input.stop()
    await publisher.endAsync(true)
    gate.close()
    await broker.stop()
  })

  async function openGate() {
    const server = createHttpServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      if (!state.isOpen) {
        state.refused++
        response.writeHead(503).end(JSON.stringify({ busy: true, detail: 'the database is unavailable' }))
        return
      }
      const reply = await service.app.inject({
        method: 'POST',
        url: request.url ?? '',
        headers: { 'x-api-key': String(request.headers['x-api-key']), 'content-type': 'application/json' },
        payload: Buffer.concat(parts),
      })
      response.writeHead(reply.statusCode).end(reply.payload)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const state = { url, isOpen: true, refused: 0, close: () => void server.close() }
    return state
  }

  async function start(topic = 'owntracks/+/{asset}', clientId?: string): Promise<MqttInput> {
    const record = (fields: object, message: string) => void log.push({ message, ...fields })
    const input = new MqttInput({
      brokerUrl: broker.url,
      topic,
      clientId,
      url: gate.url,
      key,
      log: { info: record, warn: record },
    })
    inputs.push(input)
    await input.start()
    await expect.poll(() => input.describe()).toBe('ok')
    return input
  }
  const publish = (topic: string, payload: object | string) =>
    publisher.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
  const ownTracks = (lat: number, tst = clock.now() / 1000) => ({ _type: 'location', lat, lon: -56.1, tst, vel: 36 })
  const latitudes = async (id: string) => {
    const { positions } = (await fleet.get(`/${id}/track`)).json()
    return positions.map(({ at }: { at: [number, number] }) => at[0])
  }

  test('are stored for the asset whose reference is in the topic, in the formats of OwnTracks and Fairway', async () => {
    const id = await fleet.register({ reference: 'phone-1' })
    const input = await start()
    await publish('owntracks/maria/phone-1', ownTracks(-34.9))
    await expect.poll(() => input.getStatus().stored).toBe(1)
    expect((await fleet.live(id)).position).toMatchObject({ at: [-34.9, -56.1], speed_ms: 10 })
    clock.advance(10_000)
    await publish(`owntracks/maria/${id}`, { at: [-34.8999, -56.1], battery_pct: 50 })
    await expect.poll(() => input.getStatus().stored).toBe(2)
    expect((await fleet.live(id)).position).toMatchObject({ at: [-34.8999, -56.1], battery_pct: 50 })
    await expect.poll(() => broker.acknowledged).toBe(2)
    expect(input.getStatus()).toEqual({ isConnected: true, stored: 2, rejected: 0, ignored: 0 })
  })

  test('name their assets themselves if the topic contains none', async () => {
    const [a, b] = [await fleet.register({ reference: 'van-1' }), await fleet.register()]
    const input = await start('fleet/#')
    await publish('fleet/depot', {
      positions: [
        { reference: 'van-1', at: [-34.9, -56.1] },
        { asset: b, at: [-34.8, -56] },
      ],
    })
    await expect.poll(() => input.getStatus().stored).toBe(1)
    expect([await latitudes(a), await latitudes(b)]).toEqual([[-34.9], [-34.8]])
  })

  test('belong to the asset in the topic, whichever asset the message names', async () => {
    const [a, b] = [await fleet.register({ reference: 'van-1' }), await fleet.register()]
    const input = await start('fleet/{asset}')
    await publish('fleet/van-1', { asset: b, at: [-34.9, -56.1] })
    await expect.poll(() => input.getStatus().stored).toBe(1)
    expect([await latitudes(a), await latitudes(b)]).toEqual([[-34.9], []])
  })

  test('are acknowledged only after they are stored', async () => {
    const id = await fleet.register({ reference: 'phone-1' })
    const input = await start()
    gate.isOpen = false
    await publish('owntracks/maria/phone-1', ownTracks(-34.9))
    await expect.poll(() => gate.refused).toBeGreaterThan(0)
    await expect.poll(() => input.describe()).toBe('503: the database is unavailable')
    expect(broker.acknowledged).toBe(0)
    gate.isOpen = true
    await expect.poll(() => broker.acknowledged).toBe(1)
    expect(await latitudes(id)).toEqual([-34.9])
    expect(input.describe()).toBe('ok')
  })

  test('that were not acknowledged are received again after a lost connection', async () => {
    const id = await fleet.register({ reference: 'phone-1' })
    const input = await start('owntracks/+/{asset}', 'fairway-1')
    gate.isOpen = false
    await publish('owntracks/maria/phone-1', ownTracks(-34.9))
    await expect.poll(() => gate.refused).toBeGreaterThan(0)
    await input.stop()
    expect(broker.acknowledged).toBe(0)
    await publish('owntracks/maria/phone-1', ownTracks(-34.8999, clock.now() / 1000 + 1))
    gate.isOpen = true
    await start('owntracks/+/{asset}', 'fairway-1')
    await expect.poll(() => broker.acknowledged).toBe(2)
    expect(await latitudes(id)).toEqual([-34.9, -34.8999])
  })

  test('continue when the broker comes back', async () => {
    const id = await fleet.register({ reference: 'phone-1' })
    const input = await start()
    await broker.disconnect()
    await expect.poll(() => input.getStatus().isConnected).toBe(false)
    expect(input.describe()).not.toBe('ok')
    await broker.listen()
    await expect.poll(() => input.describe()).toBe('ok')
    await expect.poll(() => publisher.connected).toBe(true)
    await publish('owntracks/maria/phone-1', ownTracks(-34.9))
    await expect.poll(() => latitudes(id)).toEqual([-34.9])
  })

  test.each([
    [
      'an unknown asset',
      'phone-9',
      { at: [-34.9, -56.1] },
      'positions[0].reference is "phone-9"; register an asset with this',
    ],
    ['no JSON', 'phone-1', 'hello', 'the message is not a JSON object'],
    ['an encrypted message', 'phone-1', { _type: 'encrypted', data: 'x' }, 'the message is encrypted'],
    ['an impossible position', 'phone-1', { lat: 95, lon: 1 }, 'positions[0].lat is 95'],
    [
      'a list that is too long',
      'phone-1',
      { positions: Array(1001).fill({}) },
      'positions has 1001 positions; at most 1000',
    ],
  ])('are rejected with the reason in the log, and not sent again: %s', async (_, device, payload, why) => {
    await fleet.register({ reference: 'phone-1' })
    const input = await start()
    await publish(`owntracks/maria/${device}`, payload)
    await expect.poll(() => input.getStatus().rejected).toBe(1)
    await expect.poll(() => broker.acknowledged).toBe(1)
    const topic = `owntracks/maria/${device}`
    expect(log).toContainEqual({ message: 'MQTT message rejected', topic, why: expect.stringContaining(why) })
  })

  test('are not expected in messages about the device', async () => {
    const input = await start()
    await publish('owntracks/maria/phone-1', { _type: 'lwt', tst: 1 })
    await expect.poll(() => input.getStatus().ignored).toBe(1)
    expect(input.getStatus()).toMatchObject({ stored: 0, rejected: 0 })
  })

  test('wait if the key is not valid', async () => {
    key = 'fw_live_wrong'
    const input = await start()
    await publish('owntracks/maria/phone-1', ownTracks(-34.9))
    await expect.poll(() => input.describe()).toMatch(/^401: /)
    expect(broker.acknowledged).toBe(0)
  })
})
