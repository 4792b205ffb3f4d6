import { signal } from '@preact/signals'
import { useId, useState } from 'preact/hooks'
import { CallError, callApi } from '../../state/calls.ts'
import { apiKey } from '../../state/key.ts'
import { notify } from '../../state/notices.ts'
import { ActionFailure, useAction } from '../../ui/action.tsx'
import { copyToClipboard } from '../../ui/copy-call.tsx'

const typedKey = signal('')

/** Throws an error if the service rejects the key. The console then keeps its current key, which may still be valid. */
async function checkKey(key: string): Promise<void> {
  try {
    await callApi({ method: 'GET', path: '/v1/account/usage', headers: { 'x-api-key': key } })
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) throw error
    const reason = error.message.replace('The key used by this console', 'This key')
    throw new CallError(401, `${reason}. Nothing was changed.`)
  }
}

/** Lets the user enter the API key of this console. The key is stored only in this browser. */
export function KeyEntry() {
  const id = useId()
  const action = useAction()
  const submitKey = (event: Event) => {
    event.preventDefault()
    const key = typedKey.value.trim()
    void action.run(async () => {
      await checkKey(key)
      apiKey.value = key
      // The user may have started to type another key during the check.
      if (typedKey.value.trim() === key) typedKey.value = ''
      notify('This console now uses your key.')
    })
  }
  return (
    <form onSubmit={submitKey}>
      <div class="row">
        <div>
          <label for={id}>API key</label>
          <input
            id={id}
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="fw_live_…"
            value={typedKey.value}
            onInput={(event) => {
              action.clear()
              typedKey.value = event.currentTarget.value
            }}
          />
        </div>
        <button type="submit" disabled={action.isRunning.value || typedKey.value.trim() === ''}>
          {action.isRunning.value ? 'Checking…' : 'Use key'}
        </button>
      </div>
      <ActionFailure action={action} />
    </form>
  )
}

/** Shows the current key and lets the user remove it. This browser may have the only copy of the key. */
export function KeyInUse() {
  const key = apiKey.value
  const [isShown, setShown] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  if (key === '')
    return <p class="hint">This console sends requests without a key. The service may reject some of them.</p>
  const forgetKey = () => {
    apiKey.value = ''
    setLeaving(false)
    setShown(false)
  }
  return (
    <>
      <div class="key-in-use">
        <p>
          This console uses the key <code>{isShown ? key : `…${key.slice(-4)}`}</code>
        </p>
        <div class="key-buttons">
          <button type="button" class="quiet" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </button>
          <button
            type="button"
            class="quiet"
            aria-label="Copy the key in use"
            onClick={() => void copyToClipboard(key, 'The key in use')}
          >
            Copy
          </button>
          <button type="button" class="quiet" onClick={() => setLeaving(true)}>
            Forget key
          </button>
        </div>
      </div>
      {isLeaving && (
        <div role="alertdialog" aria-label="Forget the key">
          <p>
            Forget the key <code>…{key.slice(-4)}</code>? The key stays valid, but neither this browser nor the service
            can show it again. Copy it first if you have no other copy.
          </p>
          <div class="buttons">
            <button type="button" class="danger" onClick={forgetKey}>
              Forget the key
            </button>
            <button type="button" class="second" onClick={() => setLeaving(false)}>
              Keep the key
            </button>
          </div>
        </div>
      )}
    </>
  )
}
