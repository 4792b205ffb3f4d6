/** Error for an invalid domain document. The error names the field, the given value and the allowed values. */
export class InvalidOddError extends Error {
  readonly field: string

  constructor(field: string, receivedValue: unknown, allowedText: string) {
    super(`${field} is ${formatReceived(receivedValue)}; ${allowedText}`)
    this.field = field
  }
}

const MAX_RECEIVED_LENGTH = 60

function formatReceived(receivedValue: unknown): string {
  if (receivedValue === undefined) return 'missing'
  const json =
    typeof receivedValue === 'number' ? String(receivedValue) : (JSON.stringify(receivedValue) ?? String(receivedValue))
  return json.length > MAX_RECEIVED_LENGTH ? `${json.slice(0, MAX_RECEIVED_LENGTH)}…` : json
}
