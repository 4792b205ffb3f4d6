import type { Position } from '@fairway/geo'
import { findPassageByName } from '@fairway/sea'
import { fail, ok, type Result } from '../../platform/result.ts'
import { readTime } from '../road/route/api/request.ts'
import type { GeometryFormat } from '../road/route/api/schemas.ts'
import { readPoint } from '../road/route/points.ts'
import type { TripTime } from '../road/route/trip.ts'
import type { AnyFailure } from './failures.ts'
import { DEFAULT_ALTERNATIVES, type MaritimeFields } from './schemas.ts'
import type { VoyageJob } from './voyage-job.ts'

export interface MaritimeQuery {
  readonly job: VoyageJob
  readonly time: TripTime
  readonly steps: boolean
  readonly geometry: GeometryFormat
  readonly unwrap: boolean
}

/** `unplacedTimes` lists the times that are local times at the port of departure. */
export function readMaritimeQuery(
  body: MaritimeFields,
  nowMs: number,
  unplacedTimes: readonly string[],
): Result<MaritimeQuery, AnyFailure> {
  const from = readPlace('from', body.from)
  if (!from.ok) return from
  const to = readPlace('to', body.to)
  if (!to.ok) return to
  const via: (Position | string)[] = []
  for (const [index, viaInput] of (body.via ?? []).entries()) {
    const place = readPlace(`via[${index}]`, viaInput)
    if (!place.ok) return place
    via.push(place.value)
  }
  const time = readTime(body, nowMs)
  if (!time.ok) return time
  const { speed_kn, draft_m, beam_m, length_m, air_draft_m } = body.vessel ?? {}
  const job: VoyageJob = {
    from: from.value,
    to: to.value,
    via,
    vessel: {
      ...(draft_m !== undefined && { draftM: draft_m }),
      ...(beam_m !== undefined && { beamM: beam_m }),
      ...(length_m !== undefined && { lengthM: length_m }),
      ...(air_draft_m !== undefined && { airDraftM: air_draft_m }),
    },
    ...(speed_kn !== undefined && { speedKn: speed_kn }),
    avoid: readPassages(body.avoid),
    allow: readPassages(body.allow),
    alternatives: readAlternatives(body.alternatives),
    time: { kind: time.value.kind, atMs: time.value.atMs },
    ...(unplacedTimes[0] !== undefined && { localTimeField: unplacedTimes[0] }),
  }
  const { steps = true, geometry = 'points', unwrap = false } = body
  return ok({ job, time: time.value, steps, geometry, unwrap })
}

function readPlace(field: string, input: readonly number[] | string): Result<Position | string, AnyFailure> {
  if (typeof input !== 'string') return readPoint(field, input)
  const name = input.trim()
  return name === '' ? fail({ kind: 'unknown-port', field, given: input, near: [] }) : ok(name)
}

/** Reads passages. An unknown name is kept as written, so that the error can quote it. */
function readPassages(input: readonly string[] = []): string[] {
  return input.map((name) => findPassageByName(name)?.id ?? name)
}

function readAlternatives(input: number | boolean | undefined): number {
  if (input === undefined || input === true) return DEFAULT_ALTERNATIVES
  return input === false ? 0 : input
}
