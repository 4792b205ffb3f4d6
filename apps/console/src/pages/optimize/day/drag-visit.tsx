import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { applyMove, previewMove } from './day-state.ts'
import { describeDifference } from './describe-difference.ts'
import type { Target } from './move-visit.ts'

interface Drag {
  readonly stop: number
  readonly x: number
  readonly y: number
  readonly target: Target | undefined
}

/** Stop that the user drags, with the pointer position and the current target. */
export const drag = signal<Drag | undefined>(undefined)

let dragStart: { readonly stop: number; readonly x: number; readonly y: number } | undefined
const MIN_DRAG_PIXELS = 4
const LABEL_MARGIN_PIXELS = 8

export function startDrag(event: PointerEvent, stop: number): void {
  // On a touch screen, dragging scrolls the page, so buttons move the stops instead.
  if (event.button !== 0 || event.pointerType === 'touch') return
  ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
  dragStart = { stop, x: event.clientX, y: event.clientY }
}

export function moveDrag({ clientX: x, clientY: y }: PointerEvent): void {
  if (dragStart === undefined) return
  if (drag.peek() === undefined && Math.hypot(x - dragStart.x, y - dragStart.y) < MIN_DRAG_PIXELS) return
  drag.value = { stop: dragStart.stop, x, y, target: findTarget(dragStart.stop, x, y) }
}

export function endDrag(): void {
  const current = drag.peek()
  cancelDrag()
  if (current?.target !== undefined) applyMove(current.stop, current.target)
}

export function cancelDrag(): void {
  dragStart = undefined
  drag.value = undefined
}

/** Returns the row under the pointer and the position before the next block to the right. */
function findTarget(stop: number, x: number, y: number): Target | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('.timeline-row')]
  const row = rows.find((candidate) => {
    const { top, bottom } = candidate.getBoundingClientRect()
    return y >= top && y <= bottom
  })
  if (row === undefined) return undefined
  if (row.dataset.vehicle === 'none') return { vehicle: undefined, position: 0 }
  const blocks = [...row.querySelectorAll<HTMLElement>('.visit')].filter((block) => block.dataset.stop !== String(stop))
  const tourPosition = blocks.filter((block) => {
    const { left, width } = block.getBoundingClientRect()
    return left + width / 2 < x
  }).length
  return { vehicle: Number(row.dataset.vehicle), position: tourPosition }
}

/** Shows the cost of the move next to the pointer. */
export function DragLabel() {
  const current = drag.value
  const label = useRef<HTMLDivElement>(null)
  // The label stays on the screen, wherever the pointer is.
  useLayoutEffect(() => {
    const element = label.current
    if (element === null || current === undefined) return
    const margin = element.offsetWidth / 2 + LABEL_MARGIN_PIXELS
    element.style.left = `${Math.max(margin, Math.min(current.x, window.innerWidth - margin))}px`
  })
  if (current?.target === undefined) return null
  const difference = previewMove(current.stop, current.target)
  if (difference === undefined) return null
  return (
    <div
      ref={label}
      class={difference.problems.length > 0 ? 'drag-label bad' : 'drag-label'}
      style={{ top: `${current.y}px` }}
    >
      {describeDifference(difference)}
    </div>
  )
}
