import { FixButtons } from '../../../fixes/fix-buttons.tsx'
import type { FixablePoint } from '../../../fixes/list-point-fixes.ts'
import { changeDraft, draft, routeRequest } from '../draft-state.ts'
import { describeFailure } from '../field-labels.ts'
import { type RouteDraft, updateStop } from '../plan.ts'
import { findBlamedStop, listFixes, toFixTitle } from './fixes.ts'

/** Renders buttons that change the request so that it may succeed. */
export function PlanFixes() {
  const { failure } = describeFailure(routeRequest.state.value, draft.value.mode)
  if (failure === undefined || failure.isTemporary) return null
  const fixes = listFixes(failure.message, draft.value).map(({ label, apply }) => ({
    label,
    run: () => applyChange(apply(draft.peek())),
  }))
  const { options, mode } = draft.value
  const profile = mode === 'road' ? (options.road.profile ?? 'car') : 'car'
  return (
    <FixButtons message={failure.message} fixes={fixes} points={listBlamedPoints(failure.message)} profile={profile} />
  )
}

function listBlamedPoints(message: string): readonly FixablePoint[] {
  const stop = findBlamedStop(message, draft.value)
  if (stop?.at === undefined) return []
  const move: FixablePoint['move'] = (to) => applyChange(updateStop(draft.peek(), stop.key, { at: to, label: '' }))
  return [{ title: toFixTitle(stop, draft.value), at: stop.at, move }]
}

function applyChange(next: RouteDraft): void {
  changeDraft(next, { fitView: true, pushHistory: true })
}
