import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openRedis } from './redis.ts'

const TIMEOUT_MS = 50

/**
 * Fake Redis server that does not reply to HANG and replies OK to all other commands. After the reply to GET, it sets
 * the flag and wakes the thread that waits for the flag.
 */
const fakeRedis = `
const { createServer } = require('node:net')
const { parentPort, workerData: flag } = require('node:worker_threads')
const server = createServer((socket) => socket.on('data', (data) => {
  const text = data.toString()
  if (/hang/i.test(text)) return
  socket.write('+OK\\r\\n'.repeat(text.match(/^\\*\\d+\\r$/gm).length), () => {
    if (!/get/i.test(text)) return
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
  })
}))
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

async function connectToFake() {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(fakeRedis, { eval: true, workerData: flag })
  const [port] = await once(worker, 'message')
  const redis = openRedis(`redis://127.0.0.1:${port}`, TIMEOUT_MS)
  await redis.connect()
  onTestFinished(async () => {
    redis.disconnect()
    await worker.terminate()
  })
  return { redis, flag }
}

test('uses a reply that arrived while the thread was busy for longer than the timeout', async () => {
  const { redis, flag } = await connectToFake()
  const reply = redis.get('key')
  // The command is sent in the next turn. This thread then blocks until the reply has arrived and the timeout has
  // passed.
  setImmediate(() => {
    const sentAt = performance.now()
    Atomics.wait(flag, 0, 0, 60_000)
    while (performance.now() < sentAt + 2 * TIMEOUT_MS);
  })
  expect(await reply).toBe('OK')
})

test('times out when there is no reply in time', async () => {
  const { redis } = await connectToFake()
  await expect(redis.call('hang')).rejects.toThrow(/^Command timed out$/)
})
