import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { MAX_LETTERS } from '../entry/find-addresses.ts'
import { parsePoint, typedPointFault } from '../points.ts'
import { createAsking } from '../state/asked.ts'
import '../style/search-box.css'
import {
  type AsTyped,
  describe,
  type Found,
  question,
  type Result,
  type Suggestion,
  suggestions,
} from './search-box-suggestions.ts'

export type { Found }

interface SearchBoxProps {
  readonly label: string
  /** The content of the box when nothing is being typed. */
  readonly value: string
  /** Identifies the selection, so that a newly found name is not a new selection. Defaults to the value. */
  readonly chosen?: string
  readonly placeholder?: string
  readonly onPick: (found: Found) => void
  readonly onClear?: () => void
  readonly asTyped?: AsTyped
  /** The user just added this box, so it takes the focus. */
  readonly takesFocus?: boolean
}

const PAUSE_MS = 120

/** Finds a place while typing: names, addresses or coordinates. Follows the ARIA combobox pattern. */
export function SearchBox(props: SearchBoxProps) {
  const { label, value, chosen = value, placeholder, onPick, onClear, asTyped, takesFocus = false } = props
  const id = useId()
  const [text, setText] = useState<string | undefined>(undefined)
  const [active, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  /** Enter was pressed before the reply arrived. The first result is selected when it arrives. */
  const [isWanted, setWanted] = useState(false)
  /** The user highlighted an entry, which stays selected regardless of pending requests. */
  const [isPointed, setPointed] = useState(false)
  const [asking] = useState(() => createAsking<{ results: Result[] }>())
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const asked = useRef('')
  /** The current content of the box: keys may arrive faster than the page renders. */
  const latest = useRef<string | undefined>(undefined)
  const { answer, failure, call } = asking.state.value
  const word = text?.trim() ?? ''
  const typedPoint = text === undefined ? undefined : parsePoint(text)
  const fault = text === undefined ? undefined : typedPointFault(text)
  const results = fault === undefined ? suggestions(typedPoint, text, answer?.results, asTyped) : []
  // An older reply stays in the list until the next one arrives, but it does not match the current text.
  const isAnswered = word !== '' && call?.query?.q === word
  const isFresh = isAnswered && failure === undefined && answer !== undefined
  const isOpen = isFocused && word.length > 1 && !isWanted
  const isUnchosen = text !== undefined && !isFocused && !isWanted

  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asking.clear()
    },
    [],
  )
  useEffect(() => {
    if (!isFocused) close()
  }, [chosen])
  useEffect(() => {
    if (!isWanted || !isAnswered) return
    if (isFresh) pick(results[0])
    if (isFresh || failure?.isPassing === false) setWanted(false)
  }, [isWanted, isAnswered, isFresh, failure])

  function ask(typed: string): void {
    clearTimeout(timer.current)
    asked.current = typed.trim()
    void asking.ask(question(typed))
  }

  function type(typed: string): void {
    latest.current = typed
    setText(typed)
    setActive(0)
    setPointed(false)
    setWanted(false)
    clearTimeout(timer.current)
    asked.current = ''
    if (typed.trim().length < 2 || isNumbers(typed)) asking.clear()
    else timer.current = setTimeout(() => ask(typed), PAUSE_MS)
  }

  function close(): void {
    clearTimeout(timer.current)
    latest.current = undefined
    setText(undefined)
    setWanted(false)
    asking.clear()
  }

  function pick(result: Suggestion | undefined): void {
    if (result === undefined) return
    if ('typed' in result) asTyped?.onPick(result.typed)
    else onPick({ at: result.at, label: result.label })
    close()
  }

  function enter(): void {
    const typed = latest.current
    if (typed === undefined || typedPointFault(typed) !== undefined) return
    const isDrawn = typed === text
    const point = parsePoint(typed)
    const result = isDrawn ? results[active] : suggestions(point, typed, undefined, asTyped)[0]
    const isItself = point !== undefined || (result !== undefined && 'typed' in result)
    if (isItself || (isDrawn && (isFresh || isPointed))) pick(result)
    else if (typed.trim().length > 1) {
      setWanted(true)
      if (asked.current !== typed.trim()) ask(typed)
    }
  }

  /** Typed text is kept: it may be long, and Enter can still select it. */
  function leave(): void {
    setFocused(false)
    if ((latest.current ?? '').trim() === '' || latest.current === value) close()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setPointed(true)
      setActive((active + step + results.length) % results.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      enter()
    } else if (event.key === 'Escape') close()
  }

  const note = isWanted
    ? 'Searching …'
    : isUnchosen
      ? whyUnchosen(isFresh && results.length === 0, fault ?? (isAnswered ? failure?.message : undefined))
      : ''
  return (
    <div class="search-box">
      <label for={id}>{label}</label>
      <div class="search-field">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          maxLength={MAX_LETTERS}
          class={isUnchosen ? 'unchosen' : ''}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isOpen && results.length > 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          {...(note === '' ? {} : { 'aria-describedby': `${id}-note` })}
          placeholder={placeholder ?? 'Address, place, or latitude, longitude'}
          value={text ?? value}
          onFocus={(event) => {
            setFocused(true)
            event.currentTarget.select()
          }}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        {(isUnchosen || (onClear !== undefined && value !== '')) && (
          <button
            type="button"
            class="quiet clear"
            aria-label={isUnchosen ? `Clear the text in ${label}` : `Clear ${label}`}
            onClick={isUnchosen ? close : onClear}
          >
            ×
          </button>
        )}
      </div>
      <span role="status">
        {note !== '' && (
          <small id={`${id}-note`} class="search-note">
            {note}
          </small>
        )}
      </span>
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={`${label}: results`} class="suggestions">
          {results.map((result, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input that owns the list
            <div
              key={`${result.label}${result.at}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(result)}
            >
              <span>{result.label}</span>
              <small>{describe(result)}</small>
            </div>
          ))}
          {fault !== undefined && <p class="failure">{fault}.</p>}
          {failure !== undefined && <p class="failure">{failure.message}</p>}
          {isFresh && results.length === 0 && <p class="waiting">No results.</p>}
        </div>
      )}
    </div>
  )
}

/** Coordinates need no lookup, whether valid or not. */
function isNumbers(typed: string): boolean {
  return parsePoint(typed) !== undefined || typedPointFault(typed) !== undefined
}

function whyUnchosen(isUnknown: boolean, failed: string | undefined): string {
  if (failed !== undefined) return `Not selected: ${failed}`
  if (isUnknown) return 'Not selected: no place with this name was found.'
  return 'Not selected: press Enter, or choose a place from the list.'
}
