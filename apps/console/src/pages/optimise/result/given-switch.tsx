import { signal } from '@preact/signals'

export const isGivenShown = signal(true)

export function GivenSwitch() {
  return (
    <label class="given-switch">
      <input
        type="checkbox"
        checked={isGivenShown.value}
        onChange={(event) => {
          isGivenShown.value = event.currentTarget.checked
        }}
      />
      <span class="given-line" aria-hidden="true" /> Show my order
    </label>
  )
}
