import { baseUrlParser, choiceParser, integerParser, numberParser, stringParser } from '../parsers.ts'
import { optionalSetting, requiredSetting } from './setting.ts'

/** Logs, traces and metrics. */
export const telemetrySettings = {
  logLevel: requiredSetting(
    'FAIRWAY_LOG_LEVEL',
    choiceParser('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Minimum level of log lines. Ordinary requests are logged at the info level.',
  ),
  slowRequestMs: requiredSetting(
    'FAIRWAY_SLOW_REQUEST_MS',
    integerParser(0, 600_000),
    0,
    'Requests that take at least this many milliseconds are logged with the duration of their stages. 0: none.',
  ),
  otlpEndpoint: optionalSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    baseUrlParser,
    'OpenTelemetry collector that receives traces and metrics as OTLP over HTTP with JSON, such as http://localhost:4318. Without it, no traces are recorded.',
  ),
  otlpHeaders: optionalSetting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    stringParser,
    'Headers for the collector: name=value, separated by commas.',
    true,
  ),
  serviceName: requiredSetting(
    'OTEL_SERVICE_NAME',
    stringParser,
    'fairway',
    'Name of this service in traces and metrics.',
  ),
  traceSampleRatio: requiredSetting(
    'OTEL_TRACES_SAMPLER_ARG',
    numberParser(0, 1),
    0.05,
    'Share of requests that are traced, from 0 to 1. Requests with a traceparent header follow the sampling decision in that header.',
  ),
  metricIntervalMs: requiredSetting(
    'OTEL_METRIC_EXPORT_INTERVAL',
    integerParser(1000, 3_600_000),
    60_000,
    'Milliseconds between two exports of the metrics to the collector.',
  ),
} as const
