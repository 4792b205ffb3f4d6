import type { Static } from 'typebox'
import type { DeepReadonly } from '../../../../operations/define-operation.ts'
import { findZoneClock } from '../../../../platform/local-clock.ts'
import type { OptimizeJob, OptimizeQuery } from '../job.ts'
import type { TourLines } from '../lines/draw-tours.ts'
import type { OptimizeFields } from '../schemas.ts'
import { toSolution } from '../solution.ts'
import type { SolveResult } from '../solve/solve.ts'
import { TourClock } from '../tour-clock.ts'
import { listTourWarnings, toOptimizeReply } from './reply.ts'
import type { OptimizeReply } from './reply-schemas.ts'

/** Data that a reply contains besides the solution, as plain data that can be sent to any thread. */
export interface ReplyData extends Omit<OptimizeQuery, 'job' | 'clock'> {
  readonly timeZone: string
  /** Request options that also apply to routes. Undefined if the solution is not stored. */
  readonly storedOptions: Readonly<Record<string, unknown>> | undefined
}

/** Reply as text. Building the reply of a thousand stops takes longer than most requests. */
export interface WrittenReply {
  readonly kind: 'written'
  /** JSON of the reply, without `id` and `warnings`. */
  readonly json: string
  /** JSON of the `Solution` to store. Undefined if the solution is not stored. */
  readonly solutionJson: string | undefined
  readonly warnings: readonly string[]
}

const routeOptions = ['profile', 'mode', 'costing', 'model', 'avoid', 'avoid_areas', 'vehicle'] as const

export function toReplyData(body: OptimizeFields, query: OptimizeQuery, isStored: boolean): ReplyData {
  const { job: _, clock, ...data } = query
  const givenOptions = routeOptions.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]]))
  return { ...data, timeZone: clock.timeZone, storedOptions: isStored ? Object.fromEntries(givenOptions) : undefined }
}

/** Writes the reply and the solution to store. Runs on any thread. */
export function writeReply(
  job: OptimizeJob,
  { timeZone, storedOptions, ...data }: ReplyData,
  solveResult: SolveResult,
  lines?: TourLines,
): WrittenReply {
  const zone = findZoneClock(timeZone)
  if (!zone) throw new Error(`time zone ${timeZone} of the request is unknown`)
  const clock = new TourClock(data.departMs, { name: timeZone, clock: zone })
  const query = { ...data, job, clock }
  const reply: DeepReadonly<Static<typeof OptimizeReply>> = toOptimizeReply(query, solveResult, lines)
  return {
    kind: 'written',
    json: JSON.stringify(reply),
    solutionJson: storedOptions && JSON.stringify(toSolution(query, storedOptions, solveResult, reply)),
    warnings: listTourWarnings(query, solveResult),
  }
}

/** Adds the id and the warnings to the JSON of a reply. */
export function completeReply(
  { json }: Pick<WrittenReply, 'json'>,
  id: string | undefined,
  warnings: readonly string[] | undefined,
): string {
  const start = id === undefined ? '{' : `{"id":${JSON.stringify(id)},`
  const end = warnings === undefined ? '}' : `,"warnings":${JSON.stringify(warnings)}}`
  return start + json.slice(1, -1) + end
}
