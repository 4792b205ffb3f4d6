import { DEFAULT_TIMEOUT_MS, readRetryAfterMs, sendProviderRequest, toRefused } from './provider-request.ts'
import { findField, findString } from './read-field.ts'
import type { SendOutcome, SmsMessage, SmsProvider } from './sms-message.ts'
import { UNDELIVERED_STATUSES, wasMessageCreated } from './twilio-history.ts'

export interface TwilioOptions {
  readonly accountSid: string
  readonly authToken: string
  /** Sender: a phone number or sender name of the account, or a Twilio messaging service. */
  readonly sender: { readonly from: string } | { readonly messagingServiceSid: string }
  /** Base URL of Twilio or a compatible Messages API. Default: https://api.twilio.com. */
  readonly baseUrl?: string
  readonly timeoutMs?: number
  readonly now?: () => number
}

/** Creates a provider that uses Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). */
export function createTwilioProvider(options: TwilioOptions): SmsProvider {
  const { accountSid, authToken, timeoutMs = DEFAULT_TIMEOUT_MS, now = Date.now } = options
  const baseUrl = parseBaseUrl(options.baseUrl ?? 'https://api.twilio.com')
  const messagesPath = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const headers = { authorization, accept: 'application/json', 'user-agent': 'fairway' }
  const sender: Record<string, string> =
    'from' in options.sender
      ? { From: options.sender.from }
      : { MessagingServiceSid: options.sender.messagingServiceSid }

  return {
    name: 'twilio',
    async send(message: SmsMessage, signal: AbortSignal): Promise<SendOutcome> {
      const body = new URLSearchParams({ To: message.to, ...sender, Body: message.body })
      const result = await sendProviderRequest(
        baseUrl + messagesPath,
        { method: 'POST', headers, body },
        signal,
        timeoutMs,
      )
      if (result.kind === 'not-sent') return toRefused(false, result.why)
      if (result.kind === 'lost') return { kind: 'unknown', why: result.why }
      return toOutcome(result.response, await readJson(result.response), now())
    },
    wasSent: (message, sinceDate, signal) =>
      wasMessageCreated({ baseUrl, messagesPath, headers, timeoutMs }, message, sinceDate, signal),
  }
}

/** Returns the base URL without a trailing slash, so that Twilio's paths can be appended. */
function parseBaseUrl(setting: string): string {
  const url = URL.canParse(setting) ? new URL(setting) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error('the Twilio base URL is not a plain http or https URL')
  }
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

/**
 * Parses the body, or returns undefined if it is invalid. The HTTP status determines the outcome, so an invalid body
 * loses only the reference or the error code.
 */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/**
 * Error codes of temporary client errors: full queues (21611, 30001) and rate limits (14107, 20429, 30022, 63017,
 * 63018, 63038). All other errors are permanent, such as an invalid number (21211), an unsubscribed number (21610) or a
 * landline (21614). The list contains the temporary codes, because Twilio keeps splitting permanent errors into new
 * codes.
 */
const TEMPORARY_ERROR_CODES: ReadonlySet<number> = new Set([14107, 20429, 21611, 30001, 30022, 63017, 63018, 63038])

/**
 * Converts a response to an outcome. The outcome of a 5xx or 408 response is unknown, because the message may still
 * exist (https://www.twilio.com/docs/api/errors/20500). Twilio has no idempotency key to drop a duplicate.
 */
function toOutcome({ status, ok, headers }: Response, body: unknown, nowMs: number): SendOutcome {
  const code = Number(findField(body, ok ? 'error_code' : 'code') ?? Number.NaN)
  // The reason omits Twilio's message, which includes the phone number.
  const reason = `Twilio returned ${status}${Number.isNaN(code) ? '' : `, error ${code}`}`
  const isTemporary = TEMPORARY_ERROR_CODES.has(code)
  if (ok) {
    if (UNDELIVERED_STATUSES.has(findString(body, 'status') ?? ''))
      return toRefused(!isTemporary, `${reason}, not accepted`)
    const sid = findString(body, 'sid')
    return { kind: 'sent', ...(sid === undefined ? {} : { reference: sid }) }
  }
  if (status >= 500 || status === 408) return { kind: 'unknown', why: reason }
  return status === 429 || isTemporary
    ? toRefused(false, reason, readRetryAfterMs(headers, nowMs))
    : toRefused(true, reason)
}
