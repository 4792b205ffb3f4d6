import type { MaritimeRouteReply } from '@fairway/client'
import { capitalize, rephraseForUsers } from '../../../state/error-messages.ts'
import { CopyCall } from '../../../ui/copy-call.tsx'
import { RequestFailure } from '../../../ui/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { AnyReply } from '../display-routes.ts'
import { draft, routeRequest, selectedRoute } from '../draft-state.ts'
import { describeFailure, replaceFieldNames } from '../field-labels.ts'
import { isComplete } from '../plan.ts'
import { EmptyResult } from '../start/empty-result.tsx'
import { EnergyFacts } from './energy-facts.tsx'
import { Exports } from './exports.tsx'
import { AvFacts, DroneFacts, SeaFacts } from './facts.tsx'
import { PlanFixes } from './fix-buttons.tsx'
import { Incidents } from './incidents.tsx'
import { NearestInside } from './nearest-inside.tsx'
import { Profile } from './profile.tsx'
import { RouteCards } from './route-cards.tsx'
import { StepList } from './step-list.tsx'

/** Shows the reply or the error. */
export function Result() {
  const requestState = routeRequest.state.value
  const { answer, failure, isWaiting, call } = requestState
  if (!isComplete(draft.value)) return <EmptyResult />
  return (
    <div class="result" aria-busy={isWaiting}>
      {isWaiting && answer === undefined && <Skeleton text="Finding the best route…" />}
      <RequestFailure requestState={describeFailure(requestState, draft.value.mode)} />
      <NearestInside />
      <PlanFixes />
      {answer !== undefined && (
        // After a failure, the reply belongs to the previous request, so it is dimmed.
        <div class={failure === undefined ? '' : 'stale'}>
          <RouteCards />
          <Warnings warnings={answer.warnings ?? []} />
          <Exports />
          <Incidents />
          <Facts reply={answer} />
          <Profile />
          <StepList />
          <p class="hint">{answer.data.attribution}</p>
        </div>
      )}
      <CopyCall call={call} />
    </div>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <ul class="warning">
      {warnings.map((warning) => (
        <li key={warning}>{capitalize(replaceFieldNames(rephraseForUsers(warning), draft.value.mode))}</li>
      ))}
    </ul>
  )
}

function Facts({ reply }: { readonly reply: AnyReply }) {
  if (reply.mode === 'drone') return <DroneFacts reply={reply} />
  if (reply.mode === 'road') return <EnergyFacts reply={reply} />
  if (reply.mode === 'av') return <AvFacts reply={reply} />
  if (reply.mode !== 'maritime') return null
  // Each alternative is a complete voyage with its own passages.
  const { passages } = (selectedRoute.value?.route ?? reply) as unknown as Pick<MaritimeRouteReply, 'passages'>
  return <SeaFacts reply={reply} passages={passages} />
}
