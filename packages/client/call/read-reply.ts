import { FairwayError } from './fairway-error.ts'
import { readRetryAfter } from './retry-after.ts'

/** Statuses for which the service documents that a later retry can help. */
const BUSY_STATUSES = new Set([429, 502, 503])

/** Returns JSON as a value and any other content as a string. */
export async function readReply(reply: Response, url: string, attempts: number): Promise<unknown> {
  const body = await reply.text()
  const type = reply.headers.get('content-type') ?? ''
  if (!/[/+]json\b/.test(type)) {
    if (/^text\/html\b/.test(type)) throw makeUnreadableError(reply, `${url} returned a web page`, attempts)
    return body
  }
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw makeUnreadableError(reply, `${url} returned JSON that cannot be parsed`, attempts, cause)
  }
}

function makeUnreadableError(
  { status, headers }: Response,
  problem: string,
  attempts: number,
  cause?: unknown,
): FairwayError {
  const requestId = headers.get('x-request-id') ?? undefined
  const detail = `${problem}; check that baseUrl is the URL of the service`
  return new FairwayError({ kind: 'reply', status, busy: false, detail, requestId, attempts, cause })
}

/** Reads the error of a failed response. Responses from proxies lack the error object. */
export async function readErrorReply(reply: Response, url: string, attempts: number): Promise<FairwayError> {
  const { status, headers } = reply
  const problemDetails = parseProblem(await reply.text())
  return new FairwayError({
    kind: 'reply',
    status,
    busy: problemDetails?.busy ?? BUSY_STATUSES.has(status),
    code: headers.get('x-error-code') ?? undefined,
    detail: problemDetails?.detail ?? `${url} answered ${status} ${reply.statusText}`.trim(),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterS: readRetryAfter(headers, Date.now()),
    attempts,
  })
}

function parseProblem(json: string): { readonly busy: boolean; readonly detail: string } | undefined {
  try {
    const { busy, detail } = JSON.parse(json)
    return typeof busy === 'boolean' && typeof detail === 'string' ? { busy, detail } : undefined
  } catch {
    return undefined
  }
}
