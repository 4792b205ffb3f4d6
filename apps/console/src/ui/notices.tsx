import { useState } from 'preact/hooks'
import { isReachable } from '../state/calls.ts'
import { dismiss, notices } from '../state/notices.ts'
import { tellers } from './tells-away.ts'

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {!isReachable.value && tellers.value === 0 && <Away />}
      {notices.value.map(({ id, kind, text }) => (
        <Notice key={id} kind={kind} text={text} onClose={() => dismiss(id)} />
      ))}
    </div>
  )
}

/** Shown when nothing on the page waits for a reply. Closing it hides it. */
function Away() {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const text = 'The service does not respond. Retrying automatically.'
  return <Notice kind="error" text={text} onClose={() => setClosed(true)} />
}

interface NoticeProps {
  readonly kind: 'error' | 'info'
  readonly text: string
  readonly onClose: () => void
}

function Notice({ kind, text, onClose }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`}>
      <span>{text}</span>
      <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </div>
  )
}
