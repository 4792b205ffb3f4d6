import { signal } from '@preact/signals'

/** The original order is hidden at first, because dashed lines between all stops would cover the tours. */
export const isOriginalShown = signal(false)

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
