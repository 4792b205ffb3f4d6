import { useId } from 'preact/hooks'
import { type Stop, withMoved } from '../../entry/stops.ts'
import { changeStops, settings, stops } from './state.ts'
import { isWhereToursEnd } from './to-call.ts'

/** The requirements of one stop. */
export function StopFields({ stop, index }: { readonly stop: Stop; readonly index: number }) {
  return (
    <div class="stop-fields">
      {isWhereToursEnd(index, stops.value.length, settings.value.tours) ? (
        <p class="hint">Tours start or end here, so this stop takes no demand, time or window.</p>
      ) : (
        <Demands stop={stop} />
      )}
      <div class="row">
        <Move stop={stop} by={-1} isPossible={index > 0} />
        <Move stop={stop} by={1} isPossible={index < stops.value.length - 1} />
      </div>
    </div>
  )
}

function Demands({ stop }: { readonly stop: Stop }) {
  return (
    <>
      <div class="row">
        <StopField stop={stop} name="demand" label="Demand" type="number" />
        <StopField stop={stop} name="service" label="Minutes at stop" type="number" />
      </div>
      <div class="row">
        <StopField stop={stop} name="opens" label="Not before" type="time" />
        <StopField stop={stop} name="closes" label="Not after" type="time" />
      </div>
    </>
  )
}

interface StopFieldProps {
  readonly stop: Stop
  readonly name: 'demand' | 'service' | 'opens' | 'closes'
  readonly label: string
  readonly type: 'number' | 'time'
}

function StopField({ stop, name, label, type }: StopFieldProps) {
  const id = useId()
  const change = (text: string) => {
    const { [name]: _, ...others } = stop
    const next = text === '' ? others : { ...others, [name]: type === 'number' ? Number(text) : text }
    changeStops(stops.value.map((one) => (one.key === stop.key ? (next as Stop) : one)))
  }
  return (
    <div>
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        {...(type === 'number' ? { min: 0 } : {})}
        value={stop[name] ?? ''}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </div>
  )
}

function Move({ stop, by, isPossible }: { readonly stop: Stop; readonly by: -1 | 1; readonly isPossible: boolean }) {
  return (
    <button
      type="button"
      class="second"
      disabled={!isPossible}
      onClick={() => changeStops(withMoved(stops.value, stop.key, by), { isStep: true })}
    >
      Move {by < 0 ? 'up' : 'down'}
    </button>
  )
}
