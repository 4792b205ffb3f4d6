/** SMS that must be delivered at most once. The sender chooses the id and keeps it across retries. */
export interface SmsMessage {
  readonly id: string
  /** Phone number in E.164 format, such as +15005550006. */
  readonly to: string
  readonly body: string
}

/**
 * Outcome of a send. 'refused' guarantees that the SMS was not sent. 'unknown' means that the request may have reached
 * the provider, for example after a timeout. `why` is for operators and contains no secret or phone number.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly reference?: string }
  | { readonly kind: 'refused'; readonly permanent: boolean; readonly why: string; readonly retryAfterMs?: number }
  | { readonly kind: 'unknown'; readonly why: string }

export interface SmsProvider {
  readonly name: string
  send(message: SmsMessage, signal: AbortSignal): Promise<SendOutcome>
  /**
   * Returns whether the provider already has the message. The outbox calls this function before a retry, so that an SMS
   * is never sent twice. Rejects if the provider is unreachable. The SMS then waits, because sending it could create a
   * duplicate. Undefined if the provider deduplicates by message id.
   */
  wasSent?(message: SmsMessage, since: Date, signal: AbortSignal): Promise<boolean>
}
