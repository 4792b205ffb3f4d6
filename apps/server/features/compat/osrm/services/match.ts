import type { ForeignReply } from '../../../../operations/reply.ts'
import type { CallReply, OperationCaller } from '../../../../platform/http/calls.ts'
import type { Caller } from '../../../../platform/http/guard/caller.ts'
import { type OsrmError, toErrorReply, toOsrmFailure } from '../errors.ts'
import { type MatchedPart, toMatchReply } from '../reply/matchings.ts'
import type { NativeMatch } from '../reply/native-route.ts'
import { areOnEarth } from '../request/coordinates.ts'
import { checkParameters, type OsrmParameters, parseParameters } from '../request/parameters.ts'
import { type Preferences, readPreferences } from '../request/profile.ts'
import {
  DEFAULT_MATCH_OPTIONS,
  findMissingAnnotation,
  type MatchOptions,
  matchOptions,
} from '../request/route-options.ts'
import { listParts, listTidyPoints } from '../request/trace.ts'
import type { OsrmUrl } from '../request/url.ts'
import { hasApproaches, restrictsDirection } from './constraints.ts'

const NO_MATCH: OsrmError = { code: 'NoMatch', message: 'Could not match the trace.' }
const NO_SEGMENT: OsrmError = {
  code: 'NoSegment',
  message: 'Could not find a matching segment for any coordinate.',
}
const TOO_BIG: OsrmError = { code: 'TooBig', message: 'Too many trace coordinates' }
/** Failure codes that mean that a part of the trace has no match. */
const UNMATCHED_CODES = ['trace-off-road', 'trace-in-one-place', 'points-outside-maps', 'outside-maps', 'null-island']
/** Largest accuracy value that the match operation accepts, in meters. */
const MAX_RADIUS_METERS = 10_000

/** Handles GET /match/v1/{profile}/{coordinates}. */
export async function findMatch(call: OperationCaller, caller: Caller, url: OsrmUrl): Promise<ForeignReply> {
  const parsed = parseParameters(url, DEFAULT_MATCH_OPTIONS, matchOptions)
  if (!parsed.ok) return toErrorReply(parsed.failure)
  const parameters = parsed.value
  const error = checkParameters(parameters, 2, { timestamps: parameters.timestamps }) ?? checkMatch(parameters)
  if (error) return toErrorReply(error)
  const preferences = readPreferences(url.profile, parameters.exclude)
  if (!preferences.ok) return toErrorReply(preferences.failure)
  const keptPoints = listKept(parameters)
  const parts = parameters.gaps === 'split' ? listParts(keptPoints, parameters.timestamps) : [keptPoints]
  const matchedParts: MatchedPart[] = []
  let unmatched: OsrmError = NO_MATCH
  for (const points of parts.filter(({ length }) => length > 1)) {
    const reply = await call('match', caller, { body: toMatchBody(parameters, preferences.value, points) })
    if (reply.ok) matchedParts.push({ points, match: reply.body as NativeMatch })
    else if (!UNMATCHED_CODES.includes(reply.problem.code)) return toMatchFailure(reply)
    else if (reply.problem.code !== 'trace-in-one-place') unmatched = NO_SEGMENT
  }
  if (matchedParts.length === 0) return toErrorReply(unmatched)
  const reply = toMatchReply(matchedParts, parameters)
  return reply.ok ? reply.value : toErrorReply(reply.failure)
}

function checkMatch(parameters: OsrmParameters<MatchOptions>): OsrmError | undefined {
  const { coordinates, timestamps, waypoints } = parameters
  // OSRM rejects these values with an empty message.
  if (waypoints.some((index) => index >= coordinates.length)) return { code: 'InvalidOptions', message: '' }
  if (!areOnEarth(coordinates)) return { code: 'InvalidValue', message: 'Invalid coordinate value.' }
  if (timestamps.some((time, index) => time < (timestamps[index - 1] ?? 0)))
    return { code: 'InvalidValue', message: 'Timestamps need to be monotonically increasing.' }
  if (waypoints.length > 0 && (waypoints[0] !== 0 || waypoints.at(-1) !== coordinates.length - 1))
    return { code: 'InvalidValue', message: 'First and last coordinates must be specified as waypoints.' }
  if (hasApproaches(parameters))
    return { code: 'NotImplemented', message: 'approaches is not available in match; use unrestricted' }
  return findMissingAnnotation(parameters)
}

/** Lists the indices of the coordinates to match. Tidying never removes waypoints. */
function listKept({ coordinates, timestamps, tidy, waypoints }: OsrmParameters<MatchOptions>): readonly number[] {
  if (!tidy) return [...coordinates.keys()]
  return [...new Set([...listTidyPoints(coordinates, timestamps), ...waypoints])].sort((a, b) => a - b)
}

/** Creates the body of the match request. Fairway's accuracies and OSRM's radiuses are both standard deviations. */
function toMatchBody(
  { coordinates, timestamps, radiuses, bearings, gaps }: OsrmParameters<MatchOptions>,
  preferences: Preferences,
  points: readonly number[],
): object {
  const select = <T>(list: readonly (T | undefined)[]) => points.map((index) => list[index])
  const toAccuracy = (radius: number | undefined) =>
    radius === undefined || radius > MAX_RADIUS_METERS ? null : radius
  return {
    ...preferences,
    points: select(coordinates),
    ...(timestamps.length > 0 && { times: select(timestamps) }),
    ...(radiuses.length > 0 && { accuracies: select(radiuses).map(toAccuracy) }),
    ...(bearings.some(restrictsDirection) && {
      headings: select(bearings).map((bearing) => (restrictsDirection(bearing) ? bearing.degrees : null)),
      heading_tolerances: select(bearings).map((bearing) =>
        restrictsDirection(bearing) ? bearing.rangeDegrees : null,
      ),
    }),
    gaps: gaps === 'ignore' ? 'bridge' : 'split',
    steps: true,
    geometry: 'points',
  }
}

function toMatchFailure({ problem }: Extract<CallReply, { ok: false }>): ForeignReply {
  const isTooBig = problem.code === 'trace-too-long' || problem.code === 'trace-too-slow'
  const reply = toOsrmFailure(problem, { noRoute: NO_MATCH, tooBig: TOO_BIG, toCoordinate: (_field, index) => index })
  return isTooBig ? { ...reply, body: TOO_BIG } : reply
}
