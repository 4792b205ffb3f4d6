import { signal } from '@preact/signals'

export interface Notice {
  readonly id: number
  readonly kind: 'error' | 'info'
  readonly text: string
}

/** What the page has to say beside its content; read out by screen readers as it comes. */
export const notices = signal<readonly Notice[]>([])
let last = 0

export function notify(text: string, kind: Notice['kind'] = 'info'): void {
  last += 1
  const id = last
  const others = notices.value.filter((notice) => notice.text !== text)
  notices.value = [...others.slice(-3), { id, kind, text }]
  // What went wrong stays until it is closed or something else is done: it may have to be read twice.
  if (kind === 'info') setTimeout(() => dismiss(id), 5_000)
}

/** Something else is done: what was said before is about what is no longer there. */
export function dismissAll(): void {
  if (notices.peek().length > 0) notices.value = []
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id)
}
