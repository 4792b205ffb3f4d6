import { useEffect, useRef, useState } from 'preact/hooks'
import { findInputError, parsePoint } from '../points.ts'
import { createApiRequest, type RequestState } from '../state/api-request.ts'
import { addRecentPlace, listRecentPlaces } from './recent-places.ts'
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

const TYPING_PAUSE_MS = 120

/** Manages the typed text, its suggestions, and the keys and clicks that select a suggestion. */
export function useSearchBox({ value, chosen, onPick, asTyped }: SearchBoxInput) {
  const typingState = useTyping()
  const { text, latest, active, isFocused, isPickPending, isHighlighted } = typingState
  const suggestionList = readSuggestions(text, typingState.reply, asTyped)
  const { isAnswered, isFresh, failure } = suggestionList
  const recentPlaces = (text ?? value).trim() === '' ? listRecentPlaces() : []
  const results = recentPlaces.length > 0 ? recentPlaces : suggestionList.results

  useEffect(() => {
    if (!isFocused) typingState.close()
  }, [chosen])
  useEffect(() => {
    if (!isPickPending || !isAnswered) return
    if (isFresh) pickSuggestion(results[0])
    if (isFresh || failure?.isTemporary === false) typingState.setPickPending(false)
  }, [isPickPending, isAnswered, isFresh, failure])

  function pickSuggestion(result: Suggestion | undefined): void {
    if (result === undefined) return
    if ('clear' in result) result.clear()
    else if ('typed' in result) asTyped?.onPick(result.typed)
    else {
      addRecentPlace(result)
      onPick({ at: result.at, label: result.label })
    }
    typingState.close()
    // If the box adds places, it is now empty, and the list of recent places would cover the added places.
    typingState.setFocused(false)
  }

  function submitText(): void {
    if (recentPlaces.length > 0 && isHighlighted) {
      pickSuggestion(results[active])
      return
    }
    const typedText = latest.current
    if (typedText === undefined || findInputError(typedText) !== undefined) return
    const isTextRendered = typedText === text
    const point = parsePoint(typedText)
    const result = isTextRendered ? results[active] : listSuggestions(point, typedText, undefined, asTyped)[0]
    const isUsableAsTyped = point !== undefined || (result !== undefined && 'typed' in result)
    if (isUsableAsTyped || (isTextRendered && (isFresh || isHighlighted))) pickSuggestion(result)
    else if (typedText.trim().length > 1) typingState.want(typedText)
  }

  /** Keeps the typed text, because it may be long and Enter can still select it. */
  function handleBlur(): void {
    typingState.setFocused(false)
    if ((latest.current ?? '').trim() === '' || latest.current === value) typingState.close()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      typingState.setFocused(true)
      const isFirst = recentPlaces.length > 0 && !isHighlighted && step > 0
      typingState.point(isFirst ? 0 : (active + step + results.length) % results.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      submitText()
    } else if (event.key === 'Escape') {
      typingState.close()
      typingState.setFocused(false)
    }
  }

  return {
    ...suggestionList,
    ...typingState,
    results,
    /** Whether the entry at `active` is highlighted. A recent place is highlighted only after the user moves to it. */
    hasActive: results.length > 0 && (recentPlaces.length === 0 || isHighlighted),
    isOpen: isFocused && (recentPlaces.length > 0 || (text?.trim() ?? '').length > 1) && !isPickPending,
    isUnchosen: text !== undefined && !isFocused && !isPickPending,
    pick: pickSuggestion,
    leave: handleBlur,
    onKeyDown,
  }
}

/** Manages the text of the box and the request for suggestions, which is sent after a pause. */
function useTyping() {
  const [text, setText] = useState<string | undefined>(undefined)
  const [activeIndex, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  /**
   * Whether the user pressed Enter before the reply arrived. The first result is then selected when the reply arrives.
   */
  const [isPickPending, setPickPending] = useState(false)
  /** Whether the user highlighted an entry. The entry stays selected even if a new reply arrives. */
  const [isHighlighted, setHighlighted] = useState(false)
  const [request] = useState(() => createApiRequest<Reply>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const requestedText = useRef('')
  /** Current text of the box, because keys may arrive faster than the page renders. */
  const latestText = useRef<string | undefined>(undefined)

  function cancelRequest(): void {
    clearTimeout(timer.current)
    request.clear()
  }
  useEffect(() => cancelRequest, [])

  function requestSuggestions(typedText: string): void {
    clearTimeout(timer.current)
    requestedText.current = typedText.trim()
    void request.send(toSuggestCall(typedText))
  }

  function changeText(typedText: string): void {
    latestText.current = typedText
    setText(typedText)
    setFocused(true)
    setActive(0)
    setHighlighted(false)
    setPickPending(false)
    clearTimeout(timer.current)
    requestedText.current = ''
    if (typedText.trim().length < 2 || isCoordinateInput(typedText)) request.clear()
    else timer.current = setTimeout(() => requestSuggestions(typedText), TYPING_PAUSE_MS)
  }

  /** Selects the first result for this text when it arrives. */
  function pickFirstResult(typedText: string): void {
    setPickPending(true)
    if (requestedText.current !== typedText.trim()) requestSuggestions(typedText)
  }

  function pointAtSuggestion(entry: number): void {
    setHighlighted(true)
    setActive(entry)
  }

  function closeSuggestions(): void {
    latestText.current = undefined
    setText(undefined)
    setActive(0)
    setHighlighted(false)
    setPickPending(false)
    cancelRequest()
  }

  const reply = request.state.value
  const state = { text, latest: latestText, active: activeIndex, isFocused, isPickPending, isHighlighted, reply }
  return {
    ...state,
    setFocused,
    setPickPending,
    type: changeText,
    want: pickFirstResult,
    point: pointAtSuggestion,
    close: closeSuggestions,
  }
}

function readSuggestions(text: string | undefined, reply: RequestState<Reply>, asTyped: FreeTextOption | undefined) {
  const { answer, failure, call } = reply
  const trimmedText = text?.trim() ?? ''
  const typedPoint = text === undefined ? undefined : parsePoint(text)
  const inputError = text === undefined ? undefined : findInputError(text)
  const results = inputError === undefined ? listSuggestions(typedPoint, text, answer?.results, asTyped) : []
  // An older reply stays in the list until the next reply arrives, but it does not match the current text.
  const isAnswered = trimmedText !== '' && call?.query?.q === trimmedText
  const isUpToDate = isAnswered && failure === undefined && answer !== undefined
  return { results, fault: inputError, failure, isAnswered, isFresh: isUpToDate }
}

/** Returns whether the text is meant as coordinates. Such text needs no lookup, even if it is invalid. */
function isCoordinateInput(typedText: string): boolean {
  return parsePoint(typedText) !== undefined || findInputError(typedText) !== undefined
}
