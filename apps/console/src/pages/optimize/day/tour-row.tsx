import { signal } from '@preact/signals'
import { formatPoint } from '../../../points.ts'
import { formatClockTime, formatKilometers, formatMinutes } from '../../../ui/format.ts'
import { isPhone } from '../../../ui/sheet.tsx'
import { rephraseReply } from '../result/reply-text.ts'
import type { Solution } from '../state.ts'
import { expandedStop } from '../stop-list.tsx'
import { getTourColor, NO_TOUR_COLOR } from '../tour-colors.ts'
import { chosenVisit } from './chosen-visit.ts'
import { applyMove, dayTours } from './day-state.ts'
import { cancelDrag, drag, endDrag, moveDrag, startDrag } from './drag-visit.tsx'
import { stepVisit } from './move-visit.ts'
import { spreadBlocks } from './spread-blocks.ts'
import { type TimeScale, toShare } from './time-scale.ts'
import type { ScheduledTour, ScheduledVisit } from './tour-schedule.ts'

/** Width of the tracks in pixels. Zero until the tracks are drawn. */
export const trackPixels = signal(0)
/** Minimum width of a block that a finger can tap, in pixels. */
const BLOCK_PIXELS = 24

interface TourRowProps {
  readonly tour: ScheduledTour
  readonly scale: TimeScale
  readonly solved: Solution
}

/** Shows a vehicle with its stops at their times. */
export function TourRow({ tour, scale, solved }: TourRowProps) {
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

export function UnassignedRow({ stops, solved }: { readonly stops: readonly number[]; readonly solved: Solution }) {
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
    const current = dayTours.peek()
    const target =
      current !== undefined && event.key.startsWith('Arrow') ? stepVisit(current, visit.stop, event.key) : undefined
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
