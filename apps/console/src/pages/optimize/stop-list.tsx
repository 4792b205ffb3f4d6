import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { findBlamedIndexes } from '../../entry/failure-text.ts'
import { removeStop, type Stop } from '../../entry/stops.ts'
import { formatPoint } from '../../points.ts'
import { getStopBadge } from './signs.ts'
import { changeStops, optimizeRequest, stops } from './state.ts'
import { StopFields } from './stop-fields.tsx'
import { formatWindow } from './time-window.ts'

/** Key of the stop that is selected in the list and on the map. */
export const expandedStop = signal<number | undefined>(undefined)

/** Lists the stops in the original order. The solution is compared with this order. */
export function StopList() {
  const blamedIndexes = findBlamedIndexes(optimizeRequest.state.value)
  if (stops.value.length === 0) return null
  return (
    <ol class="stop-rows" aria-label="Stops">
      {stops.value.map((stop, index) => (
        <StopRow key={stop.key} stop={stop} index={index} hasError={blamedIndexes.has(index)} />
      ))}
    </ol>
  )
}

interface StopRowProps {
  readonly stop: Stop
  readonly index: number
  readonly hasError: boolean
}

function StopRow({ stop, index, hasError }: StopRowProps) {
  const rowRef = useRef<HTMLLIElement>(null)
  const isOpen = expandedStop.value === stop.key
  const { badge, color } = getStopBadge(stop, index)
  useEffect(() => {
    if (isOpen || hasError) rowRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, hasError])
  const name = stop.label || formatPoint(stop.at)
  return (
    <li ref={rowRef} class={hasError ? 'blamed' : ''}>
      <div class="stop-line">
        <span class="stop-number" style={{ background: color }} aria-hidden="true">
          {badge}
        </span>
        <button
          type="button"
          class="quiet stop-name"
          aria-expanded={isOpen}
          aria-label={`Stop ${index + 1}: ${name} ${describeStopFields(stop)}`.trimEnd()}
          onClick={() => {
            expandedStop.value = isOpen ? undefined : stop.key
          }}
        >
          <span>{name}</span> <small>{describeStopFields(stop)}</small>
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`Remove stop ${index + 1}`}
          onClick={() => changeStops(removeStop(stops.value, stop.key), { pushHistory: true })}
        >
          ×
        </button>
      </div>
      {isOpen && <StopFields stop={stop} index={index} />}
    </li>
  )
}

function describeStopFields(stop: Stop): string {
  const { demand, service } = stop
  return [
    demand === undefined ? '' : `demand ${demand}`,
    service === undefined ? '' : `${service} min`,
    formatWindow(stop),
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
