import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { blamedIn } from '../../entry/in-words.ts'
import { type Stop, withoutStop } from '../../entry/stops.ts'
import { pointText } from '../../points.ts'
import { signOf } from './signs.ts'
import { asking, changeStops, stops } from './state.ts'
import { StopFields } from './stop-fields.tsx'

/** The stop selected in the list and on the map. */
export const openStop = signal<number | undefined>(undefined)

/** Lists the stops in the original order, which the solution is compared with. */
export function StopList() {
  const blamed = blamedIn(asking.state.value)
  if (stops.value.length === 0) return null
  return (
    <ol class="stop-rows" aria-label="Stops">
      {stops.value.map((stop, index) => (
        <StopRow key={stop.key} stop={stop} index={index} isBlamed={blamed.has(index)} />
      ))}
    </ol>
  )
}

interface StopRowProps {
  readonly stop: Stop
  readonly index: number
  readonly isBlamed: boolean
}

function StopRow({ stop, index, isBlamed }: StopRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const isOpen = openStop.value === stop.key
  const { sign, color } = signOf(stop, index)
  useEffect(() => {
    if (isOpen || isBlamed) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, isBlamed])
  const name = stop.label || pointText(stop.at)
  return (
    <li ref={row} class={isBlamed ? 'blamed' : ''}>
      <div class="stop-line">
        <span class="stop-number" style={{ background: color }} aria-hidden="true">
          {sign}
        </span>
        <button
          type="button"
          class="quiet stop-name"
          aria-expanded={isOpen}
          aria-label={`Stop ${index + 1}: ${name}`}
          onClick={() => {
            openStop.value = isOpen ? undefined : stop.key
          }}
        >
          <span>{name}</span>
          <small>{extrasOf(stop)}</small>
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={`Remove stop ${index + 1}`}
          onClick={() => changeStops(withoutStop(stops.value, stop.key), { isStep: true })}
        >
          ×
        </button>
      </div>
      {isOpen && <StopFields stop={stop} index={index} />}
    </li>
  )
}

function extrasOf({ demand, service, opens, closes }: Stop): string {
  return [
    demand === undefined ? '' : `demand ${demand}`,
    service === undefined ? '' : `${service} min`,
    opens === undefined && closes === undefined ? '' : `${opens ?? ''}–${closes ?? ''}`,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}
