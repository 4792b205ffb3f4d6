export interface StatusAdvice {
  readonly meaning: string
  readonly action: string
}

/** Default meanings of statuses that the document does not describe, with advice for callers. */
export const statusAdvice: Readonly<Record<string, StatusAdvice>> = {
  400: {
    meaning: 'The request is not JSON, or has the wrong content type.',
    action: 'Send valid JSON with `Content-Type: application/json`.',
  },
  401: { meaning: 'The key is missing, unknown or expired.', action: 'Send a valid key, or create one.' },
  403: { meaning: 'The plan does not allow this.', action: 'Change the plan, or ask the operator.' },
  404: { meaning: 'The path or resource does not exist.', action: 'Check the path and the id.' },
  405: { meaning: 'The path does not support this method.', action: 'Use a method listed in the `Allow` header.' },
  409: {
    meaning: 'The current state of the resource does not allow the request.',
    action: 'Read the state again, then decide.',
  },
  413: { meaning: 'The body is too large.', action: 'Send a smaller request.' },
  422: {
    meaning: 'A field is invalid.',
    action: 'Fix the field that `detail` names. The same request fails again.',
  },
  429: {
    meaning: 'A rate limit was exceeded, or the monthly quota is used up.',
    action: 'Wait the number of seconds in `Retry-After`.',
  },
  500: { meaning: 'The service failed.', action: 'Report it with the `X-Request-Id` of the reply.' },
  502: {
    meaning: 'Routing is temporarily unavailable.',
    action: 'Try again after the number of seconds in `Retry-After`.',
  },
  503: { meaning: 'The service is busy.', action: 'Try again after the number of seconds in `Retry-After`.' },
}

/** Statuses with `busy: true`, for which the same request may succeed later. */
export const busyStatuses: ReadonlySet<string> = new Set(['429', '502', '503'])
