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

/** It outlives the page: who looks at another one and comes back finds it again. */
export const plan = signal<Plan>(emptyPlan())
export const asking = createAsking<AnyReply>(isSameQuestion)
const follower = createFollower(asking)

export const ways = computed(() => {
  const { answer } = asking.state.value
  return answer === undefined ? [] : waysOf(answer)
})
/** A link may name a way that is no longer there: then it is the best. */
export const chosen = computed(() => ways.value[plan.value.way] ?? ways.value[0])

/** The next answer is to be brought into view; after a drag the map must not jump. */
export const isToBeShown = signal(false)

interface Change {
  /** Something is still being dragged: more will follow. */
  readonly isLive?: boolean
  /** The map shows all of it when the answer is there. */
  readonly show?: boolean
  /** Done on purpose: the way back leads to what was there before. */
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

/** The plan that was cleared, until something else is done. */
export const undoable = signal<Plan | undefined>(undefined)

export function clear(): void {
  const before = plan.value
  change(emptyPlan(before.mode), { isStep: true })
  undoable.value = before
}

export function undo(): void {
  if (undoable.value !== undefined) change(undoable.value, { show: true, isStep: true })
}

/** The same question, another of its answers. */
export function chooseWay(way: number): void {
  plan.value = { ...plan.value, way }
  keepInUrl('plan', toQuery(plan.value))
}

/** As the address says; without a plan in it, what was planned before. */
export function openFromUrl(): void {
  const { query, kept } = place.peek()
  if (!hasPlan(query) && kept === undefined) {
    if (plan.peek().stops.some(isSet)) change(plan.peek())
    return
  }
  // Every change is written to the address, which brings it back here: it is no news, and its answer may be on its way.
  const { answer, failure, isWaiting } = asking.state.peek()
  const isAsked = answer !== undefined || failure !== undefined || isWaiting || !isComplete(plan.peek())
  if (isAsked && new URLSearchParams(toQuery(plan.peek())).toString() === query.toString()) return
  asking.clear()
  sayUnread(unreadStops(query))
  const linked = fromQuery(query)
  // What was set for the other modes is not in the address, and is not lost on the way back from one of them.
  const options = { ...plan.peek().options, [linked.mode]: linked.options[linked.mode] }
  change({ ...linked, options }, { show: true })
}

/** Where a stop is: its point, or the place that the service found for its name. */
export function placeOf(stop: Stop): Point | undefined {
  if (stop.at !== undefined) return stop.at
  return foundFor(stop)?.at
}

/** What the service has taken a stop for; only voyages are asked for by name. */
function foundFor(stop: Stop): MaritimeRouteSnappedFrom | undefined {
  const { answer } = asking.state.value
  if (answer?.mode !== 'maritime') return undefined
  const given = plan.value.stops.filter(isSet)
  const places = [answer.snapped.from, ...answer.snapped.via, answer.snapped.to]
  return places.length === given.length ? places[given.indexOf(stop)] : undefined
}

/** What stands in the box of a stop: its address; the port that its name was taken for. */
export function labelOf(stop: Stop): string {
  if (stop.name === undefined) return stop.label || (stop.at === undefined ? '' : pointText(stop.at))
  const port = foundFor(stop)?.port
  return port === undefined ? stop.label : `${port.name}${port.code === undefined ? '' : ` (${port.code})`}`
}

/** The address of a point that came from the map or from a link. */
async function nameStop({ key, at, label }: Stop): Promise<void> {
  if (at === undefined || label !== '') return
  const query = { lat: at[0], lon: at[1] }
  const found = await ask<ReverseReply>({ method: 'GET', path: '/v1/reverse', query }).catch(() => undefined)
  const now = plan.value.stops.find((stop) => stop.key === key)
  if (found === undefined || now === undefined || now.label !== '' || !isSamePoint(now.at, at)) return
  const { way } = plan.value
  plan.value = { ...withStop(plan.value, key, { at, label: found.label, isLookedUp: true }), way }
}
