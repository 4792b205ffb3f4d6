import type { FleetStop, TimeWindow } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { AnyFailure } from '../failures.ts'
import { readMoment, readWindow, toMilliminutes } from '../moments.ts'
import type { OptimizeFields } from '../schemas.ts'
import type { TourClock } from '../tour-clock.ts'
import { toMinutes } from '../units.ts'
import { toCostUnits, toPenaltyRate } from './cost-units.ts'

type StopOptions = Pick<FleetStop, 'setup' | 'prize' | 'group' | 'release' | 'softWindow' | 'windows'>

/**
 * Reads the setup time, prize, group, release, due time and soft window of a stop. The release and the due time limit
 * the time windows.
 */
export function readStopOptions(
  body: OptimizeFields,
  number: number,
  { service = 0, windows }: Pick<FleetStop, 'service' | 'windows'>,
  clock: TourClock,
): Result<StopOptions, AnyFailure> {
  const { objective = 'distance' } = body
  const release = readOptionalMoment(`release_at[${number}]`, body.release_at?.[number], clock)
  if (!release.ok) return release
  const dueTime = readOptionalMoment(`due_at[${number}]`, body.due_at?.[number], clock)
  if (!dueTime.ok) return dueTime
  const softWindow = readSoftWindow(body, number, clock)
  if (!softWindow.ok) return softWindow
  const isPickup = body.pairs?.some(({ pickup }) => pickup === number) === true
  const openings = limitWindows(body, number, windows, {
    from: isPickup ? Math.max(0, release.value ?? 0) : 0,
    to: dueTime.value === undefined ? undefined : dueTime.value - service,
    service,
  })
  if (!openings.ok) return openings
  const prize = body.prize?.[number]
  const group = body.group?.[number]
  const setup = Array.isArray(body.setup_min) ? body.setup_min[number] : body.setup_min
  return ok({
    windows: openings.value,
    setup: toMilliminutes(Number(setup ?? 0)),
    ...(prize === null || prize === undefined ? {} : { prize: toCostUnits(objective, prize) }),
    ...(group === null || group === undefined ? {} : { group: (body.group ?? []).indexOf(group) }),
    ...(isPickup ? {} : { release: Math.max(0, release.value ?? 0) }),
    softWindow: softWindow.value,
  })
}

function readOptionalMoment(
  field: string,
  input: number | string | null | undefined,
  clock: TourClock,
): Result<number | undefined, AnyFailure> {
  return input === null || input === undefined ? ok(undefined) : readMoment(field, input, clock)
}

interface StartLimits {
  readonly from: number
  readonly to: number | undefined
  readonly service: number
}

/** Limits the windows so that service starts neither before `from` nor after `to`. */
function limitWindows(
  body: OptimizeFields,
  number: number,
  windows: readonly TimeWindow[] | undefined,
  { from, to, service }: StartLimits,
): Result<readonly TimeWindow[] | undefined, AnyFailure> {
  if (from === 0 && to === undefined) return ok(windows)
  const field = `due_at[${number}]`
  const dueText = String(body.due_at?.[number])
  if (to !== undefined && to < from)
    return fail({ kind: 'due-too-early', field, given: dueText, serviceMin: toMinutes(service) })
  const latest = to ?? Number.POSITIVE_INFINITY
  const limitedWindows = (windows ?? [[0, latest] as const])
    .map(([openTime, closeTime]): TimeWindow => [Math.max(openTime, from), Math.min(closeTime, latest)])
    .filter(([openTime, closeTime]) => openTime <= closeTime)
  if (limitedWindows.length === 0)
    return fail({ kind: 'due-before-window', field, given: dueText, window: `time_windows[${number}]` })
  // An open-ended window occurs only with a release. Such a window ends at the maximum time of a request.
  return ok(limitedWindows.map(([openTime, closeTime]) => [openTime, Math.min(closeTime, LAST_MOMENT)]))
}

const LAST_MOMENT = 2 ** 39

function readSoftWindow(
  { soft_windows, objective = 'distance' }: OptimizeFields,
  number: number,
  clock: TourClock,
): Result<FleetStop['softWindow'], AnyFailure> {
  const input = soft_windows?.[number]
  if (!input) return ok(undefined)
  const field = `soft_windows[${number}]`
  const { early_per_min = 0, late_per_min = 0 } = input
  if (early_per_min === 0 && late_per_min === 0) return fail({ kind: 'soft-window-free', field })
  const window = readWindow(field, input, clock)
  if (!window.ok) return window
  if (!window.value) return fail({ kind: 'window-passed', field })
  return ok({
    window: window.value,
    earlyCost: toPenaltyRate(objective, early_per_min),
    lateCost: toPenaltyRate(objective, late_per_min),
  })
}

/** Finds prizes, groups and releases that contradict pairs or each other. */
export function findOptionFailure(body: OptimizeFields): AnyFailure | undefined {
  for (const { pickup, delivery } of body.pairs ?? []) {
    for (const number of [pickup, delivery])
      if (hasEntry(body.group, number)) return { kind: 'group-of-pair', field: `group[${number}]`, number }
    for (const list of ['prize', 'release_at'] as const)
      if (hasEntry<unknown>(body[list], delivery))
        return { kind: 'delivery-field', field: `${list}[${delivery}]`, list, number: delivery, pickup }
  }
  const { group = [], prize = [] } = body
  for (const [number, name] of group.entries()) {
    if (name === null || hasEntry(prize, number)) continue
    if (group.some((other, index) => other === name && hasEntry(prize, index)))
      return { kind: 'group-with-some-prizes', group: name, number }
  }
  return undefined
}

function hasEntry<T>(list: readonly T[] | undefined, number: number): boolean {
  return list?.[number] !== null && list?.[number] !== undefined
}
