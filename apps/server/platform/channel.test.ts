import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ParentQuestions, WorkerQuestions } from '../../../tests/contract/channel-worker.ts'
import { type Channel, openChannel } from './channel.ts'
import { isUnavailable } from './storage/unavailable.ts'

const module = new URL('../../../tests/contract/channel-worker.ts', import.meta.url)

function openWorker(): { worker: Worker; channel: Channel<WorkerQuestions> } {
  const worker = new Worker(module)
  const channel = openChannel<ParentQuestions, WorkerQuestions>(worker, { triple: async (value) => value * 3 })
  return { worker, channel }
}

describe('channel to another thread', () => {
  let worker: Worker
  let channel: Channel<WorkerQuestions>
  beforeAll(() => {
    const opened = openWorker()
    worker = opened.worker
    channel = opened.channel
  })
  afterAll(() => worker.terminate())

  test('returns the reply, in both directions', async () => {
    expect(await channel.request('double', 21)).toBe(42)
    expect(await channel.request('askBack', 14)).toBe(42)
  })

  test('returns each caller its own reply, in any order of replies', async () => {
    const arrived: number[] = []
    const replies = Array.from({ length: 100 }, async (_, index) => {
      const answer = await channel.request('slowly', index)
      arrived.push(index)
      return answer
    })
    expect(await Promise.all(replies)).toEqual(replies.map((_, index) => index))
    expect(arrived).not.toEqual(arrived.toSorted((a, b) => a - b))
  })

  test('returns an error as an error', async () => {
    await expect(channel.request('fail', 'error')).rejects.toThrow('failed by error')
    await expect(channel.request('fail', 'text')).rejects.toThrow('just a text')
  })

  test('keeps the error codes that distinguish an unavailable database from a bug', async () => {
    const error: unknown = await channel.request('fail', 'code').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ message: 'failed by code', code: 'ECONNREFUSED', errcode: 5 })
    expect(isUnavailable(error)).toBe(true)
    const bug: unknown = await channel.request('fail', 'error').catch((reason: unknown) => reason)
    expect(isUnavailable(bug)).toBe(false)
  })

  test('fails the call when the reply cannot be cloned', async () => {
    await expect(channel.request('fail', 'function')).rejects.toThrow(/could not be cloned/)
    expect(await channel.request('double', 1)).toBe(2)
  })

  test('fails a call whose request cannot be cloned, and stays usable', async () => {
    const sendFunction = async () => await channel.request('double', (() => {}) as unknown as number)
    await expect(sendFunction()).rejects.toThrow(/could not be cloned/)
    expect(await channel.request('double', 1)).toBe(2)
  })
})

describe('channel end', () => {
  test('fails pending and later calls', async () => {
    const { worker, channel } = openWorker()
    worker.once('exit', () => channel.close(new Error('the thread has ended')))
    const waiting = channel.request('slowly', -1_000_000)
    const leaving = channel.request('leave')
    await expect(waiting).rejects.toThrow('the thread has ended')
    await expect(leaving).rejects.toThrow('the thread has ended')
    await expect(channel.request('double', 1)).rejects.toThrow('the thread has ended')
  })
})

describe('channel between two ports', () => {
  test('fails a call without a handler', async () => {
    const { port1, port2 } = new MessageChannel()
    openChannel(port1, {})
    const channel = openChannel<Record<string, never>, { nothing: () => void }>(port2, {})
    await expect(channel.request('nothing')).rejects.toThrow('no handler for nothing')
    port1.close()
    await once(port2, 'close')
  })

  test('passes shared memory by reference, and everything else as a copy', async () => {
    type Theirs = { write: (given: { shared: SharedArrayBuffer; copied: Uint8Array }) => void }
    const { port1, port2 } = new MessageChannel()
    openChannel<Theirs, Record<string, never>>(port1, {
      write({ shared, copied }) {
        new Uint8Array(shared)[0] = 7
        copied[0] = 7
      },
    })
    const channel = openChannel<Record<string, never>, Theirs>(port2, {})
    const payload = { shared: new SharedArrayBuffer(1), copied: new Uint8Array(1) }
    await channel.request('write', payload)
    expect([new Uint8Array(payload.shared)[0], payload.copied[0]]).toEqual([7, 0])
    port1.close()
    await once(port2, 'close')
  })
})
