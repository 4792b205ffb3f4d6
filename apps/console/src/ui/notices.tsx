import { isReachable } from '../state/calls.ts'
import { dismiss, notices } from '../state/notices.ts'

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {!isReachable.value && (
        <div class="notice notice-error">The service does not answer. It is tried again by itself.</div>
      )}
      {notices.value.map(({ id, kind, text }) => (
        <div key={id} class={`notice notice-${kind}`}>
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Close" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
