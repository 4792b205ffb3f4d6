import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { formatPoint } from '../../../points.ts'
import { formatClockTime, formatKilometers, formatMinutes } from '../../../ui/format.ts'
import { dockHeight, isPhone } from '../../../ui/sheet.tsx'
import { rephraseReply } from '../result/reply-text.ts'
import { isStale, type Solution } from '../state.ts'
import { expandedStop } from '../stop-list.tsx'
import { getTourColor, NO_TOUR_COLOR } from '../tour-colors.ts'
import { chosenVisit } from './chosen-visit.ts'
import {
  applyMove,
  canUndoMove,
  dayOrders,
  differenceToOriginal,
  previewMove,
  resetMoves,
  scheduledTours,
  undoMove,
} from './day-state.ts'
import { describeDifference } from './describe-difference.ts'
import { MoveBar } from './move-bar.tsx'
import { stepVisit, type Target } from './move-visit.ts'
import { spreadBlocks } from './spread-blocks.ts'
import { listTicks, type TimeScale, toScale, toShare } from './time-scale.ts'
import type { ScheduledTour, ScheduledVisit } from './tour-schedule.ts'

interface Drag {
  readonly stop: number
  readonly x: number
  readonly y: number
  readonly target: Target | undefined
}

const drag = signal<Drag | undefined>(undefined)
/** Width of the tracks in pixels. Zero until the tracks are drawn. */
const trackPixels = signal(0)
/** Minimum width of a block that a finger can tap, in pixels. */
const BLOCK_PIXELS = 24

/**
 * Shows the tours of the day, one row per vehicle. Users can drag stops to other times and vehicles, and the cost
 * updates immediately.
 */
export function Timeline({ solved }: { readonly solved: Solution }) {
  const element = useRef<HTMLElement>(null)
  const tours = scheduledTours.value
  useDockHeight(element, tours.length > 0)
  useEffect(() => {
    chosenVisit.value = undefined
  }, [solved.original ?? solved])
  if (tours.length === 0 || isStale.value) return null
  const scale = toScale(tours)
  const unassignedStops = dayOrders.value?.unassigned ?? []
  return (
    <section ref={element} class="timeline" aria-label="Timeline">
      <TimelineHead />
      <MoveBar solved={solved} />
      <div
        class="timeline-rows"
        style={{ '--most-blocks': String(Math.max(1, ...tours.map(({ visits }) => visits.length))) }}
      >
        <Ticks scale={scale} departAt={solved.reply.depart_at} />
        {unassignedStops.length > 0 && <UnassignedRow stops={unassignedStops} solved={solved} />}
        {tours.map((tour) => (
          <TourRow key={tour.vehicle} tour={tour} scale={scale} solved={solved} />
        ))}
      </div>
      <DragLabel />
    </section>
  )
}

function TimelineHead() {
  const difference = differenceToOriginal.value
  return (
    <div class="timeline-head">
      <strong>Timeline</strong>
      <span class="hint" role="status">
        {difference === undefined
          ? isPhone.value
            ? 'Tap a stop to move it.'
            : 'Drag stops to other times or vehicles, or move them with the arrow keys.'
          : `Changed by hand: ${describeDifference(difference)}.`}
      </span>
      {canUndoMove.value && (
        <button type="button" class="second" onClick={undoMove}>
          Undo
        </button>
      )}
      {difference !== undefined && (
        <button type="button" class="second" onClick={resetMoves}>
          Reset
        </button>
      )}
      <button type="button" class="second" onClick={() => window.print()}>
        Print
      </button>
    </div>
  )
}

/** Relative width of a tick label on a phone, which has room for half as many labels. */
const PHONE_TICK_WIDTH = 2

function Ticks({ scale, departAt }: { readonly scale: TimeScale; readonly departAt: string }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      trackPixels.value = Math.round(entry?.contentRect.width ?? 0)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={element} class="timeline-ticks" aria-hidden="true">
      {listTicks(scale, departAt, isPhone.value ? PHONE_TICK_WIDTH : 1).map(({ minute, label }) => (
        <span
          key={minute}
          style={{ left: `${toShare(scale, minute) * 100}%`, '--share': String(toShare(scale, minute)) }}
        >
          {label}
        </span>
      ))}
    </div>
  )
}

interface TourRowProps {
  readonly tour: ScheduledTour
  readonly scale: TimeScale
  readonly solved: Solution
}

function TourRow({ tour, scale, solved }: TourRowProps) {
  const { vehicle, visits, problems } = tour
  const target = drag.value?.target
  const percent = (minute: number) => `${toShare(scale, minute) * 100}%`
  const width = (from: number, to: number) => `${(toShare(scale, to) - toShare(scale, from)) * 100}%`
  const starts = spreadBlocks(
    visits.map(({ begins }) => toShare(scale, begins)),
    trackPixels.value === 0 ? 0 : BLOCK_PIXELS / trackPixels.value,
  )
  return (
    <div class={problems.length > 0 ? 'timeline-row bad' : 'timeline-row'} data-vehicle={vehicle}>
      <span class="timeline-name">
        <i style={{ background: getTourColor(vehicle) }} />
        <b>Vehicle {vehicle + 1}</b>
        <small>
          {problems.length > 0
            ? problems.join(', ')
            : visits.length === 0
              ? 'empty'
              : `${formatKilometers(tour.kilometers)} · ${formatMinutes(tour.ends - tour.leaves)}`}
        </small>
      </span>
      <div class="timeline-track">
        {visits.length > 0 && (
          <i
            class="drive"
            style={{
              left: percent(tour.leaves),
              width: width(tour.leaves, tour.ends),
              background: getTourColor(vehicle),
            }}
          />
        )}
        {visits.map(({ stop, arrives, begins }) =>
          begins - arrives > 0.5 ? (
            <i key={stop} class="wait" style={{ left: percent(arrives), width: width(arrives, begins) }} />
          ) : null,
        )}
        {visits.map((visit, position) => (
          <VisitBlock
            key={visit.stop}
            visit={visit}
            badge={position + 1}
            color={getTourColor(vehicle)}
            left={`${(starts[position] ?? 0) * 100}%`}
            width={width(visit.begins, visit.leaves)}
            solved={solved}
          />
        ))}
        {target?.vehicle === vehicle && drag.value !== undefined && (
          <i class="drop" style={{ left: percent(findDropMinute(tour, target.position, drag.value.stop)) }} />
        )}
      </div>
    </div>
  )
}

function findDropMinute({ visits, leaves }: ScheduledTour, position: number, stop: number): number {
  const otherVisits = visits.filter((visit) => visit.stop !== stop)
  return otherVisits[position]?.begins ?? otherVisits.at(-1)?.leaves ?? leaves
}

function UnassignedRow({ stops, solved }: { readonly stops: readonly number[]; readonly solved: Solution }) {
  return (
    <div class="timeline-row" data-vehicle="none">
      <span class="timeline-name">
        <b>Not assigned</b>
      </span>
      <div class="timeline-track tray">
        {stops.map((stop) => (
          <VisitBlock key={stop} visit={{ stop }} badge="!" color={NO_TOUR_COLOR} solved={solved} />
        ))}
      </div>
    </div>
  )
}

interface VisitBlockProps {
  readonly visit: Pick<ScheduledVisit, 'stop'> & Partial<ScheduledVisit>
  readonly badge: number | string
  readonly color: string
  readonly left?: string
  readonly width?: string
  readonly solved: Solution
}

function VisitBlock({ visit, badge, color, left, width, solved }: VisitBlockProps) {
  const stop = solved.stops[visit.stop]
  const name = stop === undefined ? `Stop ${visit.stop + 1}` : stop.label || formatPoint(stop.at)
  const time =
    visit.begins === undefined ? describeUnassigned(solved, visit.stop) : formatMinuteTime(solved, visit.begins)
  const isLate = (visit.late ?? 0) > 0
  const onKeyDown = (event: KeyboardEvent) => {
    const orders = dayOrders.peek()
    const target =
      orders !== undefined && event.key.startsWith('Arrow') ? stepVisit(orders, visit.stop, event.key) : undefined
    if (target === undefined) return
    event.preventDefault()
    applyMove(visit.stop, target)
    focusVisit(visit.stop)
  }
  return (
    <button
      type="button"
      class={`visit${isLate ? ' late' : ''}${drag.value?.stop === visit.stop ? ' dragged' : ''}${chosenVisit.value === visit.stop ? ' chosen' : ''}`}
      style={{ background: isLate ? 'var(--bad)' : color, ...(left === undefined ? {} : { left, width }) }}
      data-stop={visit.stop}
      title={`${name}, ${time}`}
      aria-label={`${badge}: ${name}, ${time}${isLate ? ', late' : ''}. Use the arrow keys to move it.`}
      onPointerDown={(event) => startDrag(event, visit.stop)}
      onPointerMove={moveDrag}
      onPointerUp={endDrag}
      onPointerCancel={cancelDrag}
      onKeyDown={onKeyDown}
      onClick={() => {
        chosenVisit.value = visit.stop
        // On a phone, the list is above the timeline, so expanding a stop would push the timeline out of view.
        if (!isPhone.peek()) expandedStop.value = stop?.key
      }}
    >
      {badge}
    </button>
  )
}

function describeUnassigned(currentSolution: Solution, stop: number): string {
  const reason = currentSolution.reply.unassigned.find((unassignedStop) => unassignedStop.stop === stop)?.why
  return reason === undefined ? 'not assigned' : `not assigned: ${rephraseReply(reason, currentSolution)}`
}

function formatMinuteTime({ reply }: Solution, minute: number): string {
  return formatClockTime(new Date(Date.parse(reply.depart_at) + minute * 60_000).toISOString())
}

/** Restores the focus of a moved stop, which is drawn again in another row. */
function focusVisit(stop: number): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`.visit[data-stop="${stop}"]`)?.focus())
}

let dragStart: { readonly stop: number; readonly x: number; readonly y: number } | undefined
const MIN_DRAG_PIXELS = 4

function startDrag(event: PointerEvent, stop: number): void {
  // On a touch screen, dragging scrolls the page, so buttons move the stops instead.
  if (event.button !== 0 || event.pointerType === 'touch') return
  ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
  dragStart = { stop, x: event.clientX, y: event.clientY }
}

function moveDrag({ clientX: x, clientY: y }: PointerEvent): void {
  if (dragStart === undefined) return
  if (drag.peek() === undefined && Math.hypot(x - dragStart.x, y - dragStart.y) < MIN_DRAG_PIXELS) return
  drag.value = { stop: dragStart.stop, x, y, target: findTarget(dragStart.stop, x, y) }
}

function endDrag(): void {
  const current = drag.peek()
  cancelDrag()
  if (current?.target !== undefined) applyMove(current.stop, current.target)
}

function cancelDrag(): void {
  dragStart = undefined
  drag.value = undefined
}

/** Returns the row below the pointer and the position before the next block to the right. */
function findTarget(stop: number, x: number, y: number): Target | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('.timeline-row')]
  const row = rows.find((candidate) => {
    const { top, bottom } = candidate.getBoundingClientRect()
    return y >= top && y <= bottom
  })
  if (row === undefined) return undefined
  if (row.dataset.vehicle === 'none') return { vehicle: undefined, position: 0 }
  const blocks = [...row.querySelectorAll<HTMLElement>('.visit')].filter((block) => block.dataset.stop !== String(stop))
  const position = blocks.filter((block) => {
    const { left, width } = block.getBoundingClientRect()
    return left + width / 2 < x
  }).length
  return { vehicle: Number(row.dataset.vehicle), position }
}

/** Shows the cost of the move next to the pointer. */
function DragLabel() {
  const current = drag.value
  if (current?.target === undefined) return null
  const difference = previewMove(current.stop, current.target)
  if (difference === undefined) return null
  return (
    <div
      class={difference.problems.length > 0 ? 'drag-label bad' : 'drag-label'}
      style={{ left: `${current.x}px`, top: `${current.y}px` }}
    >
      {describeDifference(difference)}
    </div>
  )
}

/** Publishes the height of the timeline, so that the map content stays above it. */
function useDockHeight(element: { readonly current: HTMLElement | null }, isShown: boolean): void {
  useEffect(() => {
    const { current } = element
    if (current === null) {
      dockHeight.value = 0
      return
    }
    const observer = new ResizeObserver(() => {
      dockHeight.value = getComputedStyle(current).position === 'fixed' ? current.offsetHeight : 0
    })
    observer.observe(current)
    return () => {
      observer.disconnect()
      dockHeight.value = 0
    }
  }, [isShown, isStale.value])
}
