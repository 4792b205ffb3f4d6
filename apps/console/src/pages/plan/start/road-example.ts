import type { RouteReply } from '@fairway/client'
import { computed, signal } from '@preact/signals'
import { callApi } from '../../../state/calls.ts'
import { type DisplayRoute, toDisplayRoutes } from '../display-routes.ts'
import { clearedDraft, draft } from '../draft-state.ts'
import { isStopSet } from '../plan.ts'
import { findExampleEnds, type NamedPoint } from './example-places.ts'

export interface RoadExample {
  readonly from: NamedPoint
  readonly to: NamedPoint
  readonly route: DisplayRoute
}

const foundExample = signal<RoadExample | undefined>(undefined)
let isRequested = false

/** The route on the first screen. It disappears when the user enters or clears something. */
export const roadExample = computed(() => {
  const { mode, stops } = draft.value
  const isUnused = mode === 'road' && !stops.some(isStopSet)
  return isUnused && clearedDraft.value === undefined ? foundExample.value : undefined
})

/** Failures are not shown: the page works without the example. */
export async function requestRoadExample(): Promise<void> {
  if (isRequested) return
  isRequested = true
  const ends = await findExampleEnds().catch(() => undefined)
  if (ends === undefined) return
  const [from, to] = ends
  const body = { from: from.at, to: to.at, alternatives: 0, steps: false }
  const reply = await callApi<RouteReply>({ method: 'POST', path: '/v1/route', body }).catch(() => undefined)
  const route = reply === undefined ? undefined : toDisplayRoutes(reply)[0]
  if (route !== undefined) foundExample.value = { from, to, route }
}
