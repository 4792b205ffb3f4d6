/** How the fake OSRM server handles a route request. */
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
  /** Sends nothing until it is released, then the usual reply. */
  | { readonly does: 'hang' }
  /** Sends half of the usual reply and drops the connection. */
  | { readonly does: 'drop' }
  /** Sends half of the usual reply and then nothing. */
  | { readonly does: 'stall' }
  /** Closes the connection without a reply. */
  | { readonly does: 'hang-up' }
  /** Sends bytes as long as the client reads them. */
  | { readonly does: 'flood' }

/** A route request as received. */
export interface ReceivedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Returned by `GET /test/state`. */
export interface ServerState {
  readonly requests: readonly ReceivedRequest[]
  /** Open connections that carried a route request. */
  readonly connections: number
  /** The maximum number of concurrent requests. */
  readonly mostAtOnce: number
}
