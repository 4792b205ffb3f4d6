import { ok, type Result } from '../../../platform/result.ts'
import type { ModelSource } from '../models/model-source.ts'
import { readRouteOptions } from '../route/api/request.ts'
import type { GeometryFormat } from '../route/api/schemas.ts'
import type { AnyFailure } from './failures.ts'
import type { MatchJob } from './match-job.ts'
import { readTrace } from './read-trace.ts'
import type { MatchFields } from './schemas.ts'

export function readMatchJob(body: MatchFields, nowMs: number, models: ModelSource): Result<MatchJob, AnyFailure> {
  const trace = readTrace(body)
  if (!trace.ok) return trace
  const options = readRouteOptions(body, models)
  if (!options.ok) return options
  return ok({
    trace: trace.value,
    profile: options.value.profile,
    gaps: body.gaps === 'bridge' ? 'bridge' : 'split',
    geometry: (body.geometry ?? 'points') as GeometryFormat,
    steps: body.steps ?? false,
    language: body.language ?? 'en',
    units: options.value.units,
    details: options.value.details,
    nowMs,
  })
}
