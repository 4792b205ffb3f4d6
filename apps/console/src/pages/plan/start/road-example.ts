import type { RouteReply } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { findTownNearMap } from '../../../map/town.ts'
import { type ApiCall, callApi } from '../../../state/calls.ts'
import { type DisplayRoute, toDisplayRoutes } from '../display-routes.ts'
import { clearedDraft, draft } from '../draft-state.ts'
import { isStopSet, listAvoidedAreas, type RouteDraft } from '../plan.ts'
import { toCall } from '../to-call.ts'
import { findExampleEnds, type NamedPoint } from './example-places.ts'

export interface RoadExample {
  readonly from: NamedPoint
  readonly to: NamedPoint
  readonly route: DisplayRoute
  /** Options and areas of the request. The example is shown only while they match those of the page. */
  readonly key: string
}

const foundExample = signal<RoadExample | undefined>(undefined)
let foundEnds: ReturnType<typeof findExampleEnds> | undefined
/** Identifies the profile, the options and the areas to avoid, which also apply to the example. */
const key = computed(() =>
  JSON.stringify([draft.value.options.road, listAvoidedAreas(draft.value).map(({ corners }) => corners)]),
)
const isDraftUnused = computed(() => draft.value.mode === 'road' && !draft.value.stops.some(isStopSet))

/** Route on the first screen. The example disappears when the user enters or clears a stop. */
export const roadExample = computed(() => {
  const example = foundExample.value
  return isDraftUnused.value && clearedDraft.value === undefined && example?.key === key.value ? example : undefined
})

let isRequesting = false

/** Updates the example when the options or areas change, until the user enters a stop. */
export function followRoadExample(): () => void {
  return effect(() => {
    if (isDraftUnused.value && foundExample.peek()?.key !== key.value) void requestRoadExample()
  })
}

/** Requests the example route. Errors are ignored because the page works without the example. */
async function requestRoadExample(): Promise<void> {
  // Dragging a corner of an area changes the key many times per second. One request at a time is enough.
  if (isRequesting) return
  isRequesting = true
  foundEnds ??= findTownNearMap().then(findExampleEnds)
  const ends = await foundEnds.catch(() => undefined)
  const requestedKey = key.peek()
  const route = ends === undefined ? undefined : await requestRoute({ ...draft.peek(), stops: ends.map(toStop) })
  isRequesting = false
  if (ends === undefined) return
  if (key.peek() !== requestedKey) void requestRoadExample()
  else if (route !== undefined) foundExample.value = { from: ends[0], to: ends[1], route, key: requestedKey }
}

async function requestRoute(example: RouteDraft): Promise<DisplayRoute | undefined> {
  const call: ApiCall = toCall({ ...example, mode: 'road' })
  const body = { ...(call.body as object), alternatives: 0, steps: false }
  const reply = await callApi<RouteReply>({ ...call, body }).catch(() => undefined)
  return reply === undefined ? undefined : toDisplayRoutes(reply)[0]
}

function toStop({ at, label }: NamedPoint, index: number) {
  return { key: -1 - index, at, label }
}
