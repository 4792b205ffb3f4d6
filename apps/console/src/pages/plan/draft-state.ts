import type { MaritimeRouteSnappedFrom, ReverseReply } from '@fairway/client'
import { computed, signal } from '@preact/signals'
import { notifyUnreadable } from '../../entry/say-unread.ts'
import { formatPoint, isSamePoint, type Point } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import { callApi } from '../../state/calls.ts'
import { pageLocation, writeToUrl } from '../../state/page-location.ts'
import { type AnyReply, toDisplayRoutes } from './display-routes.ts'
import { fromQuery, hasDraft, listUnreadableStops, toQuery } from './draft-in-url.ts'
import { createThrottledRequest } from './follow.ts'
import { createEmptyDraft, isComplete, isStopSet, type RouteDraft, type Stop, updateStop } from './plan.ts'
import { type ExampleName, exampleNames, exampleState, loadExample } from './start/examples.ts'
import { isSameRequest, toCall, toDragCall } from './to-call.ts'

/** Request of the page, stored outside the page so that it survives a visit to another page. */
export const draft = signal<RouteDraft>(createEmptyDraft())
export const routeRequest = createApiRequest<AnyReply>(isSameRequest)
const throttledRequest = createThrottledRequest(routeRequest)

export const routes = computed(() => {
  const { answer } = routeRequest.state.value
  return answer === undefined ? [] : toDisplayRoutes(answer)
})
/** Route that the link selects. If that route no longer exists, the best route is used. */
export const selectedRoute = computed(() => routes.value[draft.value.routeIndex] ?? routes.value[0])

/** Whether to fit the next reply into view. The map must not jump after a drag. */
export const shouldFitView = signal(false)

export interface ChangeOptions {
  /** Whether a drag is in progress and more changes will follow. */
  readonly isDragging?: boolean
  /** Whether to fit the route into view when the reply arrives. */
  readonly fitView?: boolean
  /** Whether the browser's Back button returns to the state before this change. */
  readonly pushHistory?: boolean
}

export function changeDraft(
  next: RouteDraft,
  { isDragging = false, fitView = false, pushHistory = false }: ChangeOptions = {},
): void {
  clearedDraft.value = undefined
  draft.value = next
  if (fitView) shouldFitView.value = true
  if (!isDragging) writeToUrl('plan', toQuery(next), { pushHistory, keepMapView: !fitView })
  if (!isComplete(next)) {
    throttledRequest.stop()
    routeRequest.clear()
  } else if (isDragging) throttledRequest.sendSoon(toDragCall(next))
  else throttledRequest.sendNow(toCall(next))
  if (!isDragging) for (const stop of next.stops) void nameStop(stop)
}

/** Cleared request, kept for undo until the next action. */
export const clearedDraft = signal<RouteDraft | undefined>(undefined)

export function clearDraft(): void {
  const previousDraft = draft.value
  changeDraft(createEmptyDraft(previousDraft.mode), { pushHistory: true })
  clearedDraft.value = previousDraft
}

export function undoClear(): void {
  if (clearedDraft.value !== undefined) changeDraft(clearedDraft.value, { fitView: true, pushHistory: true })
}

/** Selects another route of the same reply. */
export function selectRoute(routeIndex: number): void {
  draft.value = { ...draft.value, routeIndex }
  writeToUrl('plan', toQuery(draft.value))
}

/** Changes names that are not part of the request. */
export function relabelDraft(next: RouteDraft): void {
  draft.value = next
  writeToUrl('plan', toQuery(next), { pushHistory: true })
}

/** Loads the request from the URL, or restores the stored request. */
export function openFromUrl(): void {
  const { query, savedState, mapView } = pageLocation.peek()
  if (query.has('start')) {
    openStart()
    return
  }
  const exampleName = exampleNames.find((name) => name === query.get('example'))
  if (exampleName !== undefined) {
    void openExample(exampleName)
    return
  }
  if (!hasDraft(query) && savedState === undefined) {
    if (draft.peek().stops.some(isStopSet)) changeDraft(draft.peek())
    return
  }
  // Every change updates the URL, which triggers this handler again. The handler ignores such an update because the
  // request may be in progress.
  const { answer, failure, isWaiting } = routeRequest.state.peek()
  const isRequested = answer !== undefined || failure !== undefined || isWaiting || !isComplete(draft.peek())
  if (isRequested && new URLSearchParams(toQuery(draft.peek())).toString() === query.toString()) return
  routeRequest.clear()
  notifyUnreadable(listUnreadableStops(query))
  const linkedDraft = fromQuery(query)
  // The URL contains only the options of one mode. The options of the other modes are kept in case the user returns to
  // those modes.
  const options = { ...draft.peek().options, [linkedDraft.mode]: linkedDraft.options[linkedDraft.mode] }
  // A link with a map position shows that position instead of the whole route.
  changeDraft({ ...linkedDraft, options }, { fitView: mapView === undefined })
}

/** Number of visits to the first screen through the logo. Each visit shows the example on the map again. */
export const startVisits = signal(0)

/** Opens the first screen. The Back button returns to the previous request. */
function openStart(): void {
  exampleState.value = undefined
  changeDraft(createEmptyDraft())
  startVisits.value++
}

/** Replaces the link to the example with a link to its request. */
async function openExample(name: ExampleName): Promise<void> {
  routeRequest.clear()
  draft.value = createEmptyDraft(name === 'airport' ? 'drone' : 'sea')
  const example = await loadExample(name)
  if (example === undefined || pageLocation.peek().page !== 'plan') return
  // The user may have entered stops during loading. Options that the user changed apply to the example.
  const { mode, stops, options } = draft.peek()
  if (mode === example.mode && !stops.some(isStopSet)) changeDraft({ ...example, options }, { fitView: true })
}

/** Returns the position of a stop, or the position that the service matched to its name. */
export function findStopPosition(stop: Stop): Point | undefined {
  if (stop.at !== undefined) return stop.at
  return findSnappedStop(stop)?.at
}

/** Returns the service's match for a stop. Only requests for sea routes contain the names of stops. */
function findSnappedStop(stop: Stop): MaritimeRouteSnappedFrom | undefined {
  const { answer } = routeRequest.state.value
  if (answer?.mode !== 'maritime') return undefined
  const filledStops = draft.value.stops.filter(isStopSet)
  const snappedStops = [answer.snapped.from, ...answer.snapped.via, answer.snapped.to]
  return snappedStops.length === filledStops.length ? snappedStops[filledStops.indexOf(stop)] : undefined
}

/** Returns the label of a stop in its box: its address, or the port that matches its name. */
export function getStopLabel(stop: Stop): string {
  if (stop.name === undefined) return stop.label || (stop.at === undefined ? '' : formatPoint(stop.at))
  const port = findSnappedStop(stop)?.port
  return port === undefined ? stop.label : `${port.name}${port.code === undefined ? '' : ` (${port.code})`}`
}

/** Looks up the address of a point from the map or from a link. */
async function nameStop({ key, at, label }: Stop): Promise<void> {
  if (at === undefined || label !== '') return
  const query = { lat: at[0], lon: at[1] }
  const reply = await callApi<ReverseReply>({ method: 'GET', path: '/v1/reverse', query }).catch(() => undefined)
  const currentStop = draft.value.stops.find((stop) => stop.key === key)
  if (reply === undefined || currentStop === undefined || currentStop.label !== '' || !isSamePoint(currentStop.at, at))
    return
  const { routeIndex } = draft.value
  draft.value = { ...updateStop(draft.value, key, { at, label: reply.label, isLookedUp: true }), routeIndex }
}
