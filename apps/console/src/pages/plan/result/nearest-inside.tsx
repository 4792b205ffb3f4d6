import { findNearestInside } from '../../../state/error-messages.ts'
import { changeDraft, draft, routeRequest } from '../draft-state.ts'
import { updateStop } from '../plan.ts'

/** Offers the nearest valid position if the error message contains it. */
export function NearestInside() {
  const { failure } = routeRequest.state.value
  const nearestPoint = failure === undefined ? undefined : findNearestInside(failure.message)
  const { stops } = draft.value
  const stop = failure?.message.startsWith('The start') ? stops[0] : stops.at(-1)
  const isEndpointOutside = failure !== undefined && /^The (start|destination) is outside/.test(failure.message)
  if (nearestPoint === undefined || stop === undefined || !isEndpointOutside) return null
  return (
    <button
      type="button"
      class="second"
      onClick={() => changeDraft(updateStop(draft.value, stop.key, { at: nearestPoint, label: '' }), { fitView: true })}
    >
      {stop === stops[0] ? 'Start at the nearest point inside' : 'Go to the nearest point inside'}
    </button>
  )
}
