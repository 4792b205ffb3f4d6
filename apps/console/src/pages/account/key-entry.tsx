import { signal } from '@preact/signals'
import { useId, useState } from 'preact/hooks'
import { apiKey } from '../../state/key.ts'
import { notify } from '../../state/notices.ts'
import { copy } from '../../ui/copy-call.tsx'

const typed = signal('')

/** The key that the pages of this console call with. It stays in this browser. */
export function KeyEntry() {
  const id = useId()
  const use = (event: Event) => {
    event.preventDefault()
    apiKey.value = typed.value.trim()
    typed.value = ''
    notify('The pages call with this key now.')
  }
  return (
    <form class="row" onSubmit={use}>
      <div>
        <label for={id}>API key</label>
        <input
          id={id}
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="fw_live_…"
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value
          }}
        />
      </div>
      <button type="submit" disabled={typed.value.trim() === ''}>
        Use it
      </button>
    </form>
  )
}

/** Which key that is, and how to get rid of it. This browser may be the only one who still knows it. */
export function KeyInUse() {
  const key = apiKey.value
  const [isShown, setShown] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  if (key === '') return <p class="hint">The pages call without a key, as far as the service lets them.</p>
  const forget = () => {
    apiKey.value = ''
    setLeaving(false)
    setShown(false)
  }
  return (
    <>
      <div class="key-in-use">
        <p>
          The pages call with the key <code>{isShown ? key : `…${key.slice(-4)}`}</code>
        </p>
        <div class="key-buttons">
          <button type="button" class="quiet" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </button>
          <button
            type="button"
            class="quiet"
            aria-label="Copy the key in use"
            onClick={() => void copy(key, 'The key in use')}
          >
            Copy
          </button>
          <button type="button" class="quiet" onClick={() => setLeaving(true)}>
            Forget it
          </button>
        </div>
      </div>
      {isLeaving && (
        <div role="alertdialog" aria-label="Forget the key">
          <p>
            Forget the key <code>…{key.slice(-4)}</code>? It goes on working, but neither this browser nor the service
            can show it again: copy it first, unless you have it elsewhere.
          </p>
          <div class="buttons">
            <button type="button" class="danger" onClick={forget}>
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
