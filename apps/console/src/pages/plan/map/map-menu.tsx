import type { ReverseReply } from '@fairway/client'
import { Popup } from 'maplibre-gl'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { currentMap } from '../../../map/current-map.ts'
import { revealPopup } from '../../../map/reveal-popup.ts'
import { formatPoint, type Point } from '../../../points.ts'
import { CallError, callApi } from '../../../state/calls.ts'
import { copyToClipboard } from '../../../ui/copy-call.tsx'
import { addAreaAround, canAddArea } from '../areas/drawing.ts'
import { changeDraft, draft } from '../draft-state.ts'
import { createStop, insertVia, isComplete, type Stop, updateStop } from '../plan.ts'

/** Opens a menu for a position on the map. Returns undefined if there is no map yet. */
export function openMapMenu(position: Point): Popup | undefined {
  const map = currentMap.peek()
  if (map === undefined) return undefined
  const content = document.createElement('div')
  const focusedElement = document.activeElement
  const popup = new Popup({ closeOnClick: false, offset: 6, maxWidth: '260px', focusAfterOpen: false })
    .setLngLat([position[1], position[0]])
    .setDOMContent(content)
  render(<MapMenu position={position} close={() => popup.remove()} />, content)
  popup.on('close', () => {
    render(null, content)
    // Without this call, keyboard users would have to start again at the top of the page.
    if (document.activeElement === document.body && focusedElement instanceof HTMLElement) focusedElement.focus()
  })
  popup.addTo(map)
  revealPopup(map, popup)
  content.querySelector('button')?.focus()
  return popup
}

interface MapMenuProps {
  readonly position: Point
  readonly close: () => void
}

function MapMenu({ position, close }: MapMenuProps) {
  const [isAsking, setAsking] = useState(false)
  const current = draft.peek()
  const stop = { at: position, label: '' }
  if (isAsking) return <WhatIsHere position={position} />
  const items: readonly (readonly [string, () => void])[] = [
    ['From here', () => setEnd(current.stops[0], stop)],
    ...(isComplete(current)
      ? [['Via here', () => applyChange(insertVia(current, current.stops.length - 1, createStop(stop)))] as const]
      : []),
    ['To here', () => setEnd(current.stops.at(-1), stop)],
    ...(current.mode === 'road' && canAddArea() ? [['Avoid this area', () => addAreaAround(position)] as const] : []),
  ]
  return (
    <section class="click-menu" aria-label={`Position ${formatPoint(position)}`}>
      {items.map(([label, onSelect]) => (
        <button
          key={label}
          type="button"
          class="quiet"
          onKeyDown={moveFocus}
          onClick={() => {
            close()
            onSelect()
          }}
        >
          {label}
        </button>
      ))}
      <button type="button" class="quiet" onKeyDown={moveFocus} onClick={() => setAsking(true)}>
        What is here?
      </button>
      <p>{formatPoint(position)}</p>
    </section>
  )
}

function setEnd(end: Stop | undefined, stop: Omit<Stop, 'key'>): void {
  if (end !== undefined) applyChange(updateStop(draft.peek(), end.key, stop))
}

function applyChange(next: typeof draft.value): void {
  changeDraft(next, { pushHistory: true })
}

/** Moves the focus between menu items with the arrow keys. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const button = event.currentTarget
  if (step === undefined || !(button instanceof HTMLElement)) return
  event.preventDefault()
  event.stopPropagation()
  const buttons = [...(button.parentElement?.querySelectorAll('button') ?? [])]
  buttons[(buttons.indexOf(button as HTMLButtonElement) + step + buttons.length) % buttons.length]?.focus()
}

function WhatIsHere({ position }: { readonly position: Point }) {
  const [text, setText] = useState<string | undefined>(undefined)
  useEffect(() => {
    const query = { lat: position[0], lon: position[1] }
    callApi<ReverseReply>({ method: 'GET', path: '/v1/reverse', query }).then(
      ({ label }) => setText(label),
      (error) => setText(error instanceof CallError ? error.message : String(error)),
    )
  }, [])
  return (
    <section class="click-menu" aria-label="What is here">
      <p class="here" role="status">
        {text ?? (
          <>
            <span class="spinner" aria-hidden="true" /> Looking it up…
          </>
        )}
      </p>
      <button type="button" class="quiet" onClick={() => copyToClipboard(position.join(', '), 'The position')}>
        Copy {formatPoint(position)}
      </button>
    </section>
  )
}
