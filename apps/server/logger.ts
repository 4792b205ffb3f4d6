import { type Logger, pino } from 'pino'

/**
 * Lines of JSON on standard output. Written at once, each with one call: several threads share the output, and lines
 * that were collected into larger pieces could be cut apart by another thread's.
 */
export function createLogger(level: string, fields: Record<string, unknown> = {}): Logger {
  return pino(
    {
      level,
      base: fields,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 1, sync: true }),
  )
}
