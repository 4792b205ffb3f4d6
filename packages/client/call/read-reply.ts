import { FairwayError } from './fairway-error.ts'
import { readRetryAfter } from './retry-after.ts'

/** Statuses for which the service documents that a later retry can help. */
const BUSY = new Set([429, 502, 503])

/** Returns JSON as a value and everything else as a string. */
export async function readReply(reply: Response, address: string, attempts: number): Promise<unknown> {
  const text = await reply.text()
  const type = reply.headers.get('content-type') ?? ''
  if (!/[/+]json\b/.test(type)) {
    if (/^text\/html\b/.test(type)) throw unreadable(reply, `${address} returned a web page`, attempts)
    return text
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable(reply, `${address} returned JSON that cannot be parsed`, attempts, cause)
  }
}

function unreadable({ status, headers }: Response, what: string, attempts: number, cause?: unknown): FairwayError {
  const requestId = headers.get('x-request-id') ?? undefined
  const detail = `${what}; check that baseUrl is the URL of the service`
  return new FairwayError({ kind: 'reply', status, busy: false, detail, requestId, attempts, cause })
}

/** Reads the error of a failed response. Intermediaries such as proxies respond without the error object. */
export async function readRefusal(reply: Response, address: string, attempts: number): Promise<FairwayError> {
  const { status, headers } = reply
  const said = parseProblem(await reply.text())
  return new FairwayError({
    kind: 'reply',
    status,
    busy: said?.busy ?? BUSY.has(status),
    detail: said?.detail ?? `${address} answered ${status} ${reply.statusText}`.trim(),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterS: readRetryAfter(headers, Date.now()),
    attempts,
  })
}

function parseProblem(text: string): { readonly busy: boolean; readonly detail: string } | undefined {
  try {
    const { busy, detail } = JSON.parse(text)
    return typeof busy === 'boolean' && typeof detail === 'string' ? { busy, detail } : undefined
  } catch {
    return undefined
  }
}
