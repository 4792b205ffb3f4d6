import { useEffect } from 'preact/hooks'
import { UndoNote } from '../../entry/undo-note.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useMyLocation } from './my-location.ts'
import {
  isSet,
  newStop,
  type Stop,
  signOf,
  titleOf,
  turnedAround,
  withMoved,
  withoutStop,
  withStop,
  withVia,
} from './plan.ts'
import { change, clear, labelOf, plan, undo, undoable } from './plan-state.ts'
import { Icon } from './result/step-icon.tsx'

/** The stop added last by a press. Its box takes the focus, because the button cannot keep it. */
let lastAdded: number | undefined

function addStop(): void {
  const stop = newStop()
  lastAdded = stop.key
  change(withVia(plan.value, plan.value.stops.length - 1, stop))
}

/** Origin, via points, destination. */
export function StopList() {
  const { stops } = plan.value
  return (
    <div class="stops">
      <ol>
        {stops.map((stop, position) => (
          <StopRow key={stop.key} stop={stop} position={position} count={stops.length} />
        ))}
      </ol>
      <div class="stop-actions">
        <button type="button" class="quiet" onClick={addStop} disabled={!stops.every(isSet)}>
          <Icon name="plus" /> Add a stop
        </button>
        <button type="button" class="quiet" onClick={() => change(turnedAround(plan.value), { isStep: true })}>
          <Icon name="swap" /> Swap
        </button>
        <button type="button" class="quiet" onClick={clear} disabled={!stops.some(isSet)}>
          Clear
        </button>
      </div>
      <UndoNote says={undoable.value === undefined ? undefined : 'All stops were cleared.'} onUndo={undo} />
    </div>
  )
}

interface StopRowProps {
  readonly stop: Stop
  readonly position: number
  readonly count: number
}

function StopRow({ stop, position, count }: StopRowProps) {
  const title = titleOf(position, count)
  const isSea = plan.value.mode === 'sea'
  const pick = (given: Omit<Stop, 'key'>) => change(withStop(plan.value, stop.key, given), { show: true, isStep: true })
  // Only once: returning to the page must not focus it again.
  useEffect(() => {
    if (stop.key === lastAdded) lastAdded = undefined
  }, [])
  const locate = useMyLocation((at) => pick({ at, label: '' }))
  return (
    <li>
      <span class={`stop-sign stop-${position === 0 ? 'from' : position === count - 1 ? 'to' : 'via'}`}>
        {signOf(position, count)}
      </span>
      <SearchBox
        label={title}
        value={labelOf(stop)}
        chosen={stop.at?.join() ?? stop.name ?? ''}
        placeholder={isSea ? `${title}: port, UN/LOCODE, or place` : `${title}: address, or click the map`}
        takesFocus={stop.key === lastAdded}
        onPick={pick}
        onClear={() => change(withoutStop(plan.value, stop.key), { isStep: true })}
        {...(isSea ? { asTyped: { say: portText, onPick: (name: string) => pick({ name, label: name }) } } : {})}
      />
      {position === 0 && locate !== undefined && !isSet(stop) && (
        <button
          type="button"
          class="quiet icon-button"
          aria-label="Use my location"
          title="Use my location"
          onClick={locate}
        >
          <Icon name="locate" />
        </button>
      )}
      {count > 2 && (
        <span class="stop-moves">
          <MoveButton stop={stop} title={title} by={-1} isPossible={position > 0} />
          <MoveButton stop={stop} title={title} by={1} isPossible={position < count - 1} />
        </span>
      )}
    </li>
  )
}

function portText(typed: string): string {
  return `Port or passage “${typed}”`
}

interface MoveButtonProps {
  readonly stop: Stop
  readonly title: string
  readonly by: -1 | 1
  readonly isPossible: boolean
}

function MoveButton({ stop, title, by, isPossible }: MoveButtonProps) {
  const text = `Move ${title} ${by < 0 ? 'up' : 'down'}`
  return (
    <button
      type="button"
      class="quiet icon-button"
      aria-label={text}
      title={text}
      disabled={!isPossible}
      onClick={() => change(withMoved(plan.value, stop.key, by), { isStep: true })}
    >
      <Icon name={by < 0 ? 'up' : 'down'} size={14} />
    </button>
  )
}
