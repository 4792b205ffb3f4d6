import { PressVerb, pressVerb } from '../../../ui/press.ts'
import { isPhone } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { draft, openFromUrl } from '../draft-state.ts'
import { isStopSet, type Stop } from '../plan.ts'
import { exampleState } from './examples.ts'
import { StartPanel } from './start-panel.tsx'

const hints = {
  road: `To set the start and the destination, ${pressVerb} on the map or type addresses.`,
  drone: `${PressVerb} on the map to choose two points. The flight avoids zones and stays within the range of the aircraft.`,
  sea: `Type two ports, such as Rotterdam and Singapore, or ${pressVerb} on the water.`,
  av: `${PressVerb} on the map to choose two points inside the domain. The service does not plan routes outside it.`,
} as const

/** Shows what to do while the start or the destination is missing. */
export function EmptyResult() {
  const example = exampleState.value
  if (example !== undefined && example.failure === undefined) return <Skeleton text="Preparing the example…" />
  const isStart = !draft.value.stops.some(isStopSet)
  return (
    <>
      {example?.failure !== undefined && (
        <div class="failure" role="alert">
          <p>{example.failure}</p>
          <button type="button" class="second" onClick={openFromUrl}>
            Try again
          </button>
        </div>
      )}
      {isStart && isPhone.value && <StartPanel />}
      <p class="hint first-hint">{isStart ? hints[draft.value.mode] : describeMissingEnd(draft.value.stops[0])}</p>
      {isStart && !isPhone.value && <StartPanel />}
    </>
  )
}

function describeMissingEnd(start: Stop | undefined): string {
  const missingEnd = start !== undefined && isStopSet(start) ? 'destination' : 'start'
  return `Now set the ${missingEnd}: type a name, or ${pressVerb} on the map.`
}
