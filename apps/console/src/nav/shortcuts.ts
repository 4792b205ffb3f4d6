import { isBoolean, persistentSignal } from '../state/persistent-signal.ts'
import type { Command } from './find-commands.ts'

/**
 * Whether single keys run commands. Users of speech input can turn them off, because spoken text would otherwise run
 * commands.
 */
export const hasShortcuts = persistentSignal('shortcuts', true, isBoolean)

/** Part of a keyboard event that decides whether a shortcut applies. */
interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly defaultPrevented: boolean
}

/** Returns the command of a pressed key. Shift is only allowed for keys that need it, such as the question mark. */
export function findShortcut(pressed: PressedKey, commands: readonly Command[]): Command | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing, defaultPrevented } = pressed
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return undefined
  if (shiftKey && /^[a-z0-9]$/i.test(key)) return undefined
  return commands.find(({ shortcut }) => shortcut === key.toLowerCase())
}

/** Input types that take no text. */
const otherInputs = ['checkbox', 'radio', 'button', 'submit', 'file', 'color', 'reset']

/** Returns whether the element takes typed text, or chooses an entry by typed letters as a select box does. */
export function takesText(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !otherInputs.includes(element.type)
  return element.matches(
    'textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"], [role="listbox"] *',
  )
}

/**
 * Runs commands by single keys, unless the user is typing or a dialog is open. `isDialogOpening` covers the time until a
 * dialog has loaded, when the user may already type.
 */
export function listenToShortcuts(commands: readonly Command[], isDialogOpening: () => boolean): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (!hasShortcuts.peek() || (target instanceof Element && takesText(target))) return
    if (isDialogOpening() || document.querySelector('dialog[open]') !== null) return
    const command = findShortcut(event, commands)
    if (command === undefined) return
    // Without this call, the key would also be typed into the box that receives the focus.
    event.preventDefault()
    command.run()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}
