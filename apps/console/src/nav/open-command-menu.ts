import { signal } from '@preact/signals'

export const isCommandMenuOpen = signal(false)
export const isShortcutListOpen = signal(false)
/** Whether the shortcut is ⌘K, as in other programs on a Mac. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

export function openCommandMenu(): void {
  isCommandMenuOpen.value = true
}

export function closeCommandMenu(): void {
  isCommandMenuOpen.value = false
}

export function openShortcutList(): void {
  isShortcutListOpen.value = true
}

export function closeShortcutList(): void {
  isShortcutListOpen.value = false
}

/** Opens the menu with Ctrl K or ⌘K. */
export function listenToShortcut(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey)
    if (!isShortcut || event.altKey || event.shiftKey) return
    // Without this call, the browser would open its own search.
    event.preventDefault()
    openCommandMenu()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}
