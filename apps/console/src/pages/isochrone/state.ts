import { signal } from '@preact/signals'
import { type LocatedEntry, nameUnlabeledPoints } from '../../entry/find-addresses.ts'
import { notifyUnreadable } from '../../entry/say-unread.ts'
import { createStop, type Stop, updateStop } from '../../entry/stops.ts'
import { isSamePoint } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import type { ApiCall } from '../../state/calls.ts'
import { notify } from '../../state/notices.ts'
import { pageLocation, writeToUrl } from '../../state/page-location.ts'
import { findPointsInQuery, formatStoredPoints, listUnreadablePoints, parseStoredPoints } from '../matrix/in-url.ts'
import { computeIsochrones, type IsochroneQuestion, type IsochroneResult, listCalls } from './compute.ts'
import { defaultSettings, type IsochroneSettings, parseSettings, toQuery } from './settings.ts'

/** Maximum number of points. The service accepts more per request, but an intersection sends one request per point. */
const MAX_ORIGINS = 10

export const origins = signal<readonly Stop[]>([])
export const settings = signal<IsochroneSettings>(defaultSettings)
export const shouldFitView = signal(false)

const questions = new WeakMap<ApiCall, IsochroneQuestion>()
export const isochroneRequest = createApiRequest<IsochroneResult>(
  () => true,
  (call, abortSignal) =>
    computeIsochrones(questions.get(call) ?? { origins: [], settings: defaultSettings }, abortSignal),
)

interface ChangeOptions {
  readonly fitView?: boolean
  /** Whether the browser's Back button returns to the state before this change. */
  readonly pushHistory?: boolean
}

export function changeOrigins(
  next: readonly Stop[],
  { fitView = false, pushHistory = false }: ChangeOptions = {},
): void {
  if (next.length > MAX_ORIGINS) {
    notify(`This page can compare at most ${MAX_ORIGINS} points. Remove one first.`, 'error')
    return
  }
  origins.value = next
  if (fitView) shouldFitView.value = true
  writePage(pushHistory)
  requestContours()
  nameUnlabeled()
}

export function addOrigin(entry: LocatedEntry, options: ChangeOptions = {}): void {
  changeOrigins([...origins.value, createStop(entry)], { pushHistory: true, ...options })
}

/** Changes settings. By default, the change adds no history entry, because the slider changes many times in a row. */
export function changeSettings(change: Partial<IsochroneSettings>, { pushHistory = false }: ChangeOptions = {}): void {
  settings.value = { ...settings.value, ...change }
  writePage(pushHistory)
  requestContours()
}

let timer: ReturnType<typeof setTimeout> | undefined
/**
 * Delay before a request, in milliseconds. Users drag the slider or click several points in a row, and one request per
 * step would be too many.
 */
const REQUEST_DELAY_MS = 200

function requestContours(): void {
  clearTimeout(timer)
  if (origins.value.length === 0) isochroneRequest.clear()
  else timer = setTimeout(sendQuestion, REQUEST_DELAY_MS)
}

function sendQuestion(): void {
  const question = { origins: origins.peek(), settings: settings.peek() }
  const [profile] = question.settings.profiles
  const [call] = profile === undefined ? [] : listCalls(question, profile)
  if (call === undefined) return
  questions.set(call, question)
  void isochroneRequest.send(call)
}

/** Restores the state from the link. A link without points keeps the points on the page. */
export function openFromUrl(): void {
  const { query, savedState } = pageLocation.peek()
  const isSameLink = new URLSearchParams(toQuery(origins.peek(), settings.peek())).toString() === query.toString()
  if (isSameLink && (savedState === undefined || savedState === formatStoredPoints(origins.peek()))) return
  const initialPoints = savedState === undefined ? findPointsInQuery(query) : parseStoredPoints(savedState)
  if (initialPoints !== undefined || query.size > 0) settings.value = parseSettings(query)
  if (savedState === undefined) notifyUnreadable(listUnreadablePoints(query))
  changeOrigins((initialPoints ?? origins.peek()).slice(0, MAX_ORIGINS), { fitView: true })
}

function writePage(pushHistory: boolean): void {
  writeToUrl('isochrone', toQuery(origins.peek(), settings.peek()), {
    pushHistory,
    savedState: formatStoredPoints(origins.peek()),
  })
}

let namingController: AbortController | undefined

function nameUnlabeled(): void {
  namingController?.abort()
  namingController = new AbortController()
  const setName = (key: number, position: Stop['at'], label: string) => {
    const origin = origins.peek().find((candidate) => candidate.key === key)
    if (origin?.label === '' && isSamePoint(origin.at, position))
      origins.value = updateStop(origins.peek(), key, { label, isLookedUp: true })
  }
  void nameUnlabeledPoints(origins.peek(), setName, namingController.signal)
}
