import type { ProblemTable } from '../../../platform/http/problem.ts'
import { joinWords } from '../../../platform/http/problems/wording.ts'

export type GeofenceFailure =
  | { readonly kind: 'geofence-not-found'; readonly id: string }
  | { readonly kind: 'too-many-geofences'; readonly max: number }
  | { readonly kind: 'too-many-account-corners'; readonly used: number; readonly given: number; readonly max: number }
  | { readonly kind: 'too-many-corners'; readonly given: number; readonly max: number }
  | { readonly kind: 'shape-count'; readonly given: readonly string[] }
  | { readonly kind: 'corridor-line'; readonly hasBoth: boolean }
  | { readonly kind: 'shape-refused'; readonly why: string }
  | { readonly kind: 'no-rules' }

export const geofenceProblems: ProblemTable<GeofenceFailure> = {
  'geofence-not-found': {
    code: 'geofence-not-found',
    status: 404,
    detail: (f) => `The account has no geofence ${JSON.stringify(f.id)}; GET /v1/geofences lists its geofences`,
    example: { kind: 'geofence-not-found', id: 'gf_1' },
  },
  'too-many-geofences': {
    code: 'too-many-geofences',
    status: 403,
    detail: (f) =>
      `The account has ${f.max} geofences, which is the maximum; remove one with DELETE /v1/geofences/{id}`,
    example: { kind: 'too-many-geofences', max: 500 },
  },
  'too-many-account-corners': {
    code: 'too-many-account-corners',
    status: 403,
    detail: (f) =>
      `The geofence has ${f.given} corners, and the other geofences of the account have ${f.used}, but together they may have at most ${f.max}; remove a geofence, or simplify the shape`,
    example: { kind: 'too-many-account-corners', used: 195_000, given: 8000, max: 200_000 },
  },
  'too-many-corners': {
    code: 'too-many-corners',
    status: 422,
    detail: (f) =>
      `The geofence has ${f.given} corners, including those of its holes, but at most ${f.max} are allowed; simplify its shape, or split it into several geofences`,
    example: { kind: 'too-many-corners', given: 12_000, max: 10_000 },
  },
  'shape-count': {
    code: 'geofence-shape-count',
    status: 422,
    detail: (f) =>
      f.given.length === 0
        ? 'The geofence has no shape; give circle, polygon or corridor, such as "circle": {"center": [-34.9, -56.2], "radius_m": 200}'
        : `${joinWords(f.given)} are set; use only one of circle, polygon and corridor`,
    example: { kind: 'shape-count', given: [] },
  },
  'corridor-line': {
    code: 'geofence-corridor-line',
    status: 422,
    detail: (f) =>
      f.hasBoth
        ? 'corridor.line and corridor.along_plan are both set; use only one of them'
        : 'corridor has no line; set corridor.line, or set corridor.along_plan to true to use the planned route of each asset',
    example: { kind: 'corridor-line', hasBoth: false },
  },
  'shape-refused': {
    code: 'geofence-shape-invalid',
    status: 422,
    detail: (f) => f.why,
    example: { kind: 'shape-refused', why: 'polygon.outer[2][0] is 91; latitude ranges from -90 to 90' },
  },
  'no-rules': {
    code: 'geofence-without-rules',
    status: 422,
    detail: () =>
      'In rules, enter and exit are false, and neither dwell_s nor max_speed_kmh is set; switch on at least one event',
    example: { kind: 'no-rules' },
  },
}
