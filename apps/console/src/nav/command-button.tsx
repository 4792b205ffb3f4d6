import { useEffect } from 'preact/hooks'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { isCommandMenuOpen, isMac, listenToShortcut, openCommandMenu } from './open-command-menu.ts'

const CommandMenu = lazyComponent(() => import('./command-menu.tsx'), '')

/** Opens the command menu by click, or with Ctrl K anywhere in the console. */
export function CommandButton() {
  useEffect(listenToShortcut, [])
  return (
    <>
      <button
        type="button"
        class="quiet command-button"
        aria-label="Search pages, actions and places"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        title={`Search (${isMac ? '⌘' : 'Ctrl '}K)`}
        onClick={openCommandMenu}
      >
        <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10.500 17.500a7 7 0 1 0 0-14 7 7 0 0 0 0 14M15.500 15.500 21 21" />
        </svg>
        <span>Search</span>
        <kbd>{isMac ? '⌘' : 'Ctrl '}K</kbd>
      </button>
      {isCommandMenuOpen.value && <CommandMenu />}
    </>
  )
}
