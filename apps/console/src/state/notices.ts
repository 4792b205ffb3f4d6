import { signal } from '@preact/signals'

export interface Notice {
  readonly id: number
  readonly kind: 'error' | 'info'
  readonly text: string
}

/** Notifications. Screen readers announce them as they appear. */
export const notices = signal<readonly Notice[]>([])
let lastId = 0

export function notify(message: string, kind: Notice['kind'] = 'info'): void {
  lastId += 1
  const id = lastId
  const otherNotices = notices.value.filter((notice) => notice.text !== message)
  notices.value = [...otherNotices.slice(-3), { id, kind, text: message }]
  // Errors stay until they are closed or the user takes another action, because they may have to be read twice.
  if (kind === 'info') setTimeout(() => dismiss(id), 5_000)
}

/** After another action, earlier notifications no longer apply. */
export function dismissAll(): void {
  if (notices.peek().length > 0) notices.value = []
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}
