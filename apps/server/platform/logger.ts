import { isatty } from 'node:tty'
import { type DestinationStream, type Logger, pino } from 'pino'
import { formatForTerminal } from './terminal-log.ts'

/**
 * Maximum size of a write that a pipe accepts atomically. Larger writes could interleave with those of other threads.
 */
const MAX_ATOMIC_WRITE_BYTES = 4096
const FLUSH_MS = 100
const INFO = 30
const WARN = 40

export interface FastLogger extends Logger {
  /**
   * Logs an info line whose fields are already JSON, such as `"a":1,"b":"c"`. Serializing an object takes ten times as
   * long.
   */
  infoJson(fields: string, message: string): void
}

/**
 * Creates a logger that writes JSON lines to standard output, which several threads share. Lines are buffered briefly
 * and written in atomic chunks. Warnings and errors are written immediately. On a terminal, the lines are
 * human-readable, and request lines are omitted.
 */
export function createLogger(level: string, fields: Record<string, unknown> = {}): FastLogger {
  // In threads, process.stdout does not report whether it is a terminal.
  const isTerminal = isatty(1)
  const output = pino.destination({
    fd: 1,
    sync: true,
    minLength: MAX_ATOMIC_WRITE_BYTES / 2,
    maxWrite: MAX_ATOMIC_WRITE_BYTES,
    periodicFlush: FLUSH_MS,
  })
  const stream: DestinationStream & { lastLevel: number; [PINO_METADATA]: true } = {
    [PINO_METADATA]: true,
    lastLevel: 0,
    write(line) {
      const text = isTerminal ? formatForTerminal(line) : line
      if (text !== undefined) output.write(text)
      if (this.lastLevel >= WARN) output.flushSync()
    },
  }
  const timestamp = createIsoClock()
  const options = {
    level,
    base: fields,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = pino(options, stream)
  const encodedFields = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  )
  const fieldsPrefix = encodedFields.join('')
  return Object.assign(logger, {
    flush: () => output.flushSync(),
    infoJson(json: string, message: string) {
      if (logger.levelVal > INFO || isTerminal) return
      output.write(`{"level":"info"${timestamp()},${fieldsPrefix}${json},"msg":"${message}"}\n`)
    },
  })
}

/**
 * Returns the current time as ISO 8601 in UTC. The part before the milliseconds is computed once per second, because
 * formatting it takes as long as writing the line.
 */
function createIsoClock(): () => string {
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

/** Symbol that makes pino pass the level of each line to the stream. */
const PINO_METADATA: unique symbol = Symbol.for('pino.metadata')
