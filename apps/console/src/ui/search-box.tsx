import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { theMap } from '../map/the-map.ts'
import { type Point, parsePoint, pointText } from '../points.ts'
import { createAsking } from '../state/asked.ts'

export interface Found {
  readonly at: Point
  readonly label: string
}

interface Result {
  readonly at: Point
  readonly label: string
  readonly kind: string
  readonly distance_km?: number
}

interface SearchBoxProps {
  readonly label: string
  /** What stands in the box when nothing is being typed. */
  readonly value: string
  readonly placeholder?: string
  readonly onPick: (found: Found) => void
  readonly onClear?: () => void
  /** What was typed may be an answer itself, such as a port that the service knows by name; it is offered first. */
  readonly asTyped?: { readonly say: (typed: string) => string; readonly onPick: (typed: string) => void }
}

type Suggestion = (Found & Partial<Result>) | { readonly typed: string; readonly label: string; readonly at?: never }

const PAUSE_MS = 120

/** Finds a place as it is typed: names, addresses, or two numbers. The pattern is the combobox of the ARIA guide. */
export function SearchBox({ label, value, placeholder, onPick, onClear, asTyped }: SearchBoxProps) {
  const id = useId()
  const [text, setText] = useState<string | undefined>(undefined)
  const [active, setActive] = useState(0)
  const [asking] = useState(() => createAsking<{ results: Result[] }>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const { answer, failure } = asking.state.value
  const typedPoint = text === undefined ? undefined : parsePoint(text)
  const results = suggestions(typedPoint, text, answer?.results, asTyped)
  const isOpen = text !== undefined && text.trim().length > 1

  useEffect(() => () => clearTimeout(timer.current), [])

  function type(typed: string): void {
    setText(typed)
    setActive(0)
    clearTimeout(timer.current)
    if (typed.trim().length < 2 || parsePoint(typed) !== undefined) asking.clear()
    else timer.current = setTimeout(() => void asking.ask(question(typed)), PAUSE_MS)
  }

  function close(): void {
    clearTimeout(timer.current)
    setText(undefined)
    asking.clear()
  }

  function pick(result: Suggestion | undefined): void {
    if (result === undefined) return
    if ('typed' in result) asTyped?.onPick(result.typed)
    else onPick({ at: result.at, label: result.label })
    close()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setActive((active + step + results.length) % results.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      pick(results[active])
    } else if (event.key === 'Escape') close()
  }

  return (
    <div class="search-box">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isOpen && results.length > 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
        placeholder={placeholder ?? 'Address, place, or latitude, longitude'}
        value={text ?? value}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {onClear !== undefined && value !== '' && (
        <button type="button" class="quiet clear" aria-label={`Clear ${label}`} onClick={onClear}>
          ×
        </button>
      )}
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={`${label}: places found`} class="suggestions">
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
          {failure !== undefined && <p class="failure">{failure.message}</p>}
          {failure === undefined && answer !== undefined && results.length === 0 && (
            <p class="waiting">Nothing found.</p>
          )}
        </div>
      )}
    </div>
  )
}

/** What is near the middle of the map comes first. */
function question(text: string) {
  const center = theMap.peek()?.getCenter().wrap()
  const near = center === undefined ? undefined : `${center.lat.toFixed(4)},${center.lng.toFixed(4)}`
  return { method: 'GET', path: '/v1/geocode', query: { q: text.trim(), limit: 6, near } } as const
}

function suggestions(
  typed: Point | undefined,
  text: string | undefined,
  results: readonly Result[] | undefined,
  asTyped: SearchBoxProps['asTyped'],
): readonly Suggestion[] {
  if (typed !== undefined) return [{ at: typed, label: pointText(typed) }]
  if (text === undefined) return []
  const word = text.trim()
  const own = asTyped === undefined || word === '' ? [] : [{ typed: word, label: asTyped.say(word) }]
  return [...own, ...(results ?? [])]
}

function describe(suggestion: Suggestion): string {
  const { kind, distance_km }: Partial<Result> = suggestion
  return [kind?.replaceAll('_', ' '), distance_km === undefined ? undefined : `${distance_km.toFixed(1)} km`]
    .filter(Boolean)
    .join(' · ')
}
