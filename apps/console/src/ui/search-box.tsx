import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { MAX_QUERY_LENGTH } from '../entry/find-addresses.ts'
import '../style/search-box.css'
import { pressVerb } from './press.ts'
import { useSearchBox } from './search-box-state.ts'
import { describeSuggestion, type FreeTextOption, type PickedPlace, type Suggestion } from './search-box-suggestions.ts'

/** Placeholder on pages where a point on the map is an alternative to a search. */
export const ADDRESS_OR_MAP = `Enter an address, or ${pressVerb} on the map`

export type { PickedPlace }

interface SearchBoxProps {
  readonly label: string
  /** Text of the box when the user is not typing. */
  readonly value: string
  /**
   * Identifier of the selection. If only the name of the selection changes, this value stays the same. Defaults to
   * `value`.
   */
  readonly chosen?: string
  readonly placeholder?: string
  readonly onPick: (picked: PickedPlace) => void
  readonly onClear?: () => void
  readonly freeText?: FreeTextOption
  /** Whether the box takes the focus because the user has just added it. */
  readonly autoFocus?: boolean
}

/**
 * Finds a place by name, address or coordinates while the user types. The component follows the ARIA combobox pattern.
 */
export function SearchBox(props: SearchBoxProps) {
  const { label, value, chosen = value, placeholder, onPick, onClear, freeText, autoFocus = false } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useSearchBox({ value, chosen, onPick, asTyped: freeText })
  const {
    text: typedText,
    active,
    isPickPending,
    results,
    fault: inputError,
    failure,
    isAnswered,
    isFresh,
    isOpen,
    hasActive,
    isUnchosen,
  } = box
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [])
  // The focus selects the whole text, but the browser clears the selection when the address of the place arrives. Typed
  // text would then be appended to the address.
  useLayoutEffect(() => {
    if (typedText === undefined && document.activeElement === input.current) input.current?.select()
  }, [value])

  const statusText = isPickPending
    ? 'Searching…'
    : isUnchosen
      ? explainNoSelection(isFresh && results.length === 0, inputError ?? (isAnswered ? failure?.message : undefined))
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
          maxLength={MAX_QUERY_LENGTH}
          class={isUnchosen ? 'unchosen' : ''}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(isOpen && hasActive ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          {...(statusText === '' ? {} : { 'aria-describedby': `${id}-note` })}
          placeholder={placeholder ?? 'Address, place, or coordinates'}
          value={typedText ?? value}
          onFocus={(event) => {
            box.setFocused(true)
            event.currentTarget.select()
          }}
          onInput={(event) => box.type(event.currentTarget.value)}
          onBlur={box.leave}
          onKeyDown={box.onKeyDown}
        />
        {(isUnchosen || (onClear !== undefined && value !== '')) && (
          <ClearButton
            label={isUnchosen ? `Clear the text in ${label}` : `Clear ${label}`}
            onClick={isUnchosen ? box.close : onClear}
          />
        )}
      </div>
      <span role="status">
        {statusText !== '' && (
          <small id={`${id}-note`} class="search-note">
            {statusText}
          </small>
        )}
      </span>
      {isOpen && (
        <Suggestions id={id} label={label} results={results} active={hasActive ? active : -1} onPick={box.pick}>
          {inputError !== undefined && <p class="failure">{inputError}.</p>}
          {failure !== undefined && <p class="failure">{failure.message}</p>}
          {isFresh && results.length === 0 && <p class="waiting">No results.</p>}
        </Suggestions>
      )}
    </div>
  )
}

interface ClearButtonProps {
  readonly label: string
  readonly onClick: (() => void) | undefined
}

function ClearButton({ label, onClick }: ClearButtonProps) {
  return (
    <button type="button" class="quiet clear" aria-label={label} onClick={onClick}>
      ×
    </button>
  )
}

interface SuggestionsProps {
  readonly id: string
  readonly label: string
  readonly results: readonly Suggestion[]
  readonly active: number
  readonly onPick: (result: Suggestion) => void
  /** Reason why there are no results. */
  readonly children: ComponentChildren
}

function Suggestions({ id, label, results, active, onPick, children }: SuggestionsProps) {
  return (
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
          onClick={() => onPick(result)}
        >
          {'clear' in result ? <small>{result.label}</small> : <span>{result.label}</span>}
          <small>{describeSuggestion(result)}</small>
        </div>
      ))}
      {children}
    </div>
  )
}

function explainNoSelection(isUnknown: boolean, failed: string | undefined): string {
  if (failed !== undefined) return `Not selected: ${failed}`
  if (isUnknown) return 'Not selected: no place with this name was found.'
  return 'Not selected: press Enter, or choose a place from the list.'
}
