import { isMac, openCommandMenu } from './open-command-menu.ts'

/** Opens the command menu by click, or with Ctrl K anywhere in the console. */
export function CommandButton() {
  return (
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
  )
}
