import { parentPort } from 'node:worker_threads'
import { type Channel, openChannel } from '../../apps/server/platform/channel.ts'

/** Requests that the thread of the channel tests handles, and the requests that it sends back. */
export type WorkerQuestions = {
  double: (value: number) => number
  slowly: (value: number) => Promise<number>
  fail: (how: 'error' | 'code' | 'text' | 'function') => Promise<unknown>
  askBack: (value: number) => Promise<number>
  leave: () => void
}
export type ParentQuestions = {
  triple: (value: number) => Promise<number>
}

if (!parentPort) throw new Error('this file is started as a thread by a test')

const channel: Channel<ParentQuestions> = openChannel<WorkerQuestions, ParentQuestions>(parentPort, {
  double: (value) => value * 2,
  /** Replies to larger values first. */
  async slowly(value) {
    for (let turns = 0; turns < 100 - value; turns++) await new Promise(setImmediate)
    return value
  },
  async fail(how) {
    if (how === 'text') throw 'just a text'
    if (how === 'function') return () => {}
    throw Object.assign(new Error(`failed by ${how}`), how === 'code' ? { code: 'ECONNREFUSED', errcode: 5 } : {})
  },
  askBack: (value) => channel.request('triple', value),
  leave: () => process.exit(0),
})
