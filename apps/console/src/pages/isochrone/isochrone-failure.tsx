import { describeFailure, findBlamedIndexes } from '../../entry/failure-text.ts'
import { FixButtons } from '../../fixes/fix-buttons.tsx'
import { toFixablePoints } from '../../fixes/fixable-stops.ts'
import { RequestFailure } from '../../ui/failure.tsx'
import { toPointFields } from './origin-list.tsx'
import { changeOrigins, isochroneRequest, origins, settings } from './state.ts'

/** Shows an error, with buttons that change the points so that the request may succeed. */
export function IsochroneFailure() {
  const requestState = toPointFields(isochroneRequest.state.value)
  return (
    <>
      <RequestFailure requestState={describeFailure(requestState, origins.value, 'point')} />
      <IsochroneFixes />
    </>
  )
}

function IsochroneFixes() {
  const requestState = toPointFields(isochroneRequest.state.value)
  const { failure } = requestState
  if (failure === undefined || failure.isTemporary) return null
  const apply = (next: typeof origins.value) => changeOrigins(next, { fitView: true, pushHistory: true })
  return (
    <FixButtons
      message={failure.message}
      points={toFixablePoints(origins.value, findBlamedIndexes(requestState), 'point', () => origins.peek(), apply)}
      keepFirst={(count) => apply(origins.peek().slice(0, count))}
      profile={settings.value.profiles[0] ?? 'car'}
    />
  )
}
