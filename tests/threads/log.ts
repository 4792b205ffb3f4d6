import type { ServerProcess } from '../support/servers/server-process.ts'

export interface LogLine {
  readonly msg: string
  readonly thread?: number
  readonly [field: string]: unknown
}

/** Returns the log lines so far with this message. Throws an error if a line is incomplete. */
export function logLines({ process }: Pick<ServerProcess, 'process'>, msg: string): LogLine[] {
  const output = process.output()
  // The text after the last line break may still be incomplete.
  const whole = output.slice(0, output.lastIndexOf('\n'))
  return whole
    .split('\n')
    .filter((line) => line.startsWith('{') || line.includes('"msg":'))
    .map((line) => JSON.parse(line) as LogLine)
    .filter((line) => line.msg === msg)
}

/** Returns the numbers of the threads that have replied, in order. */
export function threadsSeen(server: Pick<ServerProcess, 'process'>): number[] {
  const threads = new Set(logLines(server, 'reply').map(({ thread }) => Number(thread)))
  return [...threads].sort((a, b) => a - b)
}
