import { signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { apiKey } from '../../state/key.ts'
import { notify } from '../../state/notices.ts'

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

/** Which key that is, and how to get rid of it. */
export function KeyInUse() {
  const key = apiKey.value
  if (key === '') return <p class="hint">The pages call without a key, as far as the service lets them.</p>
  return (
    <p class="key-in-use">
      <span>
        The pages call with the key <code>…{key.slice(-4)}</code>
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          apiKey.value = ''
        }}
      >
        Forget it
      </button>
    </p>
  )
}
