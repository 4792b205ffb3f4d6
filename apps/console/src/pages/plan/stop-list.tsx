import { useEffect } from 'preact/hooks'
import { UndoNote } from '../../entry/undo-note.tsx'
import { pressVerb } from '../../ui/press.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { showMapOnPhone } from '../../ui/sheet.tsx'
import { DrawAreaButton } from './areas/area-list.tsx'
import { changeDraft, clearDraft, clearedDraft, draft, getStopLabel, undoClear } from './draft-state.ts'
import { useMyLocation } from './my-location.ts'
import {
  createStop,
  insertVia,
  isStopSet,
  moveStop,
  removeStop,
  reverseStops,
  type Stop,
  toStopBadge,
  toStopTitle,
  updateStop,
} from './plan.ts'
import { Icon } from './result/step-icon.tsx'

/** Key of the last stop that the user added with the button. The box of this stop takes the focus. */
let lastAddedKey: number | undefined

function addStop(): void {
  const stop = createStop()
  lastAddedKey = stop.key
  changeDraft(insertVia(draft.value, draft.value.stops.length - 1, stop))
}

/** Lists the origin, the via points and the destination. */
export function StopList() {
  const { stops, areas, mode } = draft.value
  const canClear = stops.some(isStopSet) || (mode === 'road' && areas.length > 0)
  return (
    <div class="stops">
      <ol>
        {stops.map((stop, position) => (
          <StopRow key={stop.key} stop={stop} position={position} count={stops.length} />
        ))}
      </ol>
      <div class="stop-actions">
        <button type="button" class="quiet" onClick={addStop} disabled={!stops.every(isStopSet)}>
          <Icon name="plus" /> Add a stop
        </button>
        <button
          type="button"
          class="quiet"
          disabled={!stops.some(isStopSet)}
          onClick={() => changeDraft(reverseStops(draft.value), { pushHistory: true })}
        >
          <Icon name="swap" /> Swap
        </button>
        <DrawAreaButton />
        <button type="button" class="quiet" onClick={clearDraft} disabled={!canClear}>
          Clear
        </button>
      </div>
      <UndoNote message={clearedDraft.value === undefined ? undefined : 'All stops were cleared.'} onUndo={undoClear} />
    </div>
  )
}

interface StopRowProps {
  readonly stop: Stop
  readonly position: number
  readonly count: number
}

function StopRow({ stop, position, count }: StopRowProps) {
  const title = toStopTitle(position, count)
  const isSea = draft.value.mode === 'sea'
  const setStop = (fields: Omit<Stop, 'key'>) => {
    showMapOnPhone()
    changeDraft(updateStop(draft.value, stop.key, fields), { fitView: true, pushHistory: true })
  }
  // The key is cleared so that returning to the page does not focus the stop again.
  useEffect(() => {
    if (stop.key === lastAddedKey) lastAddedKey = undefined
  }, [])
  const requestMyLocation = useMyLocation((point) => setStop({ at: point, label: '' }))
  return (
    <li>
      <span class={`stop-sign stop-${position === 0 ? 'from' : position === count - 1 ? 'to' : 'via'}`}>
        {toStopBadge(position, count)}
      </span>
      <SearchBox
        label={title}
        value={getStopLabel(stop)}
        chosen={stop.at?.join() ?? stop.name ?? ''}
        placeholder={isSea ? `${title}: port, UN/LOCODE, or place` : `${title}: address, or ${pressVerb} the map`}
        autoFocus={stop.key === lastAddedKey}
        onPick={setStop}
        onClear={() => changeDraft(removeStop(draft.value, stop.key), { pushHistory: true })}
        {...(isSea
          ? {
              freeText: {
                toLabel: describePort,
                preferredKind: 'port',
                onPick: (name: string) => setStop({ name, label: name }),
              },
            }
          : {})}
      />
      {position === 0 && requestMyLocation !== undefined && !isStopSet(stop) && (
        <button
          type="button"
          class="quiet icon-button"
          aria-label="Use my location"
          title="Use my location"
          onClick={requestMyLocation}
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

function describePort(typedText: string): string {
  return `Port or passage “${typedText}”`
}

interface MoveButtonProps {
  readonly stop: Stop
  readonly title: string
  readonly by: -1 | 1
  readonly isPossible: boolean
}

function MoveButton({ stop, title, by, isPossible }: MoveButtonProps) {
  const buttonLabel = `Move ${title} ${by < 0 ? 'up' : 'down'}`
  return (
    <button
      type="button"
      class="quiet icon-button"
      aria-label={buttonLabel}
      title={buttonLabel}
      disabled={!isPossible}
      onClick={() => changeDraft(moveStop(draft.value, stop.key, by), { pushHistory: true })}
    >
      <Icon name={by < 0 ? 'up' : 'down'} size={14} />
    </button>
  )
}
