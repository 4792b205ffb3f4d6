import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { currentMap } from '../map/current-map.ts'
import { findNearestSize, type SheetSize, sheetSizes, toSheetPixels } from './sheet-size.ts'

const phoneMedia = matchMedia('(max-width: 760px)')
export const isPhone = signal(phoneMedia.matches)
phoneMedia.addEventListener('change', ({ matches }) => {
  isPhone.value = matches
})

const sheetSize = signal<SheetSize>('half')
/** Height in pixels that a page covers at the bottom of the map on a large screen. */
export const dockHeight = signal(0)

/**
 * Renders the panel of the page. On a phone, the panel is a sheet over the map with three heights. Users drag or tap
 * its handle, or press the arrow keys.
 */
export function Panel({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const panel = useRef<HTMLElement>(null)
  const size = sheetSize.value
  useMapPadding(size)
  useEffect(() => {
    const applySize = () => setSheetHeight(toSheetPixels(size, window.innerHeight))
    applySize()
    window.addEventListener('resize', applySize)
    return () => window.removeEventListener('resize', applySize)
  }, [size])
  return (
    <main ref={panel} id="panel" class={`sheet-${size}`} tabIndex={-1} aria-label={title} onFocusIn={openForTyping}>
      {isPhone.value && <SheetHandle />}
      {children}
    </main>
  )
}

function SheetHandle() {
  const drag = useRef<{ readonly startY: number; readonly startHeight: number; hasMoved: boolean } | undefined>(
    undefined,
  )
  const pointerEndedAt = useRef(Number.NEGATIVE_INFINITY)
  const startDrag = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement
    handle.setPointerCapture(event.pointerId)
    drag.current = {
      startY: event.clientY,
      startHeight: toSheetPixels(sheetSize.peek(), window.innerHeight),
      hasMoved: false,
    }
  }
  const moveSheet = ({ clientY }: PointerEvent) => {
    if (drag.current === undefined) return
    drag.current.hasMoved ||= Math.abs(clientY - drag.current.startY) > 6
    setSheetHeight(drag.current.startHeight + drag.current.startY - clientY)
  }
  const endDrag = ({ type, clientY, timeStamp }: PointerEvent) => {
    const current = drag.current
    drag.current = undefined
    if (current === undefined) return
    if (current.hasMoved) {
      sheetSize.value = findNearestSize(current.startHeight + current.startY - clientY, window.innerHeight)
    } else if (type === 'pointerup') {
      toggleSheet()
    }
    setSheetHeight(toSheetPixels(sheetSize.peek(), window.innerHeight))
    pointerEndedAt.current = timeStamp
  }
  // The keyboard and screen readers click without a pointer. Browsers do not send a click after every touch, so a
  // pointer changes the height when it is released, and the click that may follow must not change it again.
  const clickWithoutPointer = ({ timeStamp }: MouseEvent) => {
    if (timeStamp - pointerEndedAt.current > 500) toggleSheet()
  }
  return (
    <button
      type="button"
      class="sheet-handle"
      aria-label={sheetSize.value === 'full' ? 'Show the map' : 'Show the whole panel'}
      onPointerDown={startDrag}
      onPointerMove={moveSheet}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onTouchEnd={preventClick}
      onClick={clickWithoutPointer}
      onKeyDown={stepSheet}
    />
  )
}

/** The sheet moves when the finger is lifted, so the click that follows would hit the content that is now there. */
function preventClick(event: TouchEvent): void {
  // At the end of a drag, browsers do not send a click and do not let the page cancel the event.
  if (event.cancelable) event.preventDefault()
}

function toggleSheet(): void {
  sheetSize.value = sheetSize.peek() === 'half' ? 'full' : 'half'
}

function stepSheet(event: KeyboardEvent): void {
  const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const index = sheetSizes.indexOf(sheetSize.peek()) + step
  sheetSize.value = sheetSizes[Math.max(0, Math.min(sheetSizes.length - 1, index))] ?? 'half'
}

/** Opens the sheet fully for typing, because the on-screen keyboard covers half of the screen. */
function openForTyping({ target }: FocusEvent): void {
  const isSearch = target instanceof HTMLElement && target.matches('[role="combobox"], input[type="search"]')
  if (isSearch) sheetSize.value = 'full'
  else if (sheetSize.peek() === 'peek' && target instanceof HTMLElement && !target.matches('.sheet-handle, main'))
    sheetSize.value = 'half'
}

/** Shows the map after the user has selected a place on it. */
export function showMapOnPhone(): void {
  if (sheetSize.peek() === 'full') sheetSize.value = 'half'
}

function setSheetHeight(pixels: number): void {
  document.documentElement.style.setProperty('--sheet', `${Math.max(0, pixels)}px`)
}

/**
 * Sets the map padding so that the sheet does not cover the map content. When the sheet is full, the map does not move.
 */
function useMapPadding(size: SheetSize): void {
  const [map, dock, isSheet] = [currentMap.value, dockHeight.value, isPhone.value]
  useEffect(() => {
    document.documentElement.style.setProperty('--dock', `${dock}px`)
    if (map === undefined || size === 'full') return
    map.setPadding({ bottom: isSheet ? toSheetPixels(size, window.innerHeight) : dock, top: 0, left: 0, right: 0 })
  }, [map, size, dock, isSheet])
}
