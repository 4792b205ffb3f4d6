import { useEffect, useRef, useState } from 'preact/hooks'
import { findInputError, parsePoint } from '../points.ts'
import { createApiRequest, type RequestState } from '../state/api-request.ts'
import {
  type FreeTextOption,
  listSuggestions,
  type PickedPlace,
  type SearchResult,
  type Suggestion,
  toSuggestCall,
} from './search-box-suggestions.ts'

interface SearchBoxInput {
  readonly value: string
  readonly chosen: string
  readonly onPick: (found: PickedPlace) => void
  readonly asTyped: FreeTextOption | undefined
}

interface Reply {
  readonly results: SearchResult[]
}

const PAUSE_MS = 120

/** The text that the user types, its suggestions, and how keys and clicks act on them. */
export function useSearchBox({ value, chosen, onPick, asTyped }: SearchBoxInput) {
  const typing = useTyping()
  const { text, latest, active, isFocused, isPickPending, isHighlighted } = typing
  const list = readSuggestions(text, typing.reply, asTyped)
  const { results, isAnswered, isFresh, failure } = list

  useEffect(() => {
    if (!isFocused) typing.close()
  }, [chosen])
  useEffect(() => {
    if (!isPickPending || !isAnswered) return
    if (isFresh) pick(results[0])
    if (isFresh || failure?.isTemporary === false) typing.setPickPending(false)
  }, [isPickPending, isAnswered, isFresh, failure])

  function pick(result: Suggestion | undefined): void {
    if (result === undefined) return
    if ('typed' in result) asTyped?.onPick(result.typed)
    else onPick({ at: result.at, label: result.label })
    typing.close()
  }

  function enter(): void {
    const typed = latest.current
    if (typed === undefined || findInputError(typed) !== undefined) return
    const isDrawn = typed === text
    const point = parsePoint(typed)
    const result = isDrawn ? results[active] : listSuggestions(point, typed, undefined, asTyped)[0]
    const isItself = point !== undefined || (result !== undefined && 'typed' in result)
    if (isItself || (isDrawn && (isFresh || isHighlighted))) pick(result)
    else if (typed.trim().length > 1) typing.want(typed)
  }

  /** Typed text is kept: it may be long, and Enter can still select it. */
  function leave(): void {
    typing.setFocused(false)
    if ((latest.current ?? '').trim() === '' || latest.current === value) typing.close()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      typing.point((active + step + results.length) % results.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      enter()
    } else if (event.key === 'Escape') typing.close()
  }

  return {
    ...list,
    ...typing,
    isOpen: isFocused && (text?.trim() ?? '').length > 1 && !isPickPending,
    isUnchosen: text !== undefined && !isFocused && !isPickPending,
    pick,
    leave,
    onKeyDown,
  }
}

/** The content of the box and the request for its suggestions, which is sent after a pause. */
function useTyping() {
  const [text, setText] = useState<string | undefined>(undefined)
  const [active, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  /** Enter was pressed before the reply arrived. The first result is selected when it arrives. */
  const [isPickPending, setPickPending] = useState(false)
  /** The user highlighted an entry, which stays selected regardless of pending requests. */
  const [isHighlighted, setHighlighted] = useState(false)
  const [request] = useState(() => createApiRequest<Reply>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const requestedText = useRef('')
  /** The current content of the box: keys may arrive faster than the page renders. */
  const latest = useRef<string | undefined>(undefined)

  function stopAsking(): void {
    clearTimeout(timer.current)
    request.clear()
  }
  useEffect(() => stopAsking, [])

  function ask(typed: string): void {
    clearTimeout(timer.current)
    requestedText.current = typed.trim()
    void request.send(toSuggestCall(typed))
  }

  function type(typed: string): void {
    latest.current = typed
    setText(typed)
    setActive(0)
    setHighlighted(false)
    setPickPending(false)
    clearTimeout(timer.current)
    requestedText.current = ''
    if (typed.trim().length < 2 || isNumbers(typed)) request.clear()
    else timer.current = setTimeout(() => ask(typed), PAUSE_MS)
  }

  /** Selects the first result for this text when it arrives. */
  function want(typed: string): void {
    setPickPending(true)
    if (requestedText.current !== typed.trim()) ask(typed)
  }

  function point(entry: number): void {
    setHighlighted(true)
    setActive(entry)
  }

  function close(): void {
    latest.current = undefined
    setText(undefined)
    setPickPending(false)
    stopAsking()
  }

  const reply = request.state.value
  const state = { text, latest, active, isFocused, isPickPending, isHighlighted, reply }
  return { ...state, setFocused, setPickPending, type, want, point, close }
}

function readSuggestions(text: string | undefined, reply: RequestState<Reply>, asTyped: FreeTextOption | undefined) {
  const { answer, failure, call } = reply
  const word = text?.trim() ?? ''
  const typedPoint = text === undefined ? undefined : parsePoint(text)
  const fault = text === undefined ? undefined : findInputError(text)
  const results = fault === undefined ? listSuggestions(typedPoint, text, answer?.results, asTyped) : []
  // An older reply stays in the list until the next one arrives, but it does not match the current text.
  const isAnswered = word !== '' && call?.query?.q === word
  const isFresh = isAnswered && failure === undefined && answer !== undefined
  return { results, fault, failure, isAnswered, isFresh }
}

/** Coordinates need no lookup, whether valid or not. */
function isNumbers(typed: string): boolean {
  return parsePoint(typed) !== undefined || findInputError(typed) !== undefined
}
