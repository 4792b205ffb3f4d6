import { beforeEach, expect, test } from 'vitest'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { signUp } from '../../accounts/tests/sample-accounts.ts'
import type { Job } from '../job.ts'
import { createJobId, expireJobs, JobStore } from '../job-store.ts'
import type { JobKind, PartContext, PartOutcome } from '../kinds/job-kind.ts'
import { ChunkStore } from '../result/chunk-store.ts'
import { openResult } from '../result/open-result.ts'
import { createPiece } from '../result/piece.ts'
import { JobRunner } from './job-runner.ts'

const LEASE_MS = 15_000
const PARTS = 4

describeOnStores('a runner of jobs', ({ start }) => {
  let service: TestService
  let clock: FakeClock
  let store: JobStore
  let chunks: ChunkStore
  let account: number
  const runners: JobRunner[] = []
  /** Parts that each runner has run. */
  const ran: string[] = []
  const refunded: string[] = []
  beforeEach(async () => {
    clock = new FakeClock()
    // The service itself takes no jobs.
    service = await start({ clock, config: { computeThreads: 0 } })
    const person = await signUp(service)
    const row = await service.database.db
      .selectFrom('accounts')
      .select('number')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    account = row.number
    store = new JobStore(service.database.db)
    chunks = new ChunkStore(service.database, service.config.dataDir)
    ran.length = 0
    refunded.length = 0
    return async () => {
      for (const runner of runners.splice(0)) await runner.stop()
    }
  })

  const add = async (): Promise<string> => {
    const id = createJobId()
    const job = { id, account, plan: 'free', operation: 'test', units: 3, createdAtMs: clock.now(), partsTotal: PARTS }
    await store.add(job, await chunks.prepareBody(id, { size: PARTS }), 100)
    return id
  }
  type RunPart = (part: number, context: PartContext) => Promise<PartOutcome> | PartOutcome
  const startRunner = (name: string, runPart: RunPart): JobRunner => {
    const kind: JobKind = {
      plan: () => {
        throw new Error('jobs are planned before')
      },
      async runPart(body, part, context) {
        expect(body).toEqual({ size: PARTS })
        ran.push(`${name}${part}`)
        return await runPart(part, context)
      },
    }
    const runner = new JobRunner({
      store,
      chunks,
      clock,
      plans: defaultPlans(7),
      findKind: () => kind,
      maxRunning: 1,
      leaseMs: LEASE_MS,
      resultRetentionMs: 1000,
      refund: ({ id }: Job) => refunded.push(id),
      log: { warn: () => undefined },
    })
    runners.push(runner)
    runner.wake()
    return runner
  }
  const finishPart: RunPart = (part, { infos }) => ({
    kind: 'done',
    // The runner must put the whole first section before the second, regardless of the order of these pieces.
    pieces: [createPiece(1, `b${part}`), createPiece(0, `a${part}`)],
    info: infos.size,
  })
  const never = () => new Promise<never>(() => undefined)
  const stateOf = async (id: string) => (await store.find(account, id))?.state
  const until = (id: string, state: string) => expect.poll(() => stateOf(id), { interval: 10 }).toBe(state)
  const resultOf = async (id: string) =>
    Buffer.concat(await openResult(chunks, id, await chunks.listResult(id), false).toArray()).toString()

  test('runs all parts and joins their pieces by section', async () => {
    const id = await add()
    startRunner('A', finishPart)
    await until(id, 'done')
    expect(await resultOf(id)).toBe('a0a1a2a3b0b1b2b3')
    expect(await store.find(account, id)).toMatchObject({ partsDone: PARTS, resultBytes: 16, error: null })
  })

  test('takes over the job of a killed process when its lease has ended, after the last finished part', async () => {
    const id = await add()
    startRunner('A', (part, context) => (part < 2 ? finishPart(part, context) : never()))
    await expect.poll(() => ran.at(-1)).toBe('A2')
    const killed = runners.pop()
    // The test simulates a killed runner, which no longer renews its lease.
    if (killed) Object.defineProperty(killed, 'isStopped', { value: true })
    await service.database.db.updateTable('jobs').set({ lease_owner: 'killed' }).where('id', '=', id).execute()
    clock.advance(LEASE_MS - 1000)
    expect(await store.leases.take({ owner: 'B', untilMs: clock.now() + LEASE_MS }, clock.now())).toBeUndefined()
    clock.advance(LEASE_MS)
    startRunner('B', finishPart)
    await until(id, 'done')
    expect(ran).toEqual(['A0', 'A1', 'A2', 'B2', 'B3'])
    expect(await resultOf(id)).toBe('a0a1a2a3b0b1b2b3')
  })

  test('releases its jobs when it stops, and another continues at once', async () => {
    const id = await add()
    const first = startRunner('A', (part, context) =>
      part < 1
        ? finishPart(part, context)
        : new Promise((resolve) =>
            context.signal.addEventListener('abort', () => resolve({ kind: 'busy', retryAfterSeconds: 1 })),
          ),
    )
    await expect.poll(() => ran.at(-1)).toBe('A1')
    await first.stop()
    expect(await stateOf(id)).toBe('queued')
    startRunner('B', finishPart)
    await until(id, 'done')
    expect(ran).toEqual(['A0', 'A1', 'B1', 'B2', 'B3'])
  })

  test('ends a job when another server cancels it', async () => {
    const id = await add()
    const aborted = Promise.withResolvers<void>()
    startRunner(
      'A',
      (_part, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted.resolve()
            resolve({ kind: 'busy', retryAfterSeconds: 1 })
          }),
        ),
    )
    await expect.poll(() => ran.length).toBe(1)
    const times = { now: clock.now(), expiresAtMs: clock.now() + 1000 }
    expect(await store.cancel(account, id, times)).toMatchObject({ state: 'running' })
    await aborted.promise
    expect(await stateOf(id)).toBe('cancelled')
    expect(refunded).toEqual([])
  })

  test('fails a job that ends its process three times in the same part, and credits its units back', async () => {
    const id = await add()
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await store.leases.take({ owner: 'killed', untilMs: clock.now() }, clock.now())).toMatchObject({ id })
      clock.advance(1)
    }
    startRunner('A', finishPart)
    await until(id, 'failed')
    expect(await store.find(account, id)).toMatchObject({
      error: {
        status: 503,
        code: 'job-interrupted',
        detail:
          'The job was interrupted 3 times while processing the same part and will not be retried; split the work into smaller jobs',
      },
    })
    await expect.poll(() => refunded).toEqual([id])
    expect(ran).toEqual([])
  })

  test('starts again when the map was replaced in the meantime', async () => {
    const id = await add()
    let isOutdated = true
    startRunner('A', (part, context) => {
      if (part < 2 || !isOutdated) return finishPart(part, context)
      isOutdated = false
      return { kind: 'outdated' }
    })
    await until(id, 'done')
    expect(ran).toEqual(['A0', 'A1', 'A2', 'A0', 'A1', 'A2', 'A3'])
    expect(await resultOf(id)).toBe('a0a1a2a3b0b1b2b3')
  })

  test('deletes the jobs of a deleted account, with their requests and results', async () => {
    const ids = [await add(), await add()]
    await expireJobs(service.database.db, account)
    expect(await store.leases.take({ owner: 'A', untilMs: clock.now() + LEASE_MS }, clock.now())).toBeUndefined()
    startRunner('A', finishPart)
    for (const id of ids) {
      await expect.poll(() => store.find(account, id), { interval: 10 }).toBeUndefined()
      await expect(chunks.read(id, { section: -1, part: 0, chunk: 0 })).rejects.toThrow()
    }
  })

  test('first takes jobs of the account with the fewest running jobs', async () => {
    const own = [await add(), await add()]
    const first = account
    const other = await signUp(service)
    const row = await service.database.db
      .selectFrom('accounts')
      .select('number')
      .where('email', '=', other.email)
      .executeTakeFirstOrThrow()
    account = row.number
    clock.advance(1)
    const late = await add()
    const take = async () => (await store.leases.take({ owner: 'A', untilMs: clock.now() + LEASE_MS }, clock.now()))?.id
    const taken = [await take(), await take(), await take(), await take()]
    account = first
    expect(own).toContain(taken[0])
    expect(taken[1]).toBe(late)
    expect(taken[2]).toBe(own.find((id) => id !== taken[0]))
    expect(taken[3]).toBeUndefined()
  })
})
