/** An SMS to deliver at most once. The sender chooses the id and keeps it across retries. */
export interface SmsMessage {
  readonly id: string
  /** E.164, such as +15005550006. */
  readonly to: string
  readonly body: string
}

/**
 * 'refused' guarantees that nothing was sent. 'unknown' guarantees nothing: the request may have reached the provider
 * (timeout, connection lost after writing). `why` is for operators and contains no secret or phone number.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly reference?: string }
  | { readonly kind: 'refused'; readonly permanent: boolean; readonly why: string; readonly retryAfterMs?: number }
  | { readonly kind: 'unknown'; readonly why: string }

export interface SmsProvider {
  readonly name: string
  send(message: SmsMessage, signal: AbortSignal): Promise<SendOutcome>
  /**
   * Called before a retry after 'unknown' or a crash during a send, so that an SMS is never sent twice. Rejects if the
   * provider is unreachable; the SMS then waits, because sending could duplicate it. Undefined if the provider
   * deduplicates by message id.
   */
  wasSent?(message: SmsMessage, since: Date, signal: AbortSignal): Promise<boolean>
}
