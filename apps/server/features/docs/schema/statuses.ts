export interface StatusAdvice {
  readonly meaning: string
  readonly action: string
}

/** Default meanings of statuses that the document does not describe, and what callers should do about each. */
export const statusAdvice: Readonly<Record<string, StatusAdvice>> = {
  400: {
    meaning: 'The request is not JSON, or has the wrong content type.',
    action: 'Send valid JSON with `Content-Type: application/json`.',
  },
  401: { meaning: 'The key is missing, unknown or expired.', action: 'Send a key that works, or create one.' },
  403: { meaning: 'The plan may not do this.', action: 'Change the plan, or ask the operator.' },
  404: { meaning: 'There is no such path or thing.', action: 'Check the path and the id.' },
  405: { meaning: 'The path does not take this method.', action: 'Use a method that the header `Allow` names.' },
  409: { meaning: 'The present state does not allow it.', action: 'Read the state again, then decide.' },
  413: { meaning: 'The body is over its limit.', action: 'Send less at once.' },
  422: {
    meaning: 'A field must be changed.',
    action: 'Change what `detail` names. Sent again unchanged, it fails again.',
  },
  429: { meaning: 'A rate limit or the monthly quota is used up.', action: 'Wait for the seconds in `Retry-After`.' },
  500: { meaning: 'The service failed.', action: 'Report it with the `X-Request-Id` of the reply.' },
  502: { meaning: 'Routing is unavailable for the moment.', action: 'Try again after `Retry-After`.' },
  503: { meaning: 'The service is busy.', action: 'Try again after `Retry-After`.' },
}

/** Statuses with `busy: true`: the same request may succeed later. */
export const busyStatuses: ReadonlySet<string> = new Set(['429', '502', '503'])
