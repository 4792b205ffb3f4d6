import type { OptimizeReply, OptimizeRequest } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { nameUnlabeledPoints } from '../../entry/find-addresses.ts'
import { notifyUnreadable } from '../../entry/say-unread.ts'
import { createStop, type Stop, updateStop } from '../../entry/stops.ts'
import { isSamePoint } from '../../points.ts'
import { createApiRequest } from '../../state/api-request.ts'
import { type ApiCall, CallError } from '../../state/calls.ts'
import { notify } from '../../state/notices.ts'
import { pageLocation, writeToUrl } from '../../state/page-location.ts'
import { persistentSignal } from '../../state/persistent-signal.ts'
import {
  findStopsInQuery,
  formatStopFields,
  formatStoredStops,
  listUnreadableStops,
  parseSettings,
  parseStops,
  toQuery,
} from './in-url.ts'
import { createDeliveryDay } from './sample.ts'
import type { Settings } from './settings.ts'
import { toCall, toOptimizeRequest } from './to-call.ts'

const isString = (value: unknown): value is string => typeof value === 'string'
const storedStops = persistentSignal('optimise.stops', '', isString)

/** Stops of the page, stored outside the page so that they survive a visit to another page. */
export const stops = signal<readonly Stop[]>([])
export const settings = signal<Settings>({})
export const optimizeRequest = createApiRequest<OptimizeReply>()

/** Reply together with its request. The stops on the page may have changed after the request. */
export interface Solution {
  readonly reply: OptimizeReply
  readonly body: OptimizeRequest
  readonly stops: readonly Stop[]
  readonly settings: Settings
  readonly call: ApiCall
  /** Solution from the service before the user changed it. */
  readonly original?: Solution
}

export const solution = signal<Solution | undefined>(undefined)
const inputByRequest = new WeakMap<object, Pick<Solution, 'stops' | 'settings'>>()

effect(() => {
  const { answer, call, failure, isWaiting } = optimizeRequest.state.value
  if (isWaiting || failure !== undefined || answer === undefined || call === undefined) return
  const body = call.body as OptimizeRequest
  solution.value = { reply: answer, body, call, ...(inputByRequest.get(body) ?? { stops: [], settings: {} }) }
})

/** Whether anything except names has changed since the reply. */
export const isStale = computed(() => {
  const previous = solution.value
  if (previous === undefined) return false
  return toRequestKey(previous.stops, previous.settings) !== toRequestKey(stops.value, settings.value)
})

function toRequestKey(requestStops: readonly Stop[], requestSettings: Settings): string {
  return JSON.stringify([requestStops.map(formatStopFields), requestSettings])
}

/** Whether to fit all stops into view. */
export const shouldFitView = signal(false)
let namingController: AbortController | undefined

interface ChangeOptions {
  /** Whether to fit all stops into view. */
  readonly fitView?: boolean
  /** Whether the browser's Back button returns to the state before this change. */
  readonly pushHistory?: boolean
}

export function changeStops(next: readonly Stop[], { fitView = false, pushHistory = false }: ChangeOptions = {}): void {
  replacedState.value = undefined
  stops.value = next
  storedStops.value = formatStoredStops(next)
  if (fitView) shouldFitView.value = true
  if (next.length === 0) clearSolution()
  writeToUrl('optimise', toQuery(next, settings.value), { pushHistory, savedState: formatStoredStops(next) })
  nameUnlabeled()
}

/** State before all stops were replaced, kept for undo until the next action. */
export const replacedState = signal<
  { readonly message: string; readonly stops: readonly Stop[]; readonly solution: Solution | undefined } | undefined
>(undefined)

export function replaceStops(next: readonly Stop[]): void {
  const previousState = { stops: stops.value, solution: solution.value }
  changeStops(next, { fitView: next.length > 0, pushHistory: true })
  const count = previousState.stops.length
  if (count > 0)
    replacedState.value = {
      ...previousState,
      message: count === 1 ? '1 stop was removed.' : `${count} stops were removed.`,
    }
}

export function undoReplace(): void {
  const previousState = replacedState.value
  if (previousState === undefined) return
  changeStops(previousState.stops, { fitView: true, pushHistory: true })
  solution.value = previousState.solution
}

export function changeSettings(change: Settings): void {
  const next = { ...settings.value, ...change }
  settings.value = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
  writeToUrl('optimise', toQuery(stops.value, settings.value), { savedState: formatStoredStops(stops.value) })
}

export function addStops(entries: readonly Omit<Stop, 'key'>[], { isStep = false } = {}): void {
  changeStops([...stops.value, ...entries.map(createStop)], { fitView: entries.length > 1, pushHistory: isStep })
}

/** Requests the best order of the current stops. */
export function solve(): void {
  const body = toOptimizeRequest(stops.value, settings.value)
  inputByRequest.set(body, { stops: stops.value, settings: settings.value })
  void optimizeRequest.send(toCall(body))
}

function clearSolution(): void {
  optimizeRequest.clear()
  solution.value = undefined
}

/** Loads the stops from the URL, or restores the stored stops. A link with stops is solved immediately. */
export function openFromUrl(): void {
  const { query, savedState, mapView } = pageLocation.peek()
  if (query.get('example') === 'day') {
    void openExample()
    return
  }
  const isSameLink = new URLSearchParams(toQuery(stops.peek(), settings.peek())).toString() === query.toString()
  if (isSameLink && (savedState === undefined || savedState === formatStoredStops(stops.peek()))) return
  const linkedStops = savedState === undefined ? findStopsInQuery(query) : parseStops(savedState)
  const previousStops = stops.peek().length > 0 ? stops.peek() : parseStops(storedStops.peek())
  if (query.size > 0 || savedState !== undefined) settings.value = parseSettings(query)
  if (linkedStops !== undefined) clearSolution()
  if (savedState === undefined) notifyUnreadable(listUnreadableStops(query))
  changeStops(linkedStops ?? previousStops, { fitView: mapView === undefined })
  if (linkedStops !== undefined && linkedStops.length > 2) solve()
}

export const isExampleLoading = signal(false)

/** Replaces the link to the example with a link to its stops. */
async function openExample(): Promise<void> {
  isExampleLoading.value = true
  const example = await createDeliveryDay().catch((error: unknown) => {
    notify(error instanceof CallError ? error.message : String(error), 'error')
    return undefined
  })
  isExampleLoading.value = false
  // The user may have left the page or changed the input during loading.
  if (example === undefined || pageLocation.peek().query.get('example') !== 'day') return
  settings.value = example.settings
  clearSolution()
  changeStops(example.stops.map(createStop), { fitView: true })
  solve()
}

function nameUnlabeled(): void {
  namingController?.abort()
  namingController = new AbortController()
  void nameUnlabeledPoints(
    stops.peek(),
    (key, position, label) => {
      const stop = stops.peek().find((candidate) => candidate.key === key)
      if (stop?.label === '' && isSamePoint(stop.at, position))
        stops.value = updateStop(stops.peek(), key, { label, isLookedUp: true })
    },
    namingController.signal,
  )
}
