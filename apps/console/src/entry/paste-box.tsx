import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { findAddresses, type Placed } from './find-addresses.ts'
import type { ReadLine } from './read-line.ts'
import { readPoints, renumbered, textOf } from './read-points.ts'

interface PasteBoxProps {
  /** An example line for first-time users. */
  readonly example: string
  /** Whether demands, service times and time windows are used here. If so, unreadable ones are reported. */
  readonly hasExtras?: boolean
  readonly onAdd: (placed: readonly Placed[]) => void
}

/** Lets the user paste a list. Lines that cannot be used stay in the box together with their errors. */
export function PasteBox({ example, hasExtras = false, onAdd }: PasteBoxProps) {
  const id = useId()
  const text = useSignal('')
  const progress = useSignal<{ readonly done: number; readonly of: number } | undefined>(undefined)
  const failed = useSignal<readonly ReadLine[]>([])
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function add(): Promise<void> {
    const lines = readPoints(text.value, { hasExtras })
    const mine = new AbortController()
    running.current = mine
    progress.value = { done: 0, of: lines.length }
    const tell = (done: number) => {
      progress.value = { done, of: lines.length }
    }
    const found = await findAddresses(lines, tell, mine.signal)
    progress.value = undefined
    if (mine.signal.aborted) return
    failed.value = renumbered(found.failed)
    text.value = textOf(found.failed)
    if (found.placed.length > 0) onAdd(found.placed)
  }

  return (
    <details class="paste">
      <summary>Paste a list</summary>
      <label for={id}>Coordinates, addresses, CSV with a header row, or GeoJSON</label>
      <textarea
        id={id}
        rows={5}
        spellcheck={false}
        placeholder={example}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value
          failed.value = []
        }}
      />
      {failed.value.length > 0 && (
        <div class="failure" role="alert">
          <p>Not added; still in the box:</p>
          <ul>
            {failed.value.slice(0, 8).map(({ line, text: written, fault, shape }) => (
              <li key={line}>
                {shape === undefined ? 'line' : 'point'} {line}, “{written.slice(0, 60)}”: {fault}
              </li>
            ))}
            {failed.value.length > 8 && <li>and {failed.value.length - 8} more</li>}
          </ul>
        </div>
      )}
      <div class="row paste-actions">
        <button
          type="button"
          class="second"
          disabled={text.value.trim() === '' || progress.value !== undefined}
          onClick={() => void add()}
        >
          Add to list
        </button>
        {progress.value !== undefined && (
          <p class="waiting" role="status">
            Looking up {progress.value.done + 1} of {progress.value.of} …
          </p>
        )}
      </div>
    </details>
  )
}
