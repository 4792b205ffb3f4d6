import { beforeEach, describe, expect, test } from 'vitest'
import { type Component, startAll } from './component.ts'

describe('components', () => {
  let calls: string[]
  let logged: { readonly fields: object; readonly text: string }[]
  const log = { error: (fields: object, text: string) => void logged.push({ fields, text }) }
  beforeEach(() => {
    calls = []
    logged = []
  })

  /** Records when each call begins and ends. A call with a given error rejects after one turn of the event loop. */
  function recording(name: string, failures: { start?: Error; stop?: Error } = {}): Component {
    const record = async (call: 'start' | 'stop'): Promise<void> => {
      calls.push(`${call} ${name}`)
      await new Promise(setImmediate)
      const failure = failures[call]
      if (failure) throw failure
      calls.push(`${call} ${name} done`)
    }
    return { name, start: () => record('start'), stop: () => record('stop') }
  }

  test('start one after the other and stop one after the other in reverse', async () => {
    const running = await startAll([recording('a'), recording('b'), recording('c')], log)
    expect(calls).toEqual(['start a', 'start a done', 'start b', 'start b done', 'start c', 'start c done'])
    calls = []
    await running.stop()
    expect(calls).toEqual(['stop c', 'stop c done', 'stop b', 'stop b done', 'stop a', 'stop a done'])
    expect(logged).toEqual([])
  })

  test('stop once when stop is called twice, and both calls wait for the end', async () => {
    const running = await startAll([recording('a'), recording('b')], log)
    calls = []
    const first = running.stop()
    await running.stop()
    expect(calls).toEqual(['stop b', 'stop b done', 'stop a', 'stop a done'])
    await first
    await running.stop()
    expect(calls).toHaveLength(4)
  })

  test('are stopped when a later one fails to start; those after it are never touched', async () => {
    const failure = new Error('no port')
    const list = [recording('a'), recording('b'), recording('c', { start: failure }), recording('d')]
    await expect(startAll(list, log)).rejects.toBe(failure)
    expect(calls).toEqual([
      ...['start a', 'start a done', 'start b', 'start b done', 'start c'],
      ...['stop c', 'stop c done', 'stop b', 'stop b done', 'stop a', 'stop a done'],
    ])
    expect(logged).toEqual([{ fields: { component: 'c', why: 'no port' }, text: 'a component could not be started' }])
  })

  test('are all stopped when one fails to stop, and the first failure is reported', async () => {
    const [early, late] = [new Error('worker stuck'), new Error('disk full')]
    const list = [recording('a', { stop: late }), recording('b'), recording('c', { stop: early }), recording('d')]
    const running = await startAll(list, log)
    calls = []
    await expect(running.stop()).rejects.toBe(early)
    expect(calls).toEqual(['stop d', 'stop d done', 'stop c', 'stop b', 'stop b done', 'stop a'])
    expect(logged).toEqual([
      { fields: { component: 'c', why: 'worker stuck' }, text: 'a component could not be stopped' },
      { fields: { component: 'a', why: 'disk full' }, text: 'a component could not be stopped' },
    ])
    await expect(running.stop()).rejects.toBe(early)
    expect(calls).toHaveLength(6)
  })

  test('reject with the failure of the start when stopping fails too', async () => {
    const failure = new Error('no maps')
    const list = [recording('a', { stop: new Error('disk full') }), recording('b', { start: failure })]
    await expect(startAll(list, log)).rejects.toBe(failure)
    expect(logged.map(({ fields }) => fields)).toEqual([
      { component: 'b', why: 'no maps' },
      { component: 'a', why: 'disk full' },
    ])
  })
})
