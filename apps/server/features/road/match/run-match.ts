import {
  type MatchedTrace,
  type MatchMap,
  metersBetween,
  PieceJoiner,
  TraceMatcher,
  type Track,
  toTraceModel,
} from '@fairway/road'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import { findTraceRegion, type TraceRegion } from './find-region.ts'
import { MAX_MATCH_SECONDS } from './limits.ts'
import type { MatchJob, MatchOutcome, TraceInput } from './match-job.ts'
import { readGpx } from './read-gpx.ts'
import { findSizeFailure } from './read-trace.ts'
import { MatchWriter } from './reply-writer.ts'

/** Maximum extent of a trace that stays in one place, in meters. Such a trace has no route. */
const ONE_PLACE_METERS = 5

interface MatchEngine {
  readonly matcher: TraceMatcher
  readonly joiner: PieceJoiner
}

const engines = new WeakMap<MatchMap, MatchEngine>()
let writer: MatchWriter | undefined

/** Matches a trace on the map that contains it and writes the reply. */
export async function runMatch(
  regions: RegionDirectory,
  job: MatchJob,
  isCancelled: () => boolean,
  now: () => number = () => performance.now(),
): Promise<MatchOutcome> {
  const trace = openTrace(job.trace)
  if (!trace.ok) return { kind: 'failure', failure: trace.failure }
  const { field, track } = trace.value
  if (isInOnePlace(track))
    return { kind: 'failure', failure: { kind: 'trace-in-one-place', field, given: track.count } }
  const traceRegion = await findTraceRegion(regions, field, track)
  if (!traceRegion.ok) return { kind: 'failure', failure: traceRegion.failure }
  const region = traceRegion.value.region.withNetwork(job.profile.network)
  // The main thread logs why the data is unavailable.
  const matchMap = await region.getMatchMap(job.profile, job.nowMs).catch(() => undefined)
  if (!matchMap) return { kind: 'failure', failure: { kind: 'engine-unavailable' } }
  const { matcher, joiner } = getEngine(matchMap)
  const mayBridge = job.gaps === 'bridge'
  const lastMs = now() + 1000 * MAX_MATCH_SECONDS
  const model = toTraceModel(job.profile.network, mayBridge)
  const matchedTrack = matcher.match(leaveOut(track, traceRegion.value), model, () => isCancelled() || now() > lastMs)
  if (isCancelled()) return { kind: 'failure', failure: { kind: 'given-up' } }
  if (now() > lastMs) return { kind: 'failure', failure: { kind: 'trace-too-slow', field, given: track.count } }
  if (matchedTrack.pieces.length === 0) {
    return { kind: 'failure', failure: { kind: 'trace-off-road', field, given: track.count } }
  }
  const joinedTrack = joiner.join(matchedTrack.pieces, mayBridge)
  writer ??= new MatchWriter()
  const writtenReply = writer.write({
    job,
    region,
    matchMap,
    track,
    matchedTrace: matchedTrack,
    joinedTrace: joinedTrack,
    outside: traceRegion.value.outside,
  })
  return { kind: 'matched', ...writtenReply, warnings: listWarnings(field, track, matchedTrack, traceRegion.value) }
}

function openTrace(input: TraceInput): Result<{ readonly field: string; readonly track: Track }, AnyFailure> {
  if (input.kind === 'track') return ok(input)
  const track = readGpx(input.text)
  if (!track.ok) return track
  const failure = findSizeFailure('gpx', track.value.count)
  return failure ? fail(failure) : ok({ field: 'gpx', track: track.value })
}

function getEngine(matchMap: MatchMap): MatchEngine {
  const engine = engines.get(matchMap) ?? { matcher: new TraceMatcher(matchMap), joiner: new PieceJoiner(matchMap) }
  engines.set(matchMap, engine)
  return engine
}

function isInOnePlace(track: Track): boolean {
  for (let i = 1; i < track.count; i++) if (metersBetween(track, 0, i) > ONE_PLACE_METERS) return false
  return true
}

/** Removes the coordinates of points outside the map, because the matcher ignores points without coordinates. */
function leaveOut(track: Track, { outside, outsideCount }: TraceRegion): Track {
  if (outsideCount === 0) return track
  return { ...track, latitude: track.latitude.map((latitude, i) => (outside[i] === 1 ? Number.NaN : latitude)) }
}

function listWarnings(
  field: string,
  { count }: Track,
  { counts }: MatchedTrace,
  { outsideCount, region }: TraceRegion,
): string[] {
  const warnings: string[] = []
  if (counts.unorderedCount > 0) {
    warnings.push(
      `${formatPoints(counts.unorderedCount)} of ${field} ${counts.unorderedCount === 1 ? 'is' : 'are'} earlier than a preceding point; the trace was sorted by time`,
    )
  }
  if (outsideCount > 0) {
    warnings.push(
      `${formatPoints(outsideCount)} of ${count.toLocaleString('en-US')} in ${field} ${outsideCount === 1 ? 'is' : 'are'} outside the map ${region.handle.region} and ${outsideCount === 1 ? 'was' : 'were'} left out`,
    )
  }
  return warnings
}

function formatPoints(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'point' : 'points'}`
}
