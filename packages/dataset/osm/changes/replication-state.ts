/** Source of the changes to an extract and the last change that the extract contains. */
export interface ReplicationState {
  readonly url: string
  readonly sequence: number
}

/** Number and time of the newest change file, as in `state.txt`. */
export interface PublishedState {
  readonly sequence: number
  /** Time in ISO 8601 format. */
  readonly timestamp: string
}

/** Parses `state.txt`, a Java properties file with escaped colons. Returns undefined for any other content. */
export function parseState(text: string): PublishedState | undefined {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s*([A-Za-z]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.set(name, value.replaceAll('\\', ''))
  }
  const sequence = Number(fields.get('sequenceNumber') ?? Number.NaN)
  const timestamp = fields.get('timestamp') ?? ''
  if (!Number.isSafeInteger(sequence) || sequence < 0 || Number.isNaN(Date.parse(timestamp))) return undefined
  return { sequence, timestamp }
}

/** Returns the path of a change file without extension: change 4321 is `000/004/321`. */
export function toChangePath(sequence: number): string {
  const digits = String(sequence).padStart(9, '0')
  return `${digits.slice(0, -6)}/${digits.slice(-6, -3)}/${digits.slice(-3)}`
}
