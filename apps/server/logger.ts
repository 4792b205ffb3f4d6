import { type DestinationStream, type Logger, pino } from 'pino'

/** The largest piece that a pipe takes whole: larger ones could be cut apart by another thread's. */
const ATOMIC_BYTES = 4096
const FLUSH_MS = 100
const WARN = 40

/**
 * Lines of JSON on standard output, which several threads share. They are collected for a moment and written in pieces
 * that stay whole; a line that tells of trouble goes out at once.
 */
export function createLogger(level: string, fields: Record<string, unknown> = {}): Logger {
  const output = pino.destination({
    fd: 1,
    sync: true,
    minLength: ATOMIC_BYTES / 2,
    maxWrite: ATOMIC_BYTES,
    periodicFlush: FLUSH_MS,
  })
  const stream: DestinationStream & { lastLevel: number; [needsMetadata]: true } = {
    [needsMetadata]: true,
    lastLevel: 0,
    write(line) {
      output.write(line)
      if (this.lastLevel >= WARN) output.flushSync()
    },
  }
  const options = {
    level,
    base: fields,
    timestamp: isoTimes(),
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return Object.assign(pino(options, stream), { flush: () => output.flushSync() })
}

/** ISO 8601 in UTC. The part before the milliseconds is made once a second: formatting it costs as much as the line. */
function isoTimes(): () => string {
  let second = 0
  let prefix = ''
  return () => {
    const now = Date.now()
    const millis = now % 1000
    if (now - millis !== second) {
      second = now - millis
      prefix = `,"time":"${new Date(second).toISOString().slice(0, 20)}`
    }
    return `${prefix}${millis < 10 ? '00' : millis < 100 ? '0' : ''}${millis}Z"`
  }
}

/** Asks pino to tell the stream the level of each line. */
const needsMetadata: unique symbol = Symbol.for('pino.metadata') as never
