import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { fitPoints } from '../../../map/current-map.ts'
import { capitalize } from '../../../state/error-messages.ts'
import { showMapOnPhone } from '../../../ui/sheet.tsx'
import { draft } from '../draft-state.ts'
import { toAreaTitle } from '../plan.ts'
import { Icon } from '../result/step-icon.tsx'
import { MAX_AREA_NAME_LENGTH, toAreaName } from './areas.ts'
import { canAddArea, drawnCorners, hideArea, removeArea, renameArea, selectedArea, startDrawing } from './drawing.ts'

/** Lists the drawn areas. The user can rename, hide and remove each of them. */
export function AreaList() {
  const { areas, mode } = draft.value
  if (mode !== 'road' || areas.length === 0) return null
  return (
    <section class="area-list" aria-labelledby="area-list-title">
      <h2 id="area-list-title">Areas to avoid</h2>
      <ul>
        {areas.map((_, index) => (
          <AreaRow key={index} index={index} />
        ))}
      </ul>
      {areas.some(({ isHidden }) => isHidden) && <p class="hint">Routes may enter hidden areas.</p>}
    </section>
  )
}

function AreaRow({ index }: { readonly index: number }) {
  const isRenaming = useSignal(false)
  const { areas } = draft.value
  const area = areas[index]
  const renameButton = useRef<HTMLButtonElement>(null)
  if (area === undefined) return null
  const { isHidden, corners } = area
  const title = toAreaTitle(areas, index)
  const endRenaming = () => {
    isRenaming.value = false
    renameButton.current?.focus()
  }
  return (
    <li class={isHidden ? 'area-row hidden-area' : 'area-row'}>
      {isRenaming.value ? (
        <NameInput index={index} onDone={endRenaming} />
      ) : (
        <button
          type="button"
          class="quiet area-name"
          disabled={isHidden}
          aria-pressed={selectedArea.value === index}
          onDblClick={() => (isRenaming.value = true)}
          onClick={() => {
            selectedArea.value = index
            fitPoints(corners)
          }}
        >
          <Icon name="area" />
          {capitalize(title)}
        </button>
      )}
      <button
        ref={renameButton}
        type="button"
        class="quiet icon-button"
        aria-label={`Rename ${title}`}
        title="Rename"
        onClick={() => (isRenaming.value = true)}
      >
        <Icon name="pencil" />
      </button>
      <button
        type="button"
        class="quiet icon-button"
        aria-label={`${isHidden ? 'Show' : 'Hide'} ${title}`}
        title={isHidden ? 'Show' : 'Hide'}
        onClick={() => hideArea(index, !isHidden)}
      >
        <Icon name={isHidden ? 'eyeOff' : 'eye'} />
      </button>
      <button
        type="button"
        class="quiet icon-button"
        aria-label={`Remove ${title}`}
        title="Remove"
        onClick={() => removeArea(index)}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}

function NameInput({ index, onDone }: { readonly index: number; readonly onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const isCanceled = useRef(false)
  const { areas } = draft.value
  useEffect(() => input.current?.select(), [])
  const save = (typedName: string) => {
    // Removing the box from the page also fires `blur`.
    if (!isCanceled.current) renameArea(index, toAreaName(typedName))
    isCanceled.current = true
    onDone()
  }
  return (
    <input
      ref={input}
      type="text"
      aria-label={`Name of area ${index + 1}`}
      maxLength={MAX_AREA_NAME_LENGTH}
      placeholder={`Area ${index + 1}`}
      defaultValue={areas[index]?.name ?? ''}
      onBlur={({ currentTarget }) => save(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') isCanceled.current = true
        if (event.key === 'Escape' || event.key === 'Enter') save(event.currentTarget.value)
      }}
    />
  )
}

export function DrawAreaButton() {
  if (draft.value.mode !== 'road') return null
  return (
    <button
      type="button"
      class="quiet"
      disabled={!canAddArea() || drawnCorners.value !== undefined}
      onClick={() => {
        showMapOnPhone()
        startDrawing()
      }}
    >
      <Icon name="area" /> Avoid area
    </button>
  )
}
