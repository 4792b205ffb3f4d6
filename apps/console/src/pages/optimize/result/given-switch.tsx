import { signal } from '@preact/signals'

export const isOriginalShown = signal(true)

export function OriginalOrderSwitch() {
  return (
    <label class="given-switch">
      <input
        type="checkbox"
        checked={isOriginalShown.value}
        onChange={(event) => {
          isOriginalShown.value = event.currentTarget.checked
        }}
      />
      <span class="given-line" aria-hidden="true" /> Show my order
    </label>
  )
}
