import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeriodicRunner } from './periodic-runner.ts'

describe('periodic tasks', () => {
  let log: { level: number; round: string; why?: string; msg: string }[]
  let logger: Logger
  let rounds: PeriodicRunner
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    log = []
    logger = pino({}, { write: (line) => void log.push(JSON.parse(line)) })
    rounds = new PeriodicRunner(logger)
  })
  afterEach(async () => {
    await rounds.stop()
    vi.useRealTimers()
  })
  /** Advances time and lets pending work complete. */
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  test('run repeatedly, each at its own interval, and not earlier', async () => {
    const counts = { fast: 0, slow: 0 }
    rounds.schedule(400, 'fast', async () => void counts.fast++)
    rounds.schedule(1000, 'slow', async () => void counts.slow++)
    await pass(399)
    expect(counts).toEqual({ fast: 0, slow: 0 })
    await pass(1)
    expect(counts).toEqual({ fast: 1, slow: 0 })
    await pass(3600)
    expect(counts).toEqual({ fast: 10, slow: 4 })
    expect(log).toEqual([])
  })

  test('with a long interval can run early the first time, then at their interval', async () => {
    let count = 0
    rounds.schedule(3_600_000, 'tidy', async () => void count++, 20_000)
    await pass(19_999)
    expect(count).toBe(0)
    await pass(1)
    expect(count).toBe(1)
    await pass(3_599_999)
    expect(count).toBe(1)
    await pass(1)
    expect(count).toBe(2)
  })

  test('are not started twice when they take longer than their interval', async () => {
    let running = 0
    let maxRunning = 0
    const finishers: (() => void)[] = []
    rounds.schedule(100, 'long', async () => {
      maxRunning = Math.max(maxRunning, ++running)
      await new Promise<void>((resolve) => finishers.push(resolve))
      running--
    })
    await pass(550)
    expect([finishers.length, maxRunning]).toEqual([1, 1])
    finishers[0]?.()
    await pass(100)
    expect([finishers.length, maxRunning]).toEqual([2, 1])
    finishers[1]?.()
  })

  test('log a failure once, continue, and log once when they work again', async () => {
    let turn = 0
    rounds.schedule(100, 'write usage', async () => {
      turn++
      if (turn <= 3 || turn === 6) throw new Error(`away ${turn}`)
    })
    await pass(700)
    expect(turn).toBe(7)
    expect(log.map(({ round, why, msg }) => [round, why, msg])).toEqual([
      ['write usage', 'away 1', 'a periodic task failed and will be retried'],
      ['write usage', undefined, 'a periodic task works again'],
      ['write usage', 'away 6', 'a periodic task failed and will be retried'],
      ['write usage', undefined, 'a periodic task works again'],
    ])
  })

  test('treat a synchronous throw like any other failure, without delaying others', async () => {
    let otherRuns = 0
    rounds.schedule(100, 'throws', () => {
      throw new Error('at once')
    })
    rounds.schedule(100, 'other', async () => void otherRuns++)
    await pass(300)
    expect(otherRuns).toBe(3)
    expect(log).toMatchObject([{ round: 'throws', why: 'at once' }])
  })

  test('start nothing new when stopped, and wait for those running', async () => {
    let started = 0
    let finish = () => {}
    rounds.schedule(100, 'long', async () => {
      started++
      await new Promise<void>((resolve) => {
        finish = resolve
      })
    })
    await pass(100)
    let stopped = false
    const stopping = rounds.stop().then(() => {
      stopped = true
    })
    await pass(1000)
    expect([started, stopped]).toEqual([1, false])
    finish()
    await stopping
    expect(started).toBe(1)
  })
})
