import { signal } from '@preact/signals'

export interface Notice {
  readonly id: number
  readonly kind: 'error' | 'info'
  readonly text: string
}

/** Visible notifications. Screen readers announce each notification. */
export const notices = signal<readonly Notice[]>([])
let lastId = 0

export function notify(message: string, kind: Notice['kind'] = 'info'): void {
  lastId += 1
  const id = lastId
  const otherNotices = notices.value.filter((notice) => notice.text !== message)
  notices.value = [...otherNotices.slice(-3), { id, kind, text: message }]
  // Errors stay until the user closes them or takes another action, because users may need more time to read them.
  if (kind === 'info') setTimeout(() => dismiss(id), 5_000)
}

/** Removes all notifications, because they no longer apply after another action. */
export function dismissNotices(): void {
  if (notices.peek().length > 0) notices.value = []
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}
