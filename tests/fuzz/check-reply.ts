import type { FuzzRequest } from './request-source.ts'

export interface FuzzReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const BUSY_STATUSES = [429, 502, 503]
const RETRIED_STATUSES = [429, 503]

/** Returns why a reply does not conform to the API document, or undefined if it conforms. */
export function findReplyFault({ operation }: FuzzRequest, reply: FuzzReply): string | undefined {
  const { status, headers, text } = reply
  if (status === 500) return 'the status is 500'
  const documented = [String(status), `${String(status)[0]}XX`].find((key) => operation.object.responses[key])
  if (documented === undefined) return 'the status is not documented'
  const content = operation.object.responses[documented]?.content
  if (content === undefined) return text === '' ? undefined : 'the reply has a body, but none is documented'
  const type = String(headers['content-type']).split(';')[0] ?? ''
  if (!content[type]) return `the content type ${type} is not documented`
  let body: unknown = text
  if (type === 'application/json') {
    try {
      body = JSON.parse(text)
    } catch {
      return 'the body is not JSON'
    }
  }
  return (
    operation.findFault(documented, type, body) ??
    (status >= 400 ? findErrorFault(reply, body, documented, operation) : undefined)
  )
}

function findErrorFault(
  { status, headers }: FuzzReply,
  body: unknown,
  documented: string,
  operation: FuzzRequest['operation'],
): string | undefined {
  const { busy, detail, ...others } = Object(body) as Record<string, unknown>
  if (busy !== BUSY_STATUSES.includes(status)) return `busy is ${String(busy)}`
  if (typeof detail !== 'string' || detail === '') return 'detail is empty'
  const foreign = ['status', 'error_message', 'geocoded_waypoints', 'routes']
  const extra = Object.keys(others).filter((name) => !foreign.includes(name))
  if (extra.length > 0) return `the error has more fields: ${extra.join(', ')}`
  if (RETRIED_STATUSES.includes(status) && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
    return 'Retry-After is missing'
  const code = headers['x-error-code']
  if (!operation.hasErrorCode(documented, code)) return `the code ${String(code)} is not documented`
  return undefined
}
