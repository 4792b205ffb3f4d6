import { apiKey } from '../../state/key.ts'
import { notify } from '../../state/notices.ts'
import { copy } from '../../ui/copy-call.tsx'

interface ShownKeyProps {
  readonly value: string
  readonly onDone?: () => void
}

/** A key as it is shown once: nobody can ask for it again, not even the service. */
export function ShownKey({ value, onDone }: ShownKeyProps) {
  const isInUse = apiKey.value === value
  const use = () => {
    apiKey.value = value
    notify('The pages call with this key now.')
  }
  return (
    <section class="card chosen shown-key" aria-label="Your new key">
      <p>
        <strong>Your new key.</strong> It is shown only now: keep it somewhere safe.
      </p>
      <pre>
        <code>{value}</code>
      </pre>
      <div class="buttons">
        <button type="button" aria-label="Copy the key" onClick={() => void copy(value, 'The key')}>
          Copy
        </button>
        <button type="button" class="second" disabled={isInUse} onClick={use}>
          {isInUse ? 'In use in this console' : 'Use in this console'}
        </button>
        {onDone !== undefined && (
          <button type="button" class="second" onClick={onDone}>
            Done
          </button>
        )}
      </div>
    </section>
  )
}
