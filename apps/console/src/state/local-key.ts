import { signal } from '@preact/signals'
import { callApi } from './calls.ts'
import { apiKey } from './key.ts'
import { notify } from './notices.ts'

/**
 * Whether the service gives this console a key without signup. Only a service on the same machine does. Undefined until
 * the service replies.
 */
export const hasLocalKeys = signal<boolean | undefined>(undefined)

/** Whether this page runs on the machine of the service. Only there can its user run operator commands. */
export const isServiceLocal = signal(false)

const LOCAL_KEY_PATH = '/account/local-key'

interface LocalKeyReply {
  readonly available: boolean
  readonly is_local: boolean
}

export async function checkLocalKeys(): Promise<boolean> {
  if (hasLocalKeys.peek() === undefined) {
    const reply = await callApi<LocalKeyReply>({ method: 'GET', path: LOCAL_KEY_PATH }).catch(() => undefined)
    hasLocalKeys.value = reply?.available
    isServiceLocal.value = reply?.is_local === true
  }
  return hasLocalKeys.peek() ?? false
}

/** Gets a key for this machine. From then on, the console uses this key. */
export async function adoptLocalKey(): Promise<void> {
  const { api_key } = await callApi<{ readonly api_key: string }>({ method: 'POST', path: LOCAL_KEY_PATH })
  apiKey.value = api_key
  notify('This console now uses a key for this machine. You can change it under Account.')
}
