import type { MetricObject } from 'prom-client'
import type { Config } from '../config/config.ts'
import { version } from '../version.ts'
import { type RequestTrace, toMetricsBody, toTraceBody } from './otlp-format.ts'
import { OtlpSender } from './otlp-sender.ts'
import { RequestRecorder } from './request-recorder.ts'
import { epochMs } from './stages.ts'

type TelemetryConfig = Pick<
  Config,
  'otlpEndpoint' | 'otlpHeaders' | 'serviceName' | 'traceSampleRatio' | 'slowRequestMs' | 'metricIntervalMs'
>
interface TelemetryLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

export interface RequestTelemetry {
  readonly recorder: RequestRecorder
  close(): Promise<void>
}

/**
 * Creates the telemetry of requests. Returns undefined if neither traces nor slow requests are recorded, so that
 * requests need no additional check.
 */
export function createRequestTelemetry(config: TelemetryConfig, log: TelemetryLog): RequestTelemetry | undefined {
  const { otlpEndpoint, slowRequestMs, serviceName, traceSampleRatio } = config
  if (!otlpEndpoint && slowRequestMs === 0) return undefined
  const sender = otlpEndpoint
    ? new OtlpSender<RequestTrace>({
        url: `${otlpEndpoint}/v1/traces`,
        headers: parseHeaders(config.otlpHeaders),
        toBody: (traces) => toTraceBody(serviceName, version, traces),
        log,
      })
    : undefined
  const recorder = new RequestRecorder({
    send: sender && ((trace) => sender.add(trace)),
    sampleRatio: traceSampleRatio,
    slowRequestMs,
    log,
  })
  return { recorder, close: async () => await sender?.close() }
}

/** Main-thread component that sends the metrics of all threads at regular intervals. */
export class MetricsExport {
  readonly name = 'metrics export'
  private readonly config: TelemetryConfig
  private readonly read: () => Promise<readonly MetricObject[]>
  private readonly log: TelemetryLog
  private readonly startMs = epochMs()
  private timer: NodeJS.Timeout | undefined
  private sender: OtlpSender<readonly MetricObject[]> | undefined

  constructor(config: TelemetryConfig, read: () => Promise<readonly MetricObject[]>, log: TelemetryLog) {
    this.config = config
    this.read = read
    this.log = log
  }

  async start(): Promise<void> {
    const { otlpEndpoint, otlpHeaders, serviceName, metricIntervalMs } = this.config
    if (!otlpEndpoint) return
    this.sender = new OtlpSender({
      url: `${otlpEndpoint}/v1/metrics`,
      headers: parseHeaders(otlpHeaders),
      toBody: (readings) =>
        toMetricsBody(serviceName, version, readings.flat(), { startMs: this.startMs, nowMs: epochMs() }),
      log: this.log,
    })
    this.timer = setInterval(() => void this.export(), metricIntervalMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.sender?.close()
  }

  private async export(): Promise<void> {
    try {
      this.sender?.add(await this.read())
      await this.sender?.flush()
    } catch (error) {
      this.log.warn({ why: (error as Error).message }, 'the metrics could not be read for the export')
    }
  }
}

/** Parses headers in the OpenTelemetry format `name=value,name=value`, with URL-encoded values. */
export function parseHeaders(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair): [string, string][] => {
    const separator = pair.indexOf('=')
    if (separator <= 0) return []
    return [[pair.slice(0, separator).trim().toLowerCase(), decodeURIComponent(pair.slice(separator + 1).trim())]]
  })
  return Object.fromEntries(pairs)
}
