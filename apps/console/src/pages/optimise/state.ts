import type { OptimizeReply, OptimizeRequest } from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import { nameAll } from '../../entry/find-addresses.ts'
import { sayUnread } from '../../entry/say-unread.ts'
import { newStop, type Stop, withChange } from '../../entry/stops.ts'
import { isSamePoint } from '../../points.ts'
import { createAsking } from '../../state/asked.ts'
import type { Call } from '../../state/calls.ts'
import { kept } from '../../state/kept.ts'
import { keepInUrl, place } from '../../state/place-in-url.ts'
import { demandText, keptText, readStops, settingsIn, stopsIn, toQuery, unreadStops } from './in-url.ts'
import type { Settings } from './settings.ts'
import { toBody, toCall } from './to-call.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const keptStops = kept('optimise.stops', '', isText)

/** Outlives the page, so that it is still there when the user returns. */
export const stops = signal<readonly Stop[]>([])
export const settings = signal<Settings>({})
export const asking = createAsking<OptimizeReply>()

/** A reply with its request. The stops on the page may have changed since. */
export interface Solved {
  readonly reply: OptimizeReply
  readonly body: OptimizeRequest
  readonly stops: readonly Stop[]
  readonly settings: Settings
  readonly call: Call
}

export const solved = signal<Solved | undefined>(undefined)
const behind = new WeakMap<object, Pick<Solved, 'stops' | 'settings'>>()

effect(() => {
  const { answer, call, failure, isWaiting } = asking.state.value
  if (isWaiting || failure !== undefined || answer === undefined || call === undefined) return
  const body = call.body as OptimizeRequest
  solved.value = { reply: answer, body, call, ...(behind.get(body) ?? { stops: [], settings: {} }) }
})

/** Whether anything other than names has changed since the reply. */
export const isStale = computed(() => {
  const before = solved.value
  if (before === undefined) return false
  return questionText(before.stops, before.settings) !== questionText(stops.value, settings.value)
})

function questionText(asked: readonly Stop[], how: Settings): string {
  return JSON.stringify([asked.map(demandText), how])
}

/** Whether all stops should be fitted into view. */
export const isToBeShown = signal(false)
let naming: AbortController | undefined

interface Change {
  /** Fit all points into view. */
  readonly show?: boolean
  /** A deliberate change: the browser's Back button returns to the state before it. */
  readonly isStep?: boolean
}

export function changeStops(next: readonly Stop[], { show = false, isStep = false }: Change = {}): void {
  undoable.value = undefined
  stops.value = next
  keptStops.value = keptText(next)
  if (show) isToBeShown.value = true
  if (next.length === 0) forget()
  keepInUrl('optimise', toQuery(next, settings.value), { isStep, kept: keptText(next) })
  nameThem()
}

/** Points removed by a single press, kept until the next action. */
export const undoable = signal<
  { readonly says: string; readonly stops: readonly Stop[]; readonly solved: Solved | undefined } | undefined
>(undefined)

/** Replaces all stops. */
export function replaceStops(next: readonly Stop[]): void {
  const before = { stops: stops.value, solved: solved.value }
  changeStops(next, { show: next.length > 0, isStep: true })
  const count = before.stops.length
  if (count > 0)
    undoable.value = { ...before, says: count === 1 ? '1 stop was removed.' : `${count} stops were removed.` }
}

export function undo(): void {
  const before = undoable.value
  if (before === undefined) return
  changeStops(before.stops, { show: true, isStep: true })
  solved.value = before.solved
}

export function changeSettings(change: Settings): void {
  const next = { ...settings.value, ...change }
  settings.value = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
  keepInUrl('optimise', toQuery(stops.value, settings.value), { kept: keptText(stops.value) })
}

export function addStops(placed: readonly Omit<Stop, 'key'>[], { isStep = false } = {}): void {
  changeStops([...stops.value, ...placed.map(newStop)], { show: placed.length > 1, isStep })
}

/** Requests the best order of the current stops. */
export function solve(): void {
  const body = toBody(stops.value, settings.value, new Date())
  behind.set(body, { stops: stops.value, settings: settings.value })
  void asking.ask(toCall(body))
}

function forget(): void {
  asking.clear()
  solved.value = undefined
}

/** Loads the stops from the URL, or else the previous ones. A link with stops is solved at once. */
export function openFromUrl(): void {
  const { query, kept } = place.peek()
  const isSameLink = new URLSearchParams(toQuery(stops.peek(), settings.peek())).toString() === query.toString()
  if (isSameLink && (kept === undefined || kept === keptText(stops.peek()))) return
  const linked = kept === undefined ? stopsIn(query) : readStops(kept)
  const before = stops.peek().length > 0 ? stops.peek() : readStops(keptStops.peek())
  if (query.size > 0 || kept !== undefined) settings.value = settingsIn(query)
  if (linked !== undefined) forget()
  if (kept === undefined) sayUnread(unreadStops(query))
  changeStops(linked ?? before, { show: true })
  if (linked !== undefined && linked.length > 2) solve()
}

function nameThem(): void {
  naming?.abort()
  naming = new AbortController()
  void nameAll(
    stops.peek(),
    (key, at, label) => {
      const stop = stops.peek().find((one) => one.key === key)
      if (stop?.label === '' && isSamePoint(stop.at, at))
        stops.value = withChange(stops.peek(), key, { label, isLookedUp: true })
    },
    naming.signal,
  )
}
