interface LogEntry {
  readonly level: string
  readonly msg?: string
  readonly why?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly tookMs?: number
  readonly [field: string]: unknown
}

/** Pattern of messages that the terminal omits: build steps, data that was only read, and information in the banner. */
const detailPattern = /^(building [^;]*: |Server listening at |serving a map$|.* loaded$)/
/** Fields that appear elsewhere in the line or that only programs need. */
const hiddenFields = new Set(['level', 'time', 'msg', 'why', 'err', 'tookMs', 'version', 'thread', 'reqId'])

/**
 * Returns the human-readable line of a log entry, without details that only programs need. Returns undefined if no text
 * remains.
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

/** Formats the other fields, such as the sign-in code that is logged if no mail server is configured. */
function formatFields(entry: LogEntry): string {
  const fields = Object.entries(entry).filter(([name]) => !hiddenFields.has(name))
  return fields.map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`).join('')
}

function formatSeconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
