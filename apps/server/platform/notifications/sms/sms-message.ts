/** A text to be delivered at most once; whoever queues it chooses the id and keeps it across retries. */
export interface TextMessage {
  readonly id: string
  /** E.164, such as +15005550006. */
  readonly to: string
  readonly body: string
}

/**
 * 'refused' promises that nothing went out. 'unknown' promises nothing: the request may have reached the provider
 * (timeout, connection lost after it was written). `why` is for operators: it carries no secret and no phone number.
 */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly reference?: string }
  | { readonly kind: 'refused'; readonly permanent: boolean; readonly why: string; readonly retryAfterMs?: number }
  | { readonly kind: 'unknown'; readonly why: string }

export interface TextProvider {
  readonly name: string
  send(message: TextMessage, signal: AbortSignal): Promise<SendOutcome>
  /**
   * Asked before a retry after 'unknown' or after a crash in mid-send, so that a text is never sent twice. Rejects when
   * the provider cannot be asked: the text then has to wait, for sending it could double it.
   * Undefined: the provider itself deduplicates by the message id.
   */
  wasSent?(message: TextMessage, since: Date, signal: AbortSignal): Promise<boolean>
}
