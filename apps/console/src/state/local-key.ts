import { signal } from '@preact/signals'
import { callApi } from './calls.ts'
import { apiKey } from './key.ts'
import { notify } from './notices.ts'

/**
 * Whether the service gives this console a key without signup. Only a service on the same machine does. Undefined until
 * the service replies.
 */
export const hasLocalKeys = signal<boolean | undefined>(undefined)

const LOCAL_KEY_PATH = '/account/local-key'

export async function checkLocalKeys(): Promise<boolean> {
  if (hasLocalKeys.peek() === undefined) {
    const reply = await callApi<{ readonly available: boolean }>({ method: 'GET', path: LOCAL_KEY_PATH }).catch(
      () => undefined,
    )
    hasLocalKeys.value = reply?.available
  }
  return hasLocalKeys.peek() ?? false
}

/** Gets a key for this machine. From then on, the console uses this key. */
export async function adoptLocalKey(): Promise<void> {
  const { api_key } = await callApi<{ readonly api_key: string }>({ method: 'POST', path: LOCAL_KEY_PATH })
  apiKey.value = api_key
  notify('This console now uses a key for this machine. You can change it under Account.')
}
