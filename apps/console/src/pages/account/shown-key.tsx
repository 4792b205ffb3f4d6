import { apiKey } from '../../state/key.ts'
import { notify } from '../../state/notices.ts'
import { copyToClipboard } from '../../ui/copy-call.tsx'

interface ShownKeyProps {
  readonly value: string
  /** Storage that keeps the key across a reload. */
  readonly storedIn: 'browser' | 'tab'
  readonly onDone: () => void
}

/** Shows a new key until the owner confirms that it is saved. The service cannot return the key again. */
export function ShownKey({ value, storedIn, onDone }: ShownKeyProps) {
  const isInUse = apiKey.value === value
  const applyKey = () => {
    apiKey.value = value
    notify('This console now uses your key.')
  }
  return (
    <section class="card chosen shown-key" aria-label="Your new key">
      <p>
        <strong>Your new key.</strong> The service does not show it again. Store it in a safe place, then click Done.
        Until then, this {storedIn} stores the key.
      </p>
      <pre>
        <code>{value}</code>
      </pre>
      <div class="buttons">
        <button type="button" aria-label="Copy the key" onClick={() => void copyToClipboard(value, 'The key')}>
          Copy
        </button>
        <button type="button" class="second" disabled={isInUse} onClick={applyKey}>
          {isInUse ? 'In use in this console' : 'Use in this console'}
        </button>
        <button type="button" class="second" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  )
}
