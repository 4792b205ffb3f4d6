/** Error for an invalid domain document. The error names the field, the given value and the allowed values. */
export class InvalidOddError extends Error {
  readonly field: string

  constructor(field: string, received: unknown, allowed: string) {
    super(`${field} is ${formatReceived(received)}; ${allowed}`)
    this.field = field
  }
}

const MAX_RECEIVED_LENGTH = 60

function formatReceived(received: unknown): string {
  if (received === undefined) return 'missing'
  const json = typeof received === 'number' ? String(received) : (JSON.stringify(received) ?? String(received))
  return json.length > MAX_RECEIVED_LENGTH ? `${json.slice(0, MAX_RECEIVED_LENGTH)}…` : json
}
