import type { MaritimeRouteSnappedFrom, ReverseReply } from '@fairway/client'
import { computed, signal } from '@preact/signals'
import { sayUnread } from '../../entry/say-unread.ts'
import { isSamePoint, type Point, pointText } from '../../points.ts'
import { createAsking } from '../../state/asked.ts'
import { ask } from '../../state/calls.ts'
import { keepInUrl, place } from '../../state/place-in-url.ts'
import { createFollower } from './follow.ts'
import { emptyPlan, isComplete, isSet, type Plan, type Stop, withStop } from './plan.ts'
import { fromQuery, hasPlan, toQuery, unreadStops } from './plan-in-url.ts'
import { isSameQuestion, toBriefCall, toCall } from './to-call.ts'
import { type AnyReply, waysOf } from './ways.ts'

/** Outlives the page, so that it is still there when the user returns. */
export const plan = signal<Plan>(emptyPlan())
export const asking = createAsking<AnyReply>(isSameQuestion)
const follower = createFollower(asking)

export const ways = computed(() => {
  const { answer } = asking.state.value
  return answer === undefined ? [] : waysOf(answer)
})
/** A link may select a route that no longer exists. The best one is used then. */
export const chosen = computed(() => ways.value[plan.value.way] ?? ways.value[0])

/** Whether to fit the next reply into view. After a drag the map must not jump. */
export const isToBeShown = signal(false)

interface Change {
  /** A drag is in progress, and more changes will follow. */
  readonly isLive?: boolean
  /** Fit the route into view when the reply arrives. */
  readonly show?: boolean
  /** A deliberate change: the browser's Back button returns to the state before it. */
  readonly isStep?: boolean
}

export function change(next: Plan, { isLive = false, show = false, isStep = false }: Change = {}): void {
  undoable.value = undefined
  plan.value = next
  if (show) isToBeShown.value = true
  if (!isLive) keepInUrl('plan', toQuery(next), { isStep })
  if (!isComplete(next)) {
    follower.stop()
    asking.clear()
  } else if (isLive) follower.soon(toBriefCall(next))
  else follower.now(toCall(next))
  if (!isLive) for (const stop of next.stops) void nameStop(stop)
}

/** The cleared request, kept until the next action. */
export const undoable = signal<Plan | undefined>(undefined)

export function clear(): void {
  const before = plan.value
  change(emptyPlan(before.mode), { isStep: true })
  undoable.value = before
}

export function undo(): void {
  if (undoable.value !== undefined) change(undoable.value, { show: true, isStep: true })
}

/** Selects another route of the same reply. */
export function chooseWay(way: number): void {
  plan.value = { ...plan.value, way }
  keepInUrl('plan', toQuery(plan.value))
}

/** Loads the request from the URL, or else the previous one. */
export function openFromUrl(): void {
  const { query, kept } = place.peek()
  if (!hasPlan(query) && kept === undefined) {
    if (plan.peek().stops.some(isSet)) change(plan.peek())
    return
  }
  // Every change is written to the URL, which triggers this handler again. Such an update is ignored because its
  // request may be in progress.
  const { answer, failure, isWaiting } = asking.state.peek()
  const isAsked = answer !== undefined || failure !== undefined || isWaiting || !isComplete(plan.peek())
  if (isAsked && new URLSearchParams(toQuery(plan.peek())).toString() === query.toString()) return
  asking.clear()
  sayUnread(unreadStops(query))
  const linked = fromQuery(query)
  // The options of the other modes are not in the URL. They are kept for when the user returns to those modes.
  const options = { ...plan.peek().options, [linked.mode]: linked.options[linked.mode] }
  change({ ...linked, options }, { show: true })
}

/** The position of a stop: its point, or the place that the service matched to its name. */
export function placeOf(stop: Stop): Point | undefined {
  if (stop.at !== undefined) return stop.at
  return foundFor(stop)?.at
}

/** The match of the service for a stop. Only sea routes are requested by name. */
function foundFor(stop: Stop): MaritimeRouteSnappedFrom | undefined {
  const { answer } = asking.state.value
  if (answer?.mode !== 'maritime') return undefined
  const given = plan.value.stops.filter(isSet)
  const places = [answer.snapped.from, ...answer.snapped.via, answer.snapped.to]
  return places.length === given.length ? places[given.indexOf(stop)] : undefined
}

/** The label of a stop in its box: its address, or the port matched to its name. */
export function labelOf(stop: Stop): string {
  if (stop.name === undefined) return stop.label || (stop.at === undefined ? '' : pointText(stop.at))
  const port = foundFor(stop)?.port
  return port === undefined ? stop.label : `${port.name}${port.code === undefined ? '' : ` (${port.code})`}`
}

/** Looks up the address of a point from the map or a link. */
async function nameStop({ key, at, label }: Stop): Promise<void> {
  if (at === undefined || label !== '') return
  const query = { lat: at[0], lon: at[1] }
  const found = await ask<ReverseReply>({ method: 'GET', path: '/v1/reverse', query }).catch(() => undefined)
  const now = plan.value.stops.find((stop) => stop.key === key)
  if (found === undefined || now === undefined || now.label !== '' || !isSamePoint(now.at, at)) return
  const { way } = plan.value
  plan.value = { ...withStop(plan.value, key, { at, label: found.label, isLookedUp: true }), way }
}
