/** Behavior of the fake OSRM server for one route request. */
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
  /** Sends nothing until released, then the usual reply. */
  | { readonly does: 'hang' }
  /** Sends half of the usual reply and drops the connection. */
  | { readonly does: 'drop' }
  /** Sends half of the usual reply and then nothing. */
  | { readonly does: 'stall' }
  /** Closes the connection without a reply. */
  | { readonly does: 'hang-up' }
  /** Sends bytes as long as the client reads them. */
  | { readonly does: 'flood' }

/** Route request as received. */
export interface ReceivedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** State returned by `GET /test/state`. */
export interface ServerState {
  readonly requests: readonly ReceivedRequest[]
  /** Number of open connections that carried a route request. */
  readonly connections: number
  /** Maximum number of concurrent requests so far. */
  readonly mostAtOnce: number
}
