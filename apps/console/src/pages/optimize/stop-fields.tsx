import { useId } from 'preact/hooks'
import { moveStop, type Stop } from '../../entry/stops.ts'
import { changeStops, settings, stops } from './state.ts'
import { isTourEndpoint } from './to-call.ts'

/** Renders the fields for the requirements of one stop. */
export function StopFields({ stop, index }: { readonly stop: Stop; readonly index: number }) {
  return (
    <div class="stop-fields">
      {isTourEndpoint(index, stops.value.length, settings.value.tours) ? (
        <p class="hint">Tours start or end here, so this stop cannot have a demand, service time or time window.</p>
      ) : (
        <DemandField stop={stop} />
      )}
      <div class="row">
        <MoveStopButton stop={stop} offset={-1} isPossible={index > 0} />
        <MoveStopButton stop={stop} offset={1} isPossible={index < stops.value.length - 1} />
      </div>
    </div>
  )
}

function DemandField({ stop }: { readonly stop: Stop }) {
  return (
    <>
      <div class="row">
        <StopField stop={stop} name="demand" label="Demand" type="number" />
        <StopField stop={stop} name="service" label="Minutes at stop" type="number" />
      </div>
      <div class="row">
        <StopField stop={stop} name="opensAt" label="Not before" type="time" />
        <StopField stop={stop} name="closesAt" label="Not after" type="time" />
      </div>
    </>
  )
}

interface StopFieldProps {
  readonly stop: Stop
  readonly name: 'demand' | 'service' | 'opensAt' | 'closesAt'
  readonly label: string
  readonly type: 'number' | 'time'
}

function StopField({ stop, name, label, type }: StopFieldProps) {
  const id = useId()
  const updateField = (input: string) => {
    const { [name]: _, ...others } = stop
    const updatedStop = input === '' ? others : { ...others, [name]: type === 'number' ? Number(input) : input }
    changeStops(stops.value.map((candidate) => (candidate.key === stop.key ? (updatedStop as Stop) : candidate)))
  }
  return (
    <div>
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        {...(type === 'number' ? { min: 0 } : {})}
        value={stop[name] ?? ''}
        onInput={(event) => updateField(event.currentTarget.value)}
      />
    </div>
  )
}

function MoveStopButton({
  stop,
  offset,
  isPossible,
}: {
  readonly stop: Stop
  readonly offset: -1 | 1
  readonly isPossible: boolean
}) {
  return (
    <button
      type="button"
      class="second"
      disabled={!isPossible}
      onClick={() => changeStops(moveStop(stops.value, stop.key, offset), { pushHistory: true })}
    >
      Move {offset < 0 ? 'up' : 'down'}
    </button>
  )
}
