interface LogEntry {
  readonly level: string
  readonly msg?: string
  readonly why?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly tookMs?: number
  readonly [field: string]: unknown
}

/** Steps of a build, messages about data that was only read, and information that the banner already shows. */
const detailPattern = /^(building [^;]*: |Server listening at |serving a map$|.* loaded$)/
/** Fields that are shown elsewhere in the line, or that only programs need. */
const hiddenFields = new Set(['level', 'time', 'msg', 'why', 'err', 'tookMs', 'version', 'thread', 'reqId'])

/**
 * The human-readable line of a log entry. Details that only programs need are left out; undefined when nothing remains.
 * When standard output is not a terminal, the entry itself is written.
 */
export function formatForTerminal(json: string): string | undefined {
  const entry = JSON.parse(json) as LogEntry
  const { level, msg = '', why, err, tookMs } = entry
  if (level === 'info' || level === 'debug' || level === 'trace') {
    if (detailPattern.test(msg)) return undefined
    return `  ${msg}${tookMs === undefined ? '' : ` (${formatSeconds(tookMs)})`}${formatFields(entry)}\n`
  }
  const reason = why ?? err?.message
  const stack = level === 'fatal' && err?.stack !== undefined ? `\n${err.stack}` : ''
  return `  ${level}: ${msg}${reason === undefined || msg.includes(reason) ? '' : `: ${reason}`}${formatFields(entry)}${stack}\n`
}

/** Such as the code of a sign-in e-mail, which is in the log when no mail server is configured. */
function formatFields(entry: LogEntry): string {
  const fields = Object.entries(entry).filter(([name]) => !hiddenFields.has(name))
  return fields.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join('')
}

function formatSeconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
