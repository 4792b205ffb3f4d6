/** What the OSRM-like server does with a request for a route. */
export type Behaviour =
  | {
      readonly does: 'answer'
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly json: unknown
    }
  | {
      readonly does: 'write'
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly text: string
    }
  /** Says nothing until it is released, then answers as usual. */
  | { readonly does: 'hang' }
  /** Sends half of the usual answer and cuts the connection. */
  | { readonly does: 'drop' }
  /** Sends half of the usual answer and nothing after it. */
  | { readonly does: 'stall' }
  /** Closes the connection without a word. */
  | { readonly does: 'hang-up' }
  /** Sends bytes as long as somebody takes them. */
  | { readonly does: 'flood' }

/** A request for a route as it came over the wire. */
export interface ReceivedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Answered by `GET /test/state`. */
export interface ServerState {
  readonly requests: readonly ReceivedRequest[]
  /** Open connections that carried a request for a route. */
  readonly connections: number
  /** Most requests that were under way at once. */
  readonly mostAtOnce: number
}
