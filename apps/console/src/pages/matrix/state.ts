import type { MatrixReply, MatrixRequest } from '@fairway/client'
import { effect, signal } from '@preact/signals'
import { nameAll, type Placed } from '../../entry/find-addresses.ts'
import { newStop, type Stop, withChange } from '../../entry/stops.ts'
import { isSamePoint, parsePoint } from '../../points.ts'
import { createAsking } from '../../state/asked.ts'
import type { Call } from '../../state/calls.ts'
import { kept } from '../../state/kept.ts'
import { keepInUrl, place } from '../../state/place-in-url.ts'

export type Metric = 'duration' | 'distance'

const isText = (value: unknown): value is string => typeof value === 'string'
const keptPoints = kept('matrix.points', '', isText)

/** They outlive the page: who follows a cell to its route and comes back finds them again. */
export const points = signal<readonly Stop[]>([])
export const metric = signal<Metric>('duration')
export const asking = createAsking<MatrixReply>()

/** An answer with the points it is about. */
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

/** Points are often clicked one after the other: a table for each of them would be too much. */
const PAUSE_MS = 350
/** Longer links are cut by mail programs and chats: then the points stay in this browser. */
const LONGEST = 1_800

export function changePoints(next: readonly Stop[], { show = false } = {}): void {
  points.value = next
  keptPoints.value = pointsText(next)
  if (show) isToBeShown.value = true
  keepInUrl('matrix', toQuery())
  clearTimeout(timer)
  if (next.length < 2) {
    asking.clear()
    answered.value = undefined
  } else timer = setTimeout(askForAll, PAUSE_MS)
  nameThem()
}

export function addPoints(placed: readonly Placed[]): void {
  changePoints([...points.value, ...placed.map(newStop)], { show: placed.length > 1 })
}

export function changeMetric(next: Metric): void {
  metric.value = next
  keepInUrl('matrix', toQuery())
}

function askForAll(): void {
  const body: MatrixRequest = { points: points.value.map(({ at }) => [at[0], at[1]] as const) }
  pointsBehind.set(body, points.value)
  void asking.ask({ method: 'POST', path: '/v1/matrix', body })
}

/** As the address says; without points in it, those of before. */
export function openFromUrl(): void {
  const { query } = place.peek()
  if (new URLSearchParams(toQuery()).toString() === query.toString()) return
  const text = query.get('points')
  if (query.has('metric')) metric.value = query.get('metric') === 'distance' ? 'distance' : 'duration'
  const isLinked = text !== null && text !== 'kept'
  if (!isLinked && points.peek().length > 0) return keepInUrl('matrix', toQuery())
  changePoints(readPoints(isLinked ? text : keptPoints.peek()), { show: true })
}

function toQuery(): Record<string, string> {
  const text = pointsText(points.peek())
  return {
    ...(text === '' ? {} : { points: text.length > LONGEST ? 'kept' : text }),
    ...(metric.peek() === 'distance' ? { metric: 'distance' } : {}),
  }
}

function pointsText(all: readonly Stop[]): string {
  return all.map(({ at }) => at.join(',')).join(';')
}

function readPoints(text: string): readonly Stop[] {
  return text.split(';').flatMap((one) => {
    const at = parsePoint(one)
    return at === undefined ? [] : [newStop({ at, label: '' })]
  })
}

function nameThem(): void {
  naming?.abort()
  naming = new AbortController()
  void nameAll(
    points.peek(),
    (key, at, label) => {
      const point = points.peek().find((one) => one.key === key)
      if (point?.label === '' && isSamePoint(point.at, at)) points.value = withChange(points.peek(), key, { label })
    },
    naming.signal,
  )
}
