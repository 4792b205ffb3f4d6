import { useEffect, useRef } from 'preact/hooks'
import { dockHeight, isPhone } from '../../../ui/sheet.tsx'
import { isStale, type Solution } from '../state.ts'
import { chosenVisit } from './chosen-visit.ts'
import { canUndoMove, dayTours, differenceToOriginal, resetMoves, scheduledTours, undoMove } from './day-state.ts'
import { describeDifference } from './describe-difference.ts'
import { DragLabel } from './drag-visit.tsx'
import { MoveBar } from './move-bar.tsx'
import { listTicks, type TimeScale, toScale, toShare } from './time-scale.ts'
import { TourRow, trackPixels, UnassignedRow } from './tour-row.tsx'

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
  const unassignedStops = dayTours.value?.unassigned ?? []
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
