import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { createApiRequest } from '../state/api-request.ts'
import '../style/command-menu.css'
import { type SearchResult, toSuggestCall } from '../ui/search-box-suggestions.ts'
import { commands, toPlaceCommand } from './commands.ts'
import { type Command, findCommands } from './find-commands.ts'
import { closeCommandMenu } from './open-command-menu.ts'
import { hasShortcuts } from './shortcuts.ts'

const TYPING_PAUSE_MS = 150
/** Minimum text length for a place search, in characters. */
const MIN_PLACE_QUERY = 3
const MAX_PLACES = 4

const placeRequest = createApiRequest<{ readonly results: readonly SearchResult[] }>()

/**
 * Finds pages, examples, actions and places by their names, so that every part of the console is only a few keystrokes
 * away.
 */
export default function CommandMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useSignal('')
  const active = useSignal(0)
  useEffect(() => {
    dialog.current?.showModal()
    return () => placeRequest.clear()
  }, [])
  usePlaceSearch(text.value)
  const matches = [...findCommands(text.value, commands), ...listPlaces(text.value)]
  const selectedIndex = Math.min(active.value, matches.length - 1)
  const runCommand = (command: Command | undefined) => {
    if (command === undefined) return
    dialog.current?.close()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') runCommand(matches[selectedIndex])
    else if (step !== undefined && matches.length > 0)
      active.value = (selectedIndex + step + matches.length) % matches.length
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop, and Escape also closes the menu
    <dialog
      ref={dialog}
      class="command-menu"
      aria-label="Commands"
      onClose={closeCommandMenu}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Search pages, actions and places"
        aria-expanded="true"
        aria-controls="command-list"
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder="Search pages, actions and places"
        value={text.value}
        {...(selectedIndex >= 0 ? { 'aria-activedescendant': `command-${selectedIndex}` } : {})}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
          active.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <CommandList matches={matches} selectedIndex={selectedIndex} onRun={runCommand} />
      {matches.length === 0 && <p class="hint">Nothing found.</p>}
    </dialog>
  )
}

interface CommandListProps {
  readonly matches: readonly Command[]
  readonly selectedIndex: number
  readonly onRun: (command: Command) => void
}

function CommandList({ matches, selectedIndex, onRun }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[selectedIndex]?.scrollIntoView({ block: 'nearest' })
  }, [selectedIndex])
  return (
    <div ref={list} id="command-list" role="listbox" aria-label="Commands">
      {matches.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input that owns the list
        <div
          key={`${command.group} ${command.title}`}
          id={`command-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === selectedIndex}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRun(command)}
        >
          <span>{command.title}</span>
          <small>{command.group}</small>
          {command.shortcut !== undefined && hasShortcuts.value && <kbd>{command.shortcut.toUpperCase()}</kbd>}
        </div>
      ))}
    </div>
  )
}

/** Searches for places after a pause in typing. */
function usePlaceSearch(text: string): void {
  useEffect(() => {
    const query = text.trim()
    if (query.length < MIN_PLACE_QUERY) {
      placeRequest.clear()
      return
    }
    const timer = setTimeout(() => void placeRequest.send(toSuggestCall(query)), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
}

function listPlaces(text: string): readonly Command[] {
  const { answer, call } = placeRequest.state.value
  // While the user types, results for a shorter text stay visible. Results for an unrelated text would be confusing.
  const isRelated = text.trim().startsWith(String(call?.query?.q ?? text.trim()))
  if (answer === undefined || !isRelated || text.trim().length < MIN_PLACE_QUERY) return []
  return answer.results.slice(0, MAX_PLACES).map(toPlaceCommand)
}
