interface LogEntry {
  readonly level: string
  readonly msg?: string
  readonly why?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly tookMs?: number
}

/** Steps of one build, and lines that the banner repeats. */
const detailPattern = /^(building [^;]*: |Server listening at )/

/**
 * The line of a log entry for people. Details that only programs need are left out; undefined when nothing remains.
 * Standard output that is not a terminal gets the entry itself.
 */
export function formatForTerminal(json: string): string | undefined {
  const { level, msg = '', why, err, tookMs } = JSON.parse(json) as LogEntry
  if (level === 'info' || level === 'debug' || level === 'trace') {
    if (detailPattern.test(msg)) return undefined
    return `  ${msg}${tookMs === undefined ? '' : ` (${formatSeconds(tookMs)})`}\n`
  }
  const reason = why ?? err?.message
  const stack = level === 'fatal' && err?.stack !== undefined ? `\n${err.stack}` : ''
  return `  ${level}: ${msg}${reason === undefined || msg.includes(reason) ? '' : `: ${reason}`}${stack}\n`
}

function formatSeconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
