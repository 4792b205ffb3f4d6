import { afterEach, describe, expect, test } from 'vitest'
import { type HttpSink, startHttpSink } from '../../../../tests/support/servers/http-sink.ts'
import { startTestService, type TestService } from '../../../../tests/support/servers/service.ts'
import { createTempDir } from '../../../../tests/support/servers/temp-dir.ts'
import type { Config } from '../config/config.ts'
import type { HttpReply, HttpRequest } from '../http/body/exchange.ts'
import type { OperationSteps } from '../http/operation-steps.ts'
import { toMetricsBody } from './otlp-format.ts'
import { OtlpSender } from './otlp-sender.ts'
import { RequestRecorder } from './request-recorder.ts'
import { collectStages, type Stage, timeStage } from './stages.ts'
import { parseHeaders } from './telemetry.ts'

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})
const startSink = async (): Promise<HttpSink> => {
  const sink = await startHttpSink()
  cleanUp.push(() => sink.dispose())
  return sink
}
const startService = async (config: Partial<Config>): Promise<TestService> => {
  const folder = await createTempDir()
  const service = await startTestService({ store: { dataDir: folder.path }, config })
  cleanUp.push(folder.dispose)
  return service
}
/** Optimization problem that needs no map, because it contains the matrix. */
const problem = {
  stops: [
    [1, 1],
    [2, 2],
    [3, 3],
  ],
  vehicles: 1,
  matrix: {
    distances_km: [
      [0, 9, 2],
      [4, 0, 7],
      [5, 3, 0],
    ],
  },
  budget_ms: 20,
}
const optimize = (service: TestService, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'POST', url: '/v1/optimize', payload: problem, headers })

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}
const readSpans = (body: string): Span[] => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans

describe('traces', () => {
  test('show the stages of an optimization, inside the time of their request', async () => {
    const sink = await startSink()
    const service = await startService({
      otlpEndpoint: sink.url,
      otlpHeaders: 'x-team=maps%20and%20more',
      traceSampleRatio: 1,
    })
    const reply = await optimize(service)
    expect(reply.statusCode, reply.body).toBe(200)
    await service.dispose()
    const [request] = sink.requests
    expect(request).toMatchObject({ path: '/v1/traces', headers: { 'x-team': 'maps and more' } })
    const [root, ...stages] = readSpans(request?.body ?? '')
    expect(root?.name).toBe('POST /v1/optimize')
    expect(stages.map(({ name }) => name)).toEqual(['guard', 'quota', 'handle', 'solve', 'write'])
    for (const { parentSpanId, traceId, startTimeUnixNano, endTimeUnixNano } of stages) {
      expect({ parentSpanId, traceId }).toEqual({ parentSpanId: root?.spanId, traceId: root?.traceId })
      expect(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano)).toBe(true)
      expect(BigInt(endTimeUnixNano) <= BigInt(root?.endTimeUnixNano ?? 0)).toBe(true)
    }
    const solve = stages.find(({ name }) => name === 'solve')
    expect(BigInt(solve?.endTimeUnixNano ?? 0) - BigInt(solve?.startTimeUnixNano ?? 0)).toBeGreaterThan(1_000_000n)
  })

  test('continue the trace of the caller, and follow its decision', async () => {
    const sink = await startSink()
    const service = await startService({ otlpEndpoint: sink.url, traceSampleRatio: 0 })
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    await optimize(service, { traceparent: `00-${traceId}-${spanId}-01` })
    await optimize(service, { traceparent: `00-${traceId}-${spanId}-00` })
    await optimize(service)
    await service.dispose()
    const roots = sink.requests.flatMap(({ body }) => readSpans(body)).filter(({ name }) => name.startsWith('POST'))
    expect(roots).toEqual([expect.objectContaining({ traceId, parentSpanId: spanId })])
  })
})

describe('slow requests', () => {
  test('are logged with their stages', async () => {
    const service = await startService({ slowRequestMs: 1 })
    expect((await optimize(service)).statusCode).toBe(200)
    expect(service.log.find(({ msg }) => msg === 'slow request')).toMatchObject({
      operation: 'optimize',
      status: 200,
      stages: { guard: expect.any(Number), solve: expect.any(Number), write: expect.any(Number) },
    })
    await service.dispose()
  })

  test.each([
    { elapsedTime: 249.99, lines: 0 },
    { elapsedTime: 250, lines: 1 },
  ])('a limit of 250 ms logs $lines of a request that took $elapsedTime ms', ({ elapsedTime, lines }) => {
    const written: object[] = []
    const recorder = new RequestRecorder({
      send: undefined,
      sampleRatio: 1,
      slowRequestMs: 250,
      log: { warn: (fields) => void written.push(fields) },
    })
    const request = { id: 'a', operation: { name: 'route' } } as unknown as HttpRequest
    const steps = { authorize: (_request: unknown, _reply: unknown, next: () => void) => next(), operation: {} }
    const reply = { statusCode: 200, elapsedTime } as unknown as HttpReply
    recorder.record(steps as unknown as OperationSteps).authorize(request, reply, () => {})
    recorder.finish(request, reply)
    expect(written).toHaveLength(lines)
  })
})

describe('stages', () => {
  test('are recorded for values, promises and errors, and only inside a request', async () => {
    const stages: Stage[] = []
    expect(timeStage('outside', () => 1)).toBe(1)
    await collectStages(stages, async () => {
      timeStage('value', () => 1)
      await timeStage('promise', async () => 2)
      await timeStage('after a wait', async () => 3)
      expect(() =>
        timeStage('error', () => {
          throw new Error('no')
        }),
      ).toThrow('no')
    })
    expect(stages.map(({ name }) => name)).toEqual(['value', 'promise', 'after a wait', 'error'])
  })
})

describe('sending', () => {
  const log: string[] = []
  const createSender = (url: string) => {
    log.length = 0
    const write = (_fields: object, message: string) => void log.push(message)
    return new OtlpSender<number>({
      url,
      headers: {},
      toBody: (items) => ({ items }),
      log: { info: write, warn: write },
    })
  }

  test('splits batches at 512 items', async () => {
    const sink = await startSink()
    const sender = createSender(sink.url)
    for (let item = 0; item < 513; item++) sender.add(item)
    await sender.close()
    expect(sink.requests.map(({ body }) => JSON.parse(body).items.length)).toEqual([512, 1])
  })

  test('logs once that the collector fails, and once that it works again', async () => {
    const sink = await startSink()
    sink.respond = () => ({ status: 503 })
    const sender = createSender(sink.url)
    for (const item of [1, 2]) {
      sender.add(item)
      await sender.flush()
    }
    expect(log).toEqual(['telemetry cannot be sent and is dropped'])
    sink.respond = () => ({ status: 200 })
    sender.add(3)
    await sender.close()
    expect(log).toEqual(['telemetry cannot be sent and is dropped', 'telemetry can be sent again'])
  })

  test('reads headers as OpenTelemetry defines them', () => {
    expect(parseHeaders('Authorization=Basic%20abc=, x = 1 ,broken')).toEqual({ authorization: 'Basic abc=', x: '1' })
    expect(parseHeaders(undefined)).toEqual({})
  })
})

test('metrics keep their names, and histograms count each bucket separately', () => {
  const histogram = [
    { metricName: 'h_bucket', labels: { le: 0.1, operation: 'route' }, value: 2 },
    { metricName: 'h_bucket', labels: { le: 1, operation: 'route' }, value: 5 },
    { metricName: 'h_bucket', labels: { le: '+Inf', operation: 'route' }, value: 6 },
    { metricName: 'h_sum', labels: { operation: 'route' }, value: 3.5 },
    { metricName: 'h_count', labels: { operation: 'route' }, value: 6 },
  ]
  const metrics = [
    { name: 'c', help: 'C', type: 'counter', aggregator: 'sum', values: [{ value: 7, labels: {} }] },
    { name: 'h', help: 'H', type: 'histogram', aggregator: 'sum', values: histogram },
    { name: 'empty', help: 'E', type: 'gauge', aggregator: 'sum', values: [] },
  ] as unknown as Parameters<typeof toMetricsBody>[2]
  const body = toMetricsBody('fairway', '1', metrics, { startMs: 1, nowMs: 2.5 })
  expect(body).toMatchObject({
    resourceMetrics: [
      {
        scopeMetrics: [
          {
            metrics: [
              { name: 'c', sum: { isMonotonic: true, dataPoints: [{ asDouble: 7, timeUnixNano: '2500000' }] } },
              {
                name: 'h',
                histogram: {
                  dataPoints: [{ explicitBounds: [0.1, 1], bucketCounts: ['2', '3', '1'], sum: 3.5, count: '6' }],
                },
              },
            ],
          },
        ],
      },
    ],
  })
})
