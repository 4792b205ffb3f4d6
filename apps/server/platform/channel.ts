import type { MessagePort, Worker } from 'node:worker_threads'

type Message =
  | { readonly type: 'ask'; readonly id: number; readonly name: string; readonly payload: unknown }
  | { readonly type: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly error: PlainError }

/** The calls that a thread handles: name, payload, result. */
export type Questions = Record<string, (payload: never) => unknown>
type Payload<Q extends Questions, K extends keyof Q> = Parameters<Q[K]>[0]
type Answer<Q extends Questions, K extends keyof Q> = Awaited<ReturnType<Q[K]>>

export interface Channel<Theirs extends Questions> {
  ask<K extends keyof Theirs & string>(name: K, payload?: Payload<Theirs, K>): Promise<Answer<Theirs, K>>
  /** Fails all pending calls because the other side has ended. */
  close(error: Error): void
}

/** Request/response calls between threads. An error on the other side is rethrown here. */
export function openChannel<Ours extends Questions, Theirs extends Questions>(
  port: Worker | MessagePort,
  ours: Ours,
): Channel<Theirs> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let closed: Error | undefined

  const receive = (message: Message): void => {
    if (message.type === 'ask') return void answer(message.id, message.name, message.payload)
    const asker = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'reply') asker?.resolve(message.value as never)
    else asker?.reject(Object.assign(new Error(message.error.message), message.error))
  }
  // Both port types have this event, but their overloads cannot be called through the union.
  ;(port as MessagePort).on('message', receive)

  async function answer(id: number, name: string, payload: unknown): Promise<void> {
    try {
      const handler = ours[name]
      if (!handler) throw new Error(`no handler for ${name}`)
      port.postMessage({ type: 'reply', id, value: await handler(payload as never) })
    } catch (error) {
      port.postMessage({ type: 'failure', id, error: toPlain(error) })
    }
  }

  return {
    ask(name, payload) {
      if (closed) return Promise.reject(closed)
      const id = ++lastId
      port.postMessage({ type: 'ask', id, name, payload })
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    close(error) {
      closed = error
      for (const asker of waiting.values()) asker.reject(error)
      waiting.clear()
    },
  }
}

/** Cloned errors lose their code, which the caller needs to distinguish an unavailable database from a bug. */
interface PlainError {
  readonly message: string
  readonly code?: unknown
  readonly errcode?: unknown
}

function toPlain(error: unknown): PlainError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  return { message, ...(code === undefined ? {} : { code }), ...(errcode === undefined ? {} : { errcode }) }
}
