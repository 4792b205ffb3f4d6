import { signWebhook } from '../webhook-signature.ts'
import {
  DEFAULT_TIMEOUT_MS,
  discardBody,
  readRetryAfterMs,
  sendProviderRequest,
  toRefused,
} from './provider-request.ts'
import type { SendOutcome, SmsMessage, SmsProvider } from './sms-message.ts'

export interface WebhookOptions {
  /** URL that receives the messages, with http or https and without a user and password. */
  readonly url: string
  /** Secret: `whsec_<base64>` or any other string. */
  readonly secret: string
  readonly timeoutMs?: number
  readonly now?: () => number
}

/**
 * Creates a provider that posts messages to the operator's gateway as signed JSON. `webhook-id` is the message id,
 * which stays the same across retries. The receiver deduplicates by this id, so `wasSent` is not needed.
 */
export function createWebhookProvider(options: WebhookOptions): SmsProvider {
  const { url, secret, timeoutMs = DEFAULT_TIMEOUT_MS, now = Date.now } = options
  checkUrl(url)
  // An unusable secret must cause an error at startup, not when the first SMS is sent.
  signWebhook(secret, 'check', 0, '')
  return {
    name: 'webhook',
    async send(message: SmsMessage, signal: AbortSignal): Promise<SendOutcome> {
      const body = JSON.stringify({ type: 'text_message', id: message.id, to: message.to, body: message.body })
      // The timestamp is the time of the attempt, because receivers reject old timestamps as replays.
      const timestamp = Math.floor(now() / 1000)
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'fairway',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook(secret, message.id, timestamp, body),
      }
      const result = await sendProviderRequest(url, { method: 'POST', headers, body }, signal, timeoutMs)
      if (result.kind === 'not-sent') return toRefused(false, result.why)
      if (result.kind === 'lost') return { kind: 'unknown', why: result.why }
      await discardBody(result.response)
      return toOutcome(result.response, now())
    },
  }
}

/**
 * Converts a response to an outcome. A 5xx response counts as a refusal, because the receiver drops duplicates by id.
 * Redirects, and 4xx responses other than 408, 425 and 429, are permanent refusals.
 */
function toOutcome({ status, ok, headers }: Response, nowMs: number): SendOutcome {
  if (ok) return { kind: 'sent' }
  const isTemporary = status === 408 || status === 425 || status === 429 || status >= 500
  const reason = `the receiver returned ${status}`
  return isTemporary ? toRefused(false, reason, readRetryAfterMs(headers, nowMs)) : toRefused(true, reason)
}

/** Checks the URL. Error messages omit the URL, because it may contain a token. */
function checkUrl(url: string): void {
  const parsedUrl = URL.canParse(url) ? new URL(url) : undefined
  if (parsedUrl === undefined || !/^https?:$/.test(parsedUrl.protocol))
    throw new Error('the webhook URL is not http or https')
  if (parsedUrl.username !== '' || parsedUrl.password !== '')
    throw new Error('the webhook URL must not contain a password')
}
