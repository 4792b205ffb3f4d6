import {
  DEFAULT_TIMEOUT_MS,
  discardBody,
  readRetryAfterMs,
  sendProviderRequest,
  toRefused,
} from './provider-request.ts'
import type { SendOutcome, SmsMessage, SmsProvider } from './sms-message.ts'
import { signWebhook } from './webhook-signature.ts'

export { verifyWebhook } from './webhook-signature.ts'

export interface WebhookOptions {
  /** The URL that receives messages; http or https, without user and password. */
  readonly url: string
  /** `whsec_<base64>` or any other string. */
  readonly secret: string
  readonly timeoutMs?: number
  readonly now?: () => number
}

/**
 * Posts messages to the operator's own gateway as signed JSON. `webhook-id` is the message id and stays the same across
 * retries, so the receiver deduplicates and `wasSent` is not needed.
 */
export function createWebhookProvider(options: WebhookOptions): SmsProvider {
  const { url, secret, timeoutMs = DEFAULT_TIMEOUT_MS, now = Date.now } = options
  checkUrl(url)
  // An unusable secret must cause an error at startup, not weeks later when the first SMS is sent.
  signWebhook(secret, 'check', 0, '')
  return {
    name: 'webhook',
    async send(message: SmsMessage, signal: AbortSignal): Promise<SendOutcome> {
      const body = JSON.stringify({ type: 'text_message', id: message.id, to: message.to, body: message.body })
      // The time of this attempt and not of the message, because receivers reject old timestamps as replays.
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
 * A 5xx counts as a refusal although the receiver may have acted on the request, because it drops duplicates by id.
 * Redirects and all other 4xx will not change, so they are permanent.
 */
function toOutcome({ status, ok, headers }: Response, nowMs: number): SendOutcome {
  if (ok) return { kind: 'sent' }
  const isTemporary = status === 408 || status === 425 || status === 429 || status >= 500
  const reason = `the receiver returned ${status}`
  return isTemporary ? toRefused(false, reason, readRetryAfterMs(headers, nowMs)) : toRefused(true, reason)
}

/** Messages omit the URL because it may contain a token. */
function checkUrl(url: string): void {
  const parsedUrl = URL.canParse(url) ? new URL(url) : undefined
  if (parsedUrl === undefined || !/^https?:$/.test(parsedUrl.protocol))
    throw new Error('the webhook URL is not http or https')
  if (parsedUrl.username !== '' || parsedUrl.password !== '')
    throw new Error('the webhook URL must not contain a password')
}
