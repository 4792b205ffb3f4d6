import { describeFailure, findBlamedIndexes } from '../../entry/failure-text.ts'
import { FixButtons } from '../../fixes/fix-buttons.tsx'
import { toFixablePoints } from '../../fixes/fixable-stops.ts'
import { RequestFailure } from '../../ui/failure.tsx'
import { changePoints, matrixRequest, points } from './state.ts'

/** Shows an error, with buttons that change the points so that the request may succeed. */
export function MatrixFailure() {
  return (
    <>
      <RequestFailure requestState={describeFailure(matrixRequest.state.value, points.value, 'point')} />
      <MatrixFixes />
    </>
  )
}

function MatrixFixes() {
  const requestState = matrixRequest.state.value
  const { failure } = requestState
  if (failure === undefined || failure.isTemporary) return null
  return (
    <FixButtons
      message={failure.message}
      points={toFixablePoints(points.value, findBlamedIndexes(requestState), 'point', () => points.peek(), applyPoints)}
      keepFirst={(count) => applyPoints(points.peek().slice(0, count))}
    />
  )
}

function applyPoints(next: typeof points.value): void {
  changePoints(next, { fitView: true, pushHistory: true })
}
