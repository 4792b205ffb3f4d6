import { notify } from '../state/notices.ts'

/** Links are typed and cut by people: what makes no sense in one is left out, and told. */
export function sayUnread(unread: readonly string[]): void {
  if (unread.length === 0) return
  const quoted = unread.slice(0, 3).map((text) => `“${text.slice(0, 40)}”`)
  const more = unread.length > 3 ? ` and ${unread.length - 3} more` : ''
  // Only after the link was replaced by what was read of it, for that ends what was said before.
  queueMicrotask(() =>
    notify(
      `Left out of this link: ${quoted.join(', ')}${more}. A place is a latitude and a longitude there, such as -34.9059,-56.1913.`,
      'error',
    ),
  )
}
