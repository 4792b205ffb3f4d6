import { notify } from '../state/notices.ts'

/** Reports the parts of a link that could not be read. Links are often edited by hand or truncated. */
export function notifyUnreadable(unreadableLines: readonly string[]): void {
  if (unreadableLines.length === 0) return
  const quotedParts = unreadableLines.slice(0, 3).map((part) => `“${part.slice(0, 40)}”`)
  const suffix = unreadableLines.length > 3 ? ` and ${unreadableLines.length - 3} more` : ''
  // Notify only after the link is replaced by the parsed state, because replacing it clears earlier notifications.
  queueMicrotask(() =>
    notify(
      `Ignored in this link: ${quotedParts.join(', ')}${suffix}. Write positions as latitude,longitude, such as 43.7301,7.4256.`,
      'error',
    ),
  )
}
