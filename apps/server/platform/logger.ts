import { isatty } from 'node:tty'
import { type DestinationStream, type Logger, pino } from 'pino'
import { LogOutput } from './log-output.ts'
import { formatForTerminal } from './terminal-log.ts'

const STANDARD_OUTPUT = 1
const INFO_LEVEL = 30
const WARN_LEVEL = 40
const FATAL_LEVEL = 60

export interface FastLogger extends Logger {
  /**
   * Logs an info line whose fields are already JSON, such as `"a":1,"b":"c"`. Serializing an object takes ten times as
   * long.
   */
  infoJson(fields: string, message: string): void
}

/**
 * Creates a logger that writes JSON lines to standard output, which several threads share. Lines are buffered briefly.
 * Warnings and errors are written immediately. On a terminal, the lines are human-readable, and request lines are
 * omitted. If the reader of the log is too slow, lines are dropped, because requests never wait for the log.
 */
export function createLogger(level: string, fields: Record<string, unknown> = {}): FastLogger {
  // In threads, process.stdout does not report whether it is a terminal.
  const isTerminal = isatty(1)
  const timestamp = createIsoClock()
  const encodedFields = Object.entries(fields).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},`,
  )
  const fieldsPrefix = encodedFields.join('')
  const output = new LogOutput(STANDARD_OUTPUT, (droppedCount) => {
    const message = 'log lines were dropped because the reader of standard output was too slow'
    return `{"level":"warn"${timestamp()},${fieldsPrefix}"dropped":${droppedCount},"msg":"${message}"}\n`
  })
  const stream: DestinationStream & { lastLevel: number; [PINO_METADATA]: true } = {
    [PINO_METADATA]: true,
    lastLevel: 0,
    write(line) {
      const text = isTerminal ? formatForTerminal(line) : line
      if (text !== undefined) output.write(text)
      // The process ends after a fatal error.
      if (this.lastLevel >= FATAL_LEVEL) output.finish()
      else if (this.lastLevel >= WARN_LEVEL) output.flush()
    },
  }
  const options = {
    level,
    base: fields,
    timestamp,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = pino(options, stream)
  return Object.assign(logger, {
    flush: () => output.finish(),
    infoJson(json: string, message: string) {
      if (logger.levelVal > INFO_LEVEL || isTerminal) return
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
