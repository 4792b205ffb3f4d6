import type { MatrixReply, MatrixRequest } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { type LocatedEntry, nameUnlabeledPoints } from '../../entry/find-addresses.ts'
import { notifyUnreadable } from '../../entry/say-unread.ts'
import { createStop, type Stop, updateStop } from '../../entry/stops.ts'
import { isSamePoint } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import type { ApiCall } from '../../state/calls.ts'
import { pageLocation, writeToUrl } from '../../state/page-location.ts'
import { persistentSignal } from '../../state/persistent-signal.ts'
import {
  findPointsInQuery,
  formatStoredPoints,
  listUnreadablePoints,
  type Metric,
  parseStoredPoints,
  toQuery,
} from './in-url.ts'

const isString = (value: unknown): value is string => typeof value === 'string'
const storedPoints = persistentSignal('matrix.points', '', isString)

/** Points of the matrix, stored outside the page so that they survive a visit to another page. */
export const points = signal<readonly Stop[]>([])
export const metric = signal<Metric>('duration')
export const matrixRequest = createApiRequest<MatrixReply>()

/** Reply together with the points of its request. */
export interface MatrixResult {
  readonly reply: MatrixReply
  readonly points: readonly Stop[]
  readonly call: ApiCall
}

export const matrixResult = signal<MatrixResult | undefined>(undefined)
const pointsByRequest = new WeakMap<object, readonly Stop[]>()

effect(() => {
  const { answer, call, failure, isWaiting } = matrixRequest.state.value
  if (isWaiting || failure !== undefined || answer === undefined || call === undefined) return
  matrixResult.value = { reply: answer, points: pointsByRequest.get(call.body as object) ?? [], call }
})

export const shouldFitView = signal(false)
let namingController: AbortController | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Delay before a request, in milliseconds. Users often click several points in a row, and one request per click would
 * be too many.
 */
const REQUEST_DELAY_MS = 350
interface ChangeOptions {
  /** Whether to fit all points into view. */
  readonly fitView?: boolean
  /** Whether the browser's Back button returns to the state before this change. */
  readonly pushHistory?: boolean
}

export function changePoints(
  next: readonly Stop[],
  { fitView = false, pushHistory = false }: ChangeOptions = {},
): void {
  removedPoints.value = undefined
  points.value = next
  storedPoints.value = formatStoredPoints(next)
  if (fitView) shouldFitView.value = true
  writePointsToUrl(pushHistory)
  clearTimeout(timer)
  if (next.length < 2) {
    matrixRequest.clear()
    matrixResult.value = undefined
  } else timer = setTimeout(requestMatrix, REQUEST_DELAY_MS)
  nameUnlabeled()
}

/** Points that the user removed all at once, kept for undo until the next action. */
export const removedPoints = signal<readonly Stop[] | undefined>(undefined)

export function clearPoints(): void {
  const previousPoints = points.value
  changePoints([], { pushHistory: true })
  removedPoints.value = previousPoints
}

export function undoClear(): void {
  if (removedPoints.value !== undefined) changePoints(removedPoints.value, { fitView: true, pushHistory: true })
}

export function addPoints(entries: readonly LocatedEntry[]): void {
  changePoints([...points.value, ...entries.map(createStop)], { fitView: entries.length > 1, pushHistory: true })
}

export function changeMetric(next: Metric): void {
  metric.value = next
  writePointsToUrl()
}

function requestMatrix(): void {
  const body: MatrixRequest = { points: points.value.map(({ at }) => [at[0], at[1]] as const) }
  pointsByRequest.set(body, points.value)
  void matrixRequest.send({ method: 'POST', path: '/v1/matrix', body })
}

/** Loads the points from the URL, or restores the stored points. */
export function openFromUrl(): void {
  const { query, savedState } = pageLocation.peek()
  const isSameLink = new URLSearchParams(toQuery(points.peek(), metric.peek())).toString() === query.toString()
  if (isSameLink && (savedState === undefined || savedState === formatStoredPoints(points.peek()))) return
  if (query.has('metric') || query.has('points'))
    metric.value = query.get('metric') === 'distance' ? 'distance' : 'duration'
  const linkedPoints = savedState === undefined ? findPointsInQuery(query) : parseStoredPoints(savedState)
  const previousPoints = points.peek().length > 0 ? points.peek() : parseStoredPoints(storedPoints.peek())
  if (savedState === undefined) notifyUnreadable(listUnreadablePoints(query))
  changePoints(linkedPoints ?? previousPoints, { fitView: true })
}

function writePointsToUrl(isStep = false): void {
  writeToUrl('matrix', toQuery(points.peek(), metric.peek()), {
    pushHistory: isStep,
    savedState: formatStoredPoints(points.peek()),
  })
}

function nameUnlabeled(): void {
  namingController?.abort()
  namingController = new AbortController()
  void nameUnlabeledPoints(
    points.peek(),
    (key, position, label) => {
      const point = points.peek().find((candidate) => candidate.key === key)
      if (point?.label === '' && isSamePoint(point.at, position))
        points.value = updateStop(points.peek(), key, { label, isLookedUp: true })
    },
    namingController.signal,
  )
}
