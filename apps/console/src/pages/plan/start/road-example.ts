import type { RouteReply } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { callApi } from '../../../state/calls.ts'
import { type DisplayRoute, toDisplayRoutes } from '../display-routes.ts'
import { clearedDraft, draft } from '../draft-state.ts'
import { isStopSet } from '../plan.ts'
import { findExampleEnds, type NamedPoint } from './example-places.ts'

export interface RoadExample {
  readonly from: NamedPoint
  readonly to: NamedPoint
  readonly route: DisplayRoute
  readonly profile: string
}

const foundExample = signal<RoadExample | undefined>(undefined)
let foundEnds: ReturnType<typeof findExampleEnds> | undefined
/** Selected road profile. */
const profile = computed(() => draft.value.options.road.profile ?? 'car')

/** Route on the first screen. The example disappears when the user enters or clears a stop. */
export const roadExample = computed(() => {
  const { mode, stops } = draft.value
  const isUnused = mode === 'road' && !stops.some(isStopSet)
  const example = foundExample.value
  return isUnused && clearedDraft.value === undefined && example?.profile === profile.value ? example : undefined
})

/** Updates the example when the profile changes, until the user enters a stop. */
export function followRoadExample(): () => void {
  return effect(() => {
    const isUnused = draft.value.mode === 'road' && !draft.value.stops.some(isStopSet)
    if (isUnused && foundExample.peek()?.profile !== profile.value) void requestRoadExample(profile.value)
  })
}

/** Requests the example route. Errors are ignored because the page works without the example. */
async function requestRoadExample(requestedProfile: string): Promise<void> {
  foundEnds ??= findExampleEnds()
  const ends = await foundEnds.catch(() => undefined)
  if (ends === undefined) return
  const [from, to] = ends
  const body = { from: from.at, to: to.at, alternatives: 0, steps: false, profile: requestedProfile }
  const reply = await callApi<RouteReply>({ method: 'POST', path: '/v1/route', body }).catch(() => undefined)
  const route = reply === undefined ? undefined : toDisplayRoutes(reply)[0]
  if (route !== undefined && profile.peek() === requestedProfile)
    foundExample.value = { from, to, route, profile: requestedProfile }
}
