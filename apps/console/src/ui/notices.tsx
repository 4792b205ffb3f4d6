import { useState } from 'preact/hooks'
import { isReachable } from '../state/calls.ts'
import { isOffline } from '../state/is-offline.ts'
import { dismiss, notices } from '../state/notices.ts'
import { visibleOutageReports } from './outage-reports.ts'

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {isOffline.value ? <OfflineNotice /> : !isReachable.value && visibleOutageReports.value === 0 && <OutageNotice />}
      {notices.value.map(({ id, kind, text }) => (
        <NoticeItem key={id} kind={kind} text={text} onClose={() => dismiss(id)} />
      ))}
    </div>
  )
}

/** Explains why the map ends where the user has not been yet. */
function OfflineNotice() {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const message = 'Offline. The map shows the areas that you have viewed.'
  return <NoticeItem kind="info" text={message} onClose={() => setClosed(true)} />
}

/** Reports an outage when no other element on the page reports it. The user can close the notice. */
function OutageNotice() {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  const message = 'The service is not responding. Retrying automatically.'
  return <NoticeItem kind="error" text={message} onClose={() => setClosed(true)} />
}

interface NoticeProps {
  readonly kind: 'error' | 'info'
  readonly text: string
  readonly onClose: () => void
}

function NoticeItem({ kind, text, onClose }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`}>
      <span>{text}</span>
      <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </div>
  )
}
