import { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { serializedReply, streamedReply } from '../../operations/reply.ts'
import { systemClock } from '../../platform/clock.ts'
import { CancelFlag } from '../../platform/compute/cancel-flag.ts'
import { spreadTask } from './spread-task.ts'
import { type EntryNode, positionInEast, startEntryNode, startNode, toClusterNode } from './testing/local-cluster.ts'

const LIMIT_BYTES = 4 * 1024 * 1024
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Creates the operation of one node. All nodes of a test have the operation at the same path. */
function defineNodeOperation(handle: Operation['handle']): Operation {
  const operation = defineOperation({
    name: 'probe',
    method: 'POST',
    path: '/probe',
    access: 'public',
    handle: () => serializedReply('{}'),
  })
  return { ...operation, handle, regional: { positions: () => [positionInEast] } }
}

/** Starts an entry node and one node for each handler. The entry node asks them in this order. */
async function startCluster(...handlers: Operation['handle'][]): Promise<EntryNode> {
  const entry = await startEntryNode(defineNodeOperation(() => serializedReply('{}')))
  stops.push(() => entry.stop())
  const urls: string[] = []
  for (const handle of handlers) {
    const node = await startNode([defineNodeOperation(handle)])
    stops.unshift(() => node.stop())
    urls.push(node.url)
  }
  // A node that is about to stop is asked after the others.
  entry.use(urls.map((url, index) => toClusterNode(url, { isDraining: index > 0 })))
  return entry
}

function ask({ url }: EntryNode, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}/operation`, { method: 'POST', headers, body: '{}', ...(signal && { signal }) })
}

/** Returns bytes without repetition, so that a lost or repeated block is noticed. */
function createBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let index = 0; index < length; index += 4) bytes.writeUInt32LE(index, Math.min(index, length - 4))
  return bytes
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < bytes.length; offset += 65_521) yield bytes.subarray(offset, offset + 65_521)
}

/** Sends the bytes and then fails, like a node that is killed. */
function failAfter(bytes: Buffer): Readable {
  const pieces = [...cut(bytes)]
  return new Readable({
    read() {
      const piece = pieces.shift()
      if (piece) this.push(piece)
      else setImmediate(() => this.destroy(new Error('killed')))
    },
  })
}

const type = 'application/octet-stream'

describe('a forwarded reply', () => {
  test.each([
    { size: 'of exactly 4 MiB', bytes: LIMIT_BYTES },
    { size: 'of one byte more than 4 MiB', bytes: LIMIT_BYTES + 1 },
  ])('$size arrives byte by byte, with and without a content length', async ({ bytes }) => {
    const content = createBytes(bytes)
    for (const handle of [
      () => serializedReply(() => content, { type }),
      () => streamedReply({ stream: () => Readable.from(cut(content), { objectMode: false }) }, { type }),
    ]) {
      const reply = await ask(await startCluster(handle))
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type])
      expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true)
    }
  })

  test('comes from the next node if the first one fails after 4 MiB', async () => {
    const entry = await startCluster(
      () => streamedReply({ stream: () => failAfter(createBytes(LIMIT_BYTES)) }, { type }),
      () => serializedReply('"second"', { type }),
    )
    const reply = await ask(entry)
    expect([reply.status, await reply.text()]).toEqual([200, '"second"'])
  })

  test('is cut off, and never looks complete, if the first node fails after more than 4 MiB', async () => {
    const entry = await startCluster(
      () => streamedReply({ stream: () => failAfter(createBytes(LIMIT_BYTES + 1)) }, { type }),
      () => serializedReply('"second"', { type }),
    )
    const reply = await ask(entry)
    expect(reply.status).toBe(200)
    await expect(reply.arrayBuffer()).rejects.toThrow('terminated')
  })

  test('ends at the other node when the client disconnects', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const endless = () => new Readable({ read: (size) => void endlessBody.push(Buffer.alloc(size)) })
    let endlessBody = endless()
    const entry = await startCluster(() => {
      endlessBody = endless()
      endlessBody.once('close', resolve)
      return streamedReply({ stream: () => endlessBody }, { type })
    })
    const abort = new AbortController()
    const reply = await ask(entry, abort.signal)
    await reply.body?.getReader().read()
    abort.abort()
    await ended
    expect(endlessBody.destroyed).toBe(true)
  })
})

test('a task with a reply above 4 MiB is repeated on the next node if the first one fails halfway', async () => {
  const values = new Float64Array(LIMIT_BYTES / 8 + 1).fill(1.5)
  const entry = await startEntryNode(defineNodeOperation(() => serializedReply('{}')))
  stops.push(() => entry.stop())
  const { cluster, regions } = entry
  const options = { name: 'values', clock: systemClock, cluster, regions, isOnMap: () => true }
  const task = spreadTask({ ...options, run: async () => ({ kind: 'done', value: values }) })
  const failing: Operation = {
    ...task.operation,
    handle: () => streamedReply({ stream: () => failAfter(createBytes(LIMIT_BYTES + 1)) }, { type }),
  }
  const urls: string[] = []
  for (const operation of [failing, task.operation]) {
    const node = await startNode([operation])
    stops.unshift(() => node.stop())
    urls.push(node.url)
  }
  entry.use(urls.map((url, index) => toClusterNode(url, { isDraining: index > 0 })))
  const owner = { id: 'test', weight: 1, isPaying: true }
  const outcome = await task.run({}, { owner, cancel: new CancelFlag().shared })
  if (outcome.kind !== 'done') throw new Error(`the task ended as ${outcome.kind}`)
  expect(Buffer.from(outcome.value.buffer).equals(Buffer.from(values.buffer))).toBe(true)
})
