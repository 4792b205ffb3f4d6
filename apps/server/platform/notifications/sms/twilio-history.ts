import { sendProviderRequest } from './provider-request.ts'
import { findField, findString } from './read-field.ts'
import type { SmsMessage } from './sms-message.ts'

export interface TwilioConnection {
  readonly baseUrl: string
  readonly messagesPath: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** States of a message that was not delivered and will not be delivered. */
export const UNDELIVERED_STATUSES: ReadonlySet<string> = new Set(['failed', 'undelivered', 'canceled'])

/** Tolerance for the difference between Twilio's clock and ours. Twilio rounds times to seconds. */
const CLOCK_TOLERANCE_MS = 60_000
const PAGE_SIZE = 100
const MAX_PAGES = 10

/** Prefix that Twilio adds to every SMS of a trial account, and includes in its message list. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - '

/**
 * Returns whether Twilio already has this SMS, with the same recipient and body, created since the attempt began.
 * Twilio does not support idempotency keys, so a message can be identified only by its content. Rejects if the answer
 * is uncertain.
 */
export async function wasMessageCreated(
  connection: TwilioConnection,
  message: SmsMessage,
  sinceDate: Date,
  signal: AbortSignal,
): Promise<boolean> {
  const earliestDate = new Date(sinceDate.getTime() - CLOCK_TOLERANCE_MS)
  const matches = (entry: unknown) => isSameMessage(entry, message, earliestDate.getTime())
  const searchParameters = new URLSearchParams({ To: message.to, PageSize: String(PAGE_SIZE) })
  // The newest page is read without a filter, because a queued message has no send date and a date filter could hide
  // it.
  const newestPage = await readPage(connection, `${connection.messagesPath}?${searchParameters}`, signal)
  if (newestPage.messages.some(matches)) return true
  if (newestPage.next === undefined) return false

  // URL encoding turns 'DateSent>' and the day into `DateSent>=day`, which is the form that Twilio documents.
  searchParameters.set('DateSent>', earliestDate.toISOString().slice(0, 10))
  let nextPath: string | undefined = `${connection.messagesPath}?${searchParameters}`
  for (let pageIndex = 0; nextPath !== undefined; pageIndex++) {
    if (pageIndex === MAX_PAGES)
      throw new Error(`Twilio lists more than ${MAX_PAGES * PAGE_SIZE} messages to one number`)
    const page: Page = await readPage(connection, nextPath, signal)
    if (page.messages.some(matches)) return true
    nextPath = page.next
  }
  return false
}

interface Page {
  readonly messages: readonly unknown[]
  readonly next: string | undefined
}

async function readPage(connection: TwilioConnection, path: string, signal: AbortSignal): Promise<Page> {
  const { baseUrl, headers, timeoutMs } = connection
  const result = await sendProviderRequest(baseUrl + path, { headers }, signal, timeoutMs)
  if (result.kind !== 'answered') throw new Error(`Twilio's message list is unreachable: ${result.why}`)
  const { response } = result
  const body: unknown = await response.json().catch(() => undefined)
  const messages = findField(body, 'messages')
  if (!response.ok || !Array.isArray(messages)) {
    throw new Error(`Twilio's message list cannot be read: it returned ${response.status}`)
  }
  const next = findString(body, 'next_page_uri')
  // The path is appended to the base URL. If it were resolved, an absolute URL could receive the password.
  if (next !== undefined && !next.startsWith('/')) throw new Error("Twilio's next_page_uri is not a path")
  return { messages, next }
}

function isSameMessage(entry: unknown, message: SmsMessage, earliestMs: number): boolean {
  const body = findString(entry, 'body')
  if (findString(entry, 'to') !== message.to || UNDELIVERED_STATUSES.has(findString(entry, 'status') ?? ''))
    return false
  if (body !== message.body && body !== TRIAL_PREFIX + message.body) return false
  // The comparison is negated, so that an invalid date counts as sent. A lost alert is better than a duplicate.
  return !(Date.parse(findString(entry, 'date_created') ?? '') < earliestMs)
}
