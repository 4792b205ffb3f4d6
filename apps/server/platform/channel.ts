import type { MessagePort, Worker } from 'node:worker_threads'

type Message =
  | { readonly type: 'ask'; readonly id: number; readonly name: string; readonly payload: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly error: SerializedError }

/**
 * Handler of a request. The method syntax makes the payload bivariant, so handlers can declare narrower payload types.
 */
type RequestHandler = { handle(payload: unknown): unknown }['handle']

/** Requests that a thread handles, by name. */
export type RequestHandlers = Record<string, RequestHandler>
type Payload<Q extends RequestHandlers, K extends keyof Q> = Parameters<Q[K]>[0]
type Reply<Q extends RequestHandlers, K extends keyof Q> = Awaited<ReturnType<Q[K]>>

export interface Channel<Theirs extends RequestHandlers> {
  /** Sends a request. Buffers in `transfer` are moved to the other thread instead of being copied. */
  request<K extends keyof Theirs & string>(
    name: K,
    payload?: Payload<Theirs, K>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Reply<Theirs, K>>
  /** Rejects all pending requests when the other thread has ended. */
  close(error: Error): void
}

/** Opens a request/response channel between threads. Errors in the other thread are rethrown here. */
export function openChannel<Ours extends RequestHandlers, Theirs extends RequestHandlers>(
  port: Worker | MessagePort,
  ownHandlers: Ours,
): Channel<Theirs> {
  const pendingRequests = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  let closeError: Error | undefined

  const receive = (message: Message): void => {
    if (message.type === 'ask') return void handleRequest(message.id, message.name, message.payload)
    const pendingRequest = pendingRequests.get(message.id)
    pendingRequests.delete(message.id)
    if (message.type === 'reply') pendingRequest?.resolve(message.value)
    else pendingRequest?.reject(Object.assign(new Error(message.error.message), message.error))
  }
  // Both port types have this event, but TypeScript cannot resolve the overloads of the union.
  ;(port as MessagePort).on('message', receive)

  async function handleRequest(id: number, name: string, payload: unknown): Promise<void> {
    try {
      const handler = ownHandlers[name]
      if (!handler) throw new Error(`no handler for ${name}`)
      port.postMessage({ type: 'reply', id, value: await handler(payload) })
    } catch (error) {
      port.postMessage({ type: 'failure', id, error: serializeError(error) })
    }
  }

  return {
    request(name, payload, transfer = []) {
      if (closeError) return Promise.reject(closeError)
      const id = ++lastId
      port.postMessage({ type: 'ask', id, name, payload }, transfer)
      return new Promise((resolve, reject) => pendingRequests.set(id, { resolve, reject }))
    },
    close(error) {
      closeError = error
      for (const pendingRequest of pendingRequests.values()) pendingRequest.reject(error)
      pendingRequests.clear()
    },
  }
}

/**
 * Serialized error with its code, which structured cloning would drop. Callers need the code to distinguish an
 * unavailable database from a bug.
 */
interface SerializedError {
  readonly message: string
  readonly code?: unknown
  readonly errcode?: unknown
}

function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  return { message, ...(code === undefined ? {} : { code }), ...(errcode === undefined ? {} : { errcode }) }
}
