import type { MatrixReply, MatrixRequest } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { nameAll, type Placed } from '../../entry/find-addresses.ts'
import { sayUnread } from '../../entry/say-unread.ts'
import { newStop, type Stop, withChange } from '../../entry/stops.ts'
import { isSamePoint } from '../../points.ts'
import { createAsking } from '../../state/asked.ts'
import type { Call } from '../../state/calls.ts'
import { kept } from '../../state/kept.ts'
import { keepInUrl, place } from '../../state/place-in-url.ts'
import { keptText, type Metric, pointsIn, readPoints, toQuery, unreadPoints } from './in-url.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const keptPoints = kept('matrix.points', '', isText)

/** Outlives the page, so that it is still there after the user follows a cell to its route and returns. */
export const points = signal<readonly Stop[]>([])
export const metric = signal<Metric>('duration')
export const asking = createAsking<MatrixReply>()

/** A reply with the points it refers to. */
export interface Answered {
  readonly reply: MatrixReply
  readonly points: readonly Stop[]
  readonly call: Call
}

export const answered = signal<Answered | undefined>(undefined)
const pointsBehind = new WeakMap<object, readonly Stop[]>()

effect(() => {
  const { answer, call, failure, isWaiting } = asking.state.value
  if (isWaiting || failure !== undefined || answer === undefined || call === undefined) return
  answered.value = { reply: answer, points: pointsBehind.get(call.body as object) ?? [], call }
})

export const isToBeShown = signal(false)
let naming: AbortController | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Users often click several points in a row. A request for each click would be too many. */
const PAUSE_MS = 350
interface Change {
  /** Fit all points into view. */
  readonly show?: boolean
  /** A deliberate change: the browser's Back button returns to the state before it. */
  readonly isStep?: boolean
}

export function changePoints(next: readonly Stop[], { show = false, isStep = false }: Change = {}): void {
  undoable.value = undefined
  points.value = next
  keptPoints.value = keptText(next)
  if (show) isToBeShown.value = true
  putIntoUrl(isStep)
  clearTimeout(timer)
  if (next.length < 2) {
    asking.clear()
    answered.value = undefined
  } else timer = setTimeout(askForAll, PAUSE_MS)
  nameThem()
}

/** Points removed by a single press, kept until the next action. */
export const undoable = signal<readonly Stop[] | undefined>(undefined)

export function clear(): void {
  const before = points.value
  changePoints([], { isStep: true })
  undoable.value = before
}

export function undo(): void {
  if (undoable.value !== undefined) changePoints(undoable.value, { show: true, isStep: true })
}

export function addPoints(placed: readonly Placed[]): void {
  changePoints([...points.value, ...placed.map(newStop)], { show: placed.length > 1, isStep: true })
}

export function changeMetric(next: Metric): void {
  metric.value = next
  putIntoUrl()
}

function askForAll(): void {
  const body: MatrixRequest = { points: points.value.map(({ at }) => [at[0], at[1]] as const) }
  pointsBehind.set(body, points.value)
  void asking.ask({ method: 'POST', path: '/v1/matrix', body })
}

/** Loads the points from the URL, or else the previous ones. */
export function openFromUrl(): void {
  const { query, kept } = place.peek()
  const isSameLink = new URLSearchParams(toQuery(points.peek(), metric.peek())).toString() === query.toString()
  if (isSameLink && (kept === undefined || kept === keptText(points.peek()))) return
  if (query.has('metric') || query.has('points'))
    metric.value = query.get('metric') === 'distance' ? 'distance' : 'duration'
  const linked = kept === undefined ? pointsIn(query) : readPoints(kept)
  const before = points.peek().length > 0 ? points.peek() : readPoints(keptPoints.peek())
  if (kept === undefined) sayUnread(unreadPoints(query))
  changePoints(linked ?? before, { show: true })
}

function putIntoUrl(isStep = false): void {
  keepInUrl('matrix', toQuery(points.peek(), metric.peek()), { isStep, kept: keptText(points.peek()) })
}

function nameThem(): void {
  naming?.abort()
  naming = new AbortController()
  void nameAll(
    points.peek(),
    (key, at, label) => {
      const point = points.peek().find((one) => one.key === key)
      if (point?.label === '' && isSamePoint(point.at, at))
        points.value = withChange(points.peek(), key, { label, isLookedUp: true })
    },
    naming.signal,
  )
}
