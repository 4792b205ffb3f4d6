import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { expectProblem, expectServed } from '../../../../../tests/support/expect-problem.ts'
import { openMaps } from '../../../../../tests/support/maps/maps.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { defaultPlans } from '../../../platform/config/plans.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'
import { getUsage, issueKey, signIn } from '../../accounts/tests/sample-accounts.ts'
import { cerro, independencia, pocitos, portones, prado, river, tresCruces } from '../../road/route/tests/trips.ts'

interface JobBody {
  readonly id: string
  readonly state: string
  readonly units: number
  readonly progress_pct: number
  readonly expires_at: string | null
  readonly result?: { readonly url: string; readonly bytes: number }
  readonly error?: { readonly status: number; readonly code: string; readonly detail: string }
}

/** The tests request the job state more often than the plans allow. */
const unlimited = { perSecond: 10_000, burst: 10_000 }
const { free, pro, ...others } = defaultPlans(7)
const plans = { ...others, free: { ...free, ...unlimited }, pro: { ...pro, ...unlimited } }

const points = [independencia, tresCruces, portones, prado, cerro, pocitos]

describeOnStores('a job', ({ startShared, start, kind }) => {
  let service: TestService
  let key: string
  beforeAll(async () => {
    service = await startShared({ maps: await openMaps(), config: { plans } })
    key = (await issueKey(service, 'pro')).key
  })
  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, caller = key) =>
    service.app.inject({ method, url, headers: { 'x-api-key': caller }, ...(payload && { payload }) })
  const create = async (operation: string, body: object, caller = key): Promise<JobBody> =>
    expectServed(await send('POST', '/v1/jobs', { operation, body }, caller)).json()
  const waitFor = async (id: string, caller = key): Promise<JobBody> => {
    const read = async (): Promise<JobBody> => (await send('GET', `/v1/jobs/${id}`, undefined, caller)).json()
    await expect.poll(async () => (await read()).state, { interval: 20 }).not.toMatch(/queued|running/)
    return await read()
  }
  const run = async (operation: string, body: object): Promise<unknown> => {
    const job = await waitFor((await create(operation, body)).id)
    expect(job).toMatchObject({ state: 'done', progress_pct: 100 })
    const reply = expectServed(await send('GET', job.result?.url ?? ''))
    expect(reply.rawPayload.length).toBe(job.result?.bytes)
    return reply.json()
  }

  test('of a matrix has the reply of the operation, byte for byte', async () => {
    const body = { points, metrics: ['distance', 'duration', 'free_flow'] }
    const job = await waitFor((await create('matrix', body)).id)
    const direct = expectServed(await send('POST', '/v1/matrix', body))
    expect(expectServed(await send('GET', job.result?.url ?? '')).payload).toBe(direct.payload)
    const compressed = await service.app.inject({
      url: job.result?.url ?? '',
      headers: { 'x-api-key': key, 'accept-encoding': 'br, gzip' },
    })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-disposition': `attachment; filename="${job.id}.json"`,
    })
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(direct.payload)
    const electric = { points, vehicle: { electric: { battery_kwh: 3, charge_pct: 60 } } }
    const energy = await run('matrix', electric)
    expect(energy).toHaveProperty('in_range')
    expect(energy).toEqual((await send('POST', '/v1/matrix', electric)).json())
  })

  test('of an isochrone, an optimization, a trace and a batch has the reply of the operation', async () => {
    const isochrone = { from: tresCruces, minutes: [3] }
    expect(await run('isochrone', isochrone)).toEqual((await send('POST', '/v1/isochrone', isochrone)).json())
    const trace = { points: [tresCruces, [-34.8951, -56.1677], [-34.8961, -56.1687]], geometry: 'none' }
    const matched = (await send('POST', '/v1/match', trace)).json() as { distance_km: number }
    expect(await run('match', trace)).toMatchObject({ distance_km: matched.distance_km })
    const optimize = { stops: points, max_iterations: 50, seed: 1 }
    const tour = (await send('POST', '/v1/optimize', optimize)).json() as { order: number[]; distance_km: number }
    expect(await run('optimize', optimize)).toMatchObject({ order: tour.order, distance_km: tour.distance_km })
    const batch = { queries: [{ q: 'tres cruces' }, { lat: -34.9058, lon: -56.1882 }] }
    expect(await run('geocodeBatch', batch)).toEqual((await send('POST', '/v1/geocode/batch', batch)).json())
  })

  test('of many traces or isochrones has one result for each, and reports which have failed', async () => {
    const good = { points: [tresCruces, [-34.8951, -56.1677]] }
    const traces = [...Array.from({ length: 11 }, () => good), { points: [tresCruces] }, { points: 'x' }]
    const { results } = (await run('match', { traces, geometry: 'none' })) as { results: unknown[] }
    expect(results).toHaveLength(13)
    expect(results[10]).toMatchObject({ status: 'done', reply: { confidence: expect.any(Number) } })
    const single = await send('POST', '/v1/match', { points: [tresCruces] })
    expect(results[11]).toEqual({
      status: 'failed',
      error: { status: 422, code: single.headers['x-error-code'], detail: single.json().detail },
    })
    expect(results[12]).toMatchObject({ status: 'failed', error: { status: 422 } })
    const requests = [{ from: tresCruces }, { from: independencia, minutes: [2] }]
    const isochrones = await run('isochrone', { requests, minutes: [1] })
    expect(isochrones).toMatchObject({
      results: [
        { status: 'done', reply: { contours: [{ properties: { minutes: 1 } }] } },
        { status: 'done', reply: { contours: [{ properties: { minutes: 2 } }] } },
      ],
    })
  })

  test('counts like the operation itself, and credits the routes back if it fails', async () => {
    const own = (await issueKey(service, 'pro')).key
    const many = Array.from({ length: 11 }, (_, index) => [-34.9059 + 0.0004 * index, -56.1913])
    const job = await create('matrix', { points: many }, own)
    expect(job.units).toBe(2)
    await waitFor(job.id, own)
    expect((await getUsage(service, own)).json().quota.used).toBe(2)
    const failed = await create('matrix', { points: [...many, river] }, own)
    expect(failed.units).toBe(2)
    const ended = await waitFor(failed.id, own)
    const direct = await send('POST', '/v1/matrix', { points: [...many, river] }, own)
    expect(ended).toMatchObject({
      state: 'failed',
      error: { status: 422, code: direct.headers['x-error-code'], detail: direct.json().detail },
    })
    expect((await getUsage(service, own)).json().quota.used).toBe(2)
    expectProblem(
      await send('GET', `/v1/jobs/${failed.id}/result`, undefined, own),
      409,
      `The job ${failed.id} failed, so it has no result: ${direct.json().detail}`,
    )
    expect(await create('geocodeBatch', { queries: [{ q: 'prado' }, { q: 'cerro' }] }, own)).toMatchObject({ units: 0 })
    expect((await getUsage(service, own)).json().usage.by_operation).toContainEqual({
      operation: 'jobs.create',
      calls: 4,
      routes: 2,
    })
  })

  test('is rejected with the element, the limit and a remedy', async () => {
    const free = (await issueKey(service, 'free')).key
    const reject = async (operation: string, body: unknown, status: number, detail: string | RegExp) =>
      expectProblem(await send('POST', '/v1/jobs', { operation, body: body as object }, free), status, detail)
    await reject('route', {}, 422, /^operation /)
    await reject('matrix', [], 422, /^body /)
    await reject(
      'matrix',
      {},
      422,
      'points is missing; give points for an all-to-all matrix, or origins and destinations',
    )
    await reject('matrix', { points: 'x' }, 422, /^body is invalid: points /)
    await reject(
      'matrix',
      { points: [tresCruces, [95, 0]] },
      422,
      'points[1][0] is 95; latitude ranges from -90 to 90 (points are [latitude, longitude])',
    )
    const line = (count: number) => Array.from({ length: count }, () => tresCruces)
    await reject(
      'matrix',
      { points: line(1001) },
      422,
      /^points has 1,001 points, but the free plan allows at most 1,000 per side/,
    )
    await reject('match', { traces: {} }, 422, 'body.traces must be a list of objects')
    await reject('match', { traces: [] }, 422, 'body.traces is []; give at least one entry')
    await reject(
      'geocodeBatch',
      { queries: Array.from({ length: 1001 }, () => ({ q: 'prado' })) },
      422,
      'body.queries has 1,001 entries, but the free plan allows at most 1,000 per job; divide the entries among several jobs, or use a plan that allows more',
    )
    await reject('optimize', {}, 422, /^body is invalid: /)
    expectProblem(
      await send('GET', '/v1/jobs/job_x'),
      404,
      'Your account has no job "job_x"; a job and its result are deleted some time after the job ends (see expires_at)',
    )
    expectProblem(
      await send('GET', '/v1/jobs?after=x'),
      422,
      'after is "x"; give the unchanged value of next from the previous page',
    )
  })

  test('needs a key that allows both jobs and the operation', async () => {
    const owner = await signIn(service, await issueKey(service, 'pro'))
    const scopes = { operations: ['createJob', 'matrix'] }
    const made = await service.app.inject({
      method: 'POST',
      url: '/account/keys',
      headers: owner.headers,
      payload: { scopes },
    })
    const limited: string = made.json().api_key
    await create('matrix', { points }, limited)
    expectProblem(
      await send('POST', '/v1/jobs', { operation: 'isochrone', body: { from: tresCruces, minutes: [1] } }, limited),
      403,
      'This key may create jobs, but may not be used for the isochrone operation; use another key, or add isochrone to the operations in the scopes of this key',
    )
  })

  test('belongs to its account', async () => {
    const other = (await issueKey(service, 'pro')).key
    const { id } = await create('matrix', { points })
    for (const [method, url] of [
      ['GET', `/v1/jobs/${id}`],
      ['GET', `/v1/jobs/${id}/result`],
      ['DELETE', `/v1/jobs/${id}`],
    ] as const)
      expectProblem(await send(method, url, undefined, other), 404)
    expect((await send('GET', '/v1/jobs', undefined, other)).json()).toEqual({
      jobs: [],
      limits: { max_jobs: 20, points: 10_000, items: 100_000 },
    })
  })

  test('is listed page by page, newest first', async () => {
    const own = (await issueKey(service, 'pro')).key
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      ;(service.clock as FakeClock).advance(1000)
      ids.unshift((await create('matrix', { points }, own)).id)
    }
    const first = (await send('GET', '/v1/jobs?limit=2', undefined, own)).json()
    expect(first.jobs.map(({ id }: JobBody) => id)).toEqual(ids.slice(0, 2))
    const second = (await send('GET', `/v1/jobs?limit=2&after=${first.next}`, undefined, own)).json()
    expect(second).toMatchObject({ jobs: [{ id: ids[2] }] })
    expect(second).not.toHaveProperty('next')
  })

  test('waits while its plan has no free slot, can be cancelled, and is deleted when it expires', async () => {
    const clock = new FakeClock()
    // No thread takes jobs, so they stay queued.
    service = await start({ maps: await openMaps(), clock, config: { plans, computeThreads: 0, jobResultHours: 1 } })
    const free = (await issueKey(service, 'free')).key
    const jobs = [await create('matrix', { points }, free), await create('matrix', { points }, free)]
    const id = jobs[0]?.id ?? ''
    expect(jobs[0]).toMatchObject({ state: 'queued', progress_pct: 0, remaining_s: null, started_at: null })
    expectProblem(
      await send('POST', '/v1/jobs', { operation: 'matrix', body: { points } }, free),
      409,
      'You already have 2 queued or running jobs, and the free plan allows at most 2; wait until a job ends, or cancel one with DELETE /v1/jobs/{id}',
    )
    expectProblem(
      await send('GET', `/v1/jobs/${id}/result`, undefined, free),
      409,
      `The job ${id} is still queued; its result is available when GET /v1/jobs/${id} reports the state "done"`,
    )
    expect((await getUsage(service, free)).json().quota.used).toBe(2)
    const cancelled = expectServed(await send('DELETE', `/v1/jobs/${id}`, undefined, free)).json()
    expect(cancelled).toMatchObject({ state: 'cancelled', expires_at: '2026-11-15T13:00:00.000Z' })
    expect((await getUsage(service, free)).json().quota.used).toBe(1)
    expectProblem(
      await send('DELETE', `/v1/jobs/${id}`, undefined, free),
      409,
      `The job ${id} was already canceled; only queued and running jobs can be canceled`,
    )
    expectProblem(
      await send('GET', `/v1/jobs/${id}/result`, undefined, free),
      409,
      `The job ${id} was canceled, so it has no result`,
    )
    const third = await create('matrix', { points }, free)
    clock.advance(3_600_000)
    await expect.poll(async () => (await send('GET', `/v1/jobs/${id}`, undefined, free)).statusCode).toBe(404)
    expectServed(await send('GET', `/v1/jobs/${third.id}`, undefined, free))
    expect(kind).toMatch(/embedded|scaled/)
  })
})
