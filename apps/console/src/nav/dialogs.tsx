import { useEffect } from 'preact/hooks'
import { addCitySearch } from '../add-map/open-add-city.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { commands } from './commands.ts'
import { isCommandMenuOpen, isShortcutListOpen, listenToShortcut } from './open-command-menu.ts'
import { listenToShortcuts } from './shortcuts.ts'

const CommandMenu = lazyComponent(() => import('./command-menu.tsx'), '')
const ShortcutList = lazyComponent(() => import('./shortcut-list.tsx'), '')
const AddCityDialog = lazyComponent(() => import('../add-map/add-city-dialog.tsx'), '')

function isAnyOpen(): boolean {
  return isCommandMenuOpen.peek() || isShortcutListOpen.peek() || addCitySearch.peek() !== undefined
}

/** Renders the dialogs that are available on every page. */
export function Dialogs() {
  useEffect(listenToShortcut, [])
  useEffect(() => listenToShortcuts(commands, isAnyOpen), [])
  return (
    <>
      {isCommandMenuOpen.value && <CommandMenu />}
      {isShortcutListOpen.value && <ShortcutList />}
      {addCitySearch.value !== undefined && <AddCityDialog />}
    </>
  )
}
