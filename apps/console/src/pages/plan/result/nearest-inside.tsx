import { nearestInside } from '../../../state/for-people.ts'
import { withStop } from '../plan.ts'
import { asking, change, plan } from '../plan-state.ts'

/** An error may contain the nearest valid position. One press uses it. */
export function NearestInside() {
  const { failure } = asking.state.value
  const at = failure === undefined ? undefined : nearestInside(failure.message)
  const { stops } = plan.value
  const stop = failure?.message.startsWith('The start') ? stops[0] : stops.at(-1)
  const isEnd = failure !== undefined && /^The (start|destination) is outside/.test(failure.message)
  if (at === undefined || stop === undefined || !isEnd) return null
  return (
    <button
      type="button"
      class="second"
      onClick={() => change(withStop(plan.value, stop.key, { at, label: '' }), { show: true })}
    >
      {stop === stops[0] ? 'Start at the nearest point inside' : 'Go to the nearest point inside'}
    </button>
  )
}
