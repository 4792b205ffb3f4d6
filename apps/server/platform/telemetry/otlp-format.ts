import type { MetricObject } from 'prom-client'
import type { Stage } from './stages.ts'

/** Finished request with its stages. */
export interface RequestTrace {
  readonly traceId: string
  readonly parentSpanId: string | undefined
  readonly spanId: string
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly status: number
  readonly attributes: Readonly<Record<string, string | number>>
  readonly stages: readonly (Stage & { readonly spanId: string })[]
}

const KIND_INTERNAL = 1
const KIND_SERVER = 2
const STATUS_ERROR = 2
const CUMULATIVE_TEMPORALITY = 2

/** Returns the body of POST /v1/traces in the JSON format of OTLP 1. */
export function toTraceBody(serviceName: string, version: string, traces: readonly RequestTrace[]): object {
  const scope = { name: 'fairway', version }
  return {
    resourceSpans: [
      { resource: toResource(serviceName, version), scopeSpans: [{ scope, spans: traces.flatMap(toSpans) }] },
    ],
  }
}

function toSpans(trace: RequestTrace): object[] {
  const { traceId, spanId, parentSpanId, name, startMs, endMs, status, attributes, stages } = trace
  const root = {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId }),
    name,
    kind: KIND_SERVER,
    startTimeUnixNano: toNanos(startMs),
    endTimeUnixNano: toNanos(endMs),
    attributes: toAttributes({ ...attributes, 'http.response.status_code': status }),
    status: status >= 500 ? { code: STATUS_ERROR } : {},
  }
  const children = stages.map((stage) => ({
    traceId,
    spanId: stage.spanId,
    parentSpanId: spanId,
    name: stage.name,
    kind: KIND_INTERNAL,
    startTimeUnixNano: toNanos(stage.startMs),
    endTimeUnixNano: toNanos(stage.endMs),
    attributes: [],
    status: {},
  }))
  return [root, ...children]
}

interface MetricTimes {
  readonly startMs: number
  readonly nowMs: number
}

/** Returns the body of POST /v1/metrics. The metric names are the same as in /metrics. */
export function toMetricsBody(
  serviceName: string,
  version: string,
  metrics: readonly MetricObject[],
  times: MetricTimes,
): object {
  const scope = { name: 'fairway', version }
  const otlpMetrics = metrics.flatMap((metric) => toMetric(metric, times) ?? [])
  return {
    resourceMetrics: [{ resource: toResource(serviceName, version), scopeMetrics: [{ scope, metrics: otlpMetrics }] }],
  }
}

interface MetricValue {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

function toMetric(metric: MetricObject, times: MetricTimes): object | undefined {
  const { name, help } = metric
  const type = String(metric.type)
  // The types of the library omit the values.
  const { values } = metric as unknown as { readonly values: readonly MetricValue[] }
  const timeFields = { startTimeUnixNano: toNanos(times.startMs), timeUnixNano: toNanos(times.nowMs) }
  const dataPoints = values.map(({ value, labels }) => ({
    ...timeFields,
    asDouble: value,
    attributes: toAttributes(labels),
  }))
  if (dataPoints.length === 0) return undefined
  if (type === 'counter') {
    return {
      name,
      description: help,
      sum: { dataPoints, aggregationTemporality: CUMULATIVE_TEMPORALITY, isMonotonic: true },
    }
  }
  if (type === 'gauge') return { name, description: help, gauge: { dataPoints } }
  if (type !== 'histogram') return undefined
  const points = toHistogramPoints(name, values).map((point) => ({ ...timeFields, ...point }))
  return { name, description: help, histogram: { dataPoints: points, aggregationTemporality: CUMULATIVE_TEMPORALITY } }
}

/** Converts cumulative Prometheus buckets to OTLP, which counts each bucket separately. */
function toHistogramPoints(name: string, values: readonly MetricValue[]): object[] {
  const series = new Map<
    string,
    { labels: MetricValue['labels']; buckets: [number, number][]; sum: number; count: number }
  >()
  for (const { value, labels, metricName } of values) {
    const { le, ...others } = labels
    const key = JSON.stringify(others)
    const entry = series.get(key) ?? { labels: others, buckets: [], sum: 0, count: 0 }
    series.set(key, entry)
    if (metricName === `${name}_sum`) entry.sum = value
    else if (metricName === `${name}_count`) entry.count = value
    else entry.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value])
  }
  return [...series.values()].map(({ labels, buckets, sum, count }) => {
    const sorted = buckets.sort(([a], [b]) => a - b)
    return {
      attributes: toAttributes(labels),
      sum,
      count: String(count),
      explicitBounds: sorted.map(([bound]) => bound).filter(Number.isFinite),
      bucketCounts: sorted.map(([, total], index) => String(total - (sorted[index - 1]?.[1] ?? 0))),
    }
  })
}

function toResource(serviceName: string, version: string): object {
  return { attributes: toAttributes({ 'service.name': serviceName, 'service.version': version }) }
}

function toAttributes(values: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))
}

/** Returns nanoseconds as a string, because they exceed the integers that JSON numbers represent exactly. */
function toNanos(ms: number): string {
  const micros = Math.round(ms * 1000)
  const wholeMs = Math.floor(micros / 1000)
  return `${wholeMs === 0 ? '' : wholeMs}${String((micros - wholeMs * 1000) * 1000).padStart(wholeMs === 0 ? 1 : 6, '0')}`
}
