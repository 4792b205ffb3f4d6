import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { geocodeLines, type LocatedEntry, type UncertainMatch } from './find-addresses.ts'
import type { ParsedLine } from './read-line.ts'
import { formatLines, parsePoints, renumberLines } from './read-points.ts'

interface PasteBoxProps {
  /** An example line for first-time users. */
  readonly example: string
  /** Whether the page uses demands, service times and time windows. If so, unreadable values are reported. */
  readonly acceptsStopFields?: boolean
  readonly onAdd: (entries: readonly LocatedEntry[]) => void
}

const MAX_LISTED_MATCHES = 8

/** Lets the user paste a list of places. Lines with errors stay in the box together with their error messages. */
export function PasteBox({ example, acceptsStopFields = false, onAdd }: PasteBoxProps) {
  const id = useId()
  const input = useSignal('')
  const progress = useSignal<{ readonly done: number; readonly total: number } | undefined>(undefined)
  const failedLines = useSignal<readonly ParsedLine[]>([])
  const addedPlaces = useSignal<{ readonly count: number; readonly uncertain: readonly UncertainMatch[] } | undefined>(
    undefined,
  )
  const details = useRef<HTMLDetailsElement>(null)
  const abortController = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => abortController.current?.abort(), [])

  async function addLines(): Promise<void> {
    const lines = parsePoints(input.value, { acceptsStopFields })
    const controller = new AbortController()
    abortController.current = controller
    progress.value = { done: 0, total: lines.length }
    addedPlaces.value = undefined
    const reportProgress = (doneCount: number) => {
      progress.value = { done: doneCount, total: lines.length }
    }
    const result = await geocodeLines(lines, reportProgress, controller.signal)
    progress.value = undefined
    if (controller.signal.aborted) return
    failedLines.value = renumberLines(result.failed)
    input.value = formatLines(result.failed)
    if (result.located.length === 0) return
    onAdd(result.located)
    addedPlaces.value = { count: result.located.length, uncertain: result.uncertain }
    // An open, empty box would push the list of added places out of view.
    if (result.failed.length === 0 && details.current !== null) details.current.open = false
  }

  return (
    <>
      <details ref={details} class="paste">
        <summary>Paste a list</summary>
        <label for={id}>Coordinates, addresses, CSV with a header row, or GeoJSON</label>
        <textarea
          id={id}
          rows={5}
          spellcheck={false}
          placeholder={example}
          value={input.value}
          onInput={(event) => {
            input.value = event.currentTarget.value
            failedLines.value = []
          }}
        />
        {failedLines.value.length > 0 && (
          <div class="failure" role="alert">
            <p>Not added; still in the box:</p>
            <ul>
              {failedLines.value.slice(0, 8).map(({ line, text: lineText, error, feature }) => (
                <li key={line}>
                  {feature === undefined ? 'line' : 'point'} {line}, “{lineText.slice(0, 60)}”: {error}
                </li>
              ))}
              {failedLines.value.length > 8 && <li>and {failedLines.value.length - 8} more</li>}
            </ul>
          </div>
        )}
        <div class="row paste-actions">
          <button
            type="button"
            class="second"
            disabled={input.value.trim() === '' || progress.value !== undefined}
            onClick={() => void addLines()}
          >
            Add to list
          </button>
          {progress.value !== undefined && (
            <p class="waiting" role="status">
              Looking up {progress.value.done + 1} of {progress.value.total}…
            </p>
          )}
        </div>
      </details>
      {addedPlaces.value !== undefined && <AddedNote {...addedPlaces.value} />}
    </>
  )
}

interface AddedNoteProps {
  readonly count: number
  readonly uncertain: readonly UncertainMatch[]
}

/** Confirms the added places and names the addresses that were found only approximately. */
function AddedNote({ count, uncertain }: AddedNoteProps) {
  return (
    <div class={uncertain.length > 0 ? 'added-note warning' : 'added-note hint'} role="status">
      <p>
        {count.toLocaleString('en')} added.
        {uncertain.length > 0 && ' Check these positions, because the exact address was not found:'}
      </p>
      {uncertain.length > 0 && (
        <ul>
          {uncertain.slice(0, MAX_LISTED_MATCHES).map(({ written, label }, index) => (
            <li key={index}>
              “{written.slice(0, 60)}” was placed at {label}
            </li>
          ))}
          {uncertain.length > MAX_LISTED_MATCHES && <li>and {uncertain.length - MAX_LISTED_MATCHES} more</li>}
        </ul>
      )}
    </div>
  )
}
