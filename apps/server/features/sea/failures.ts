import { explainRefusal, passageIds, type Refusal } from '@fairway/sea'
import type { ProblemSpec, ProblemTable } from '../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../road/route/api/failures.ts'
import { describePlace, formatPlaceList } from './describe-places.ts'
import type { UnknownPort, VoyageFailure } from './voyage-job.ts'

export type MaritimeFailure =
  | VoyageFailure
  | { readonly kind: 'compute-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'compute-lost' }
  | { readonly kind: 'given-up' }

export type AnyFailure = MaritimeFailure | RoutingFailure

/** Describes a refusal with the message of the sea package. */
function describeRefusal<K extends Refusal['kind']>(
  code: string,
  example: Extract<Refusal, { readonly kind: K }> & { readonly kind: K },
): ProblemSpec<Extract<Refusal, { readonly kind: K }>> {
  return { code, status: 422, detail: explainRefusal, example }
}

export const maritimeProblems: ProblemTable<MaritimeFailure> = {
  'unknown-passage': describeRefusal('passage-unknown', { kind: 'unknown-passage', field: 'avoid', given: 'suess' }),
  contradiction: describeRefusal('passage-contradiction', { kind: 'contradiction', passage: 'suez' }),
  'bad-measure': describeRefusal('vessel-value-invalid', { kind: 'bad-measure', field: 'vessel.draft_m', given: -3 }),
  inland: describeRefusal('point-inland', {
    kind: 'inland',
    field: 'from',
    position: [48.14, 11.58],
    limitNm: 16.2,
    waterNm: 157,
    nearestPort: { name: 'Monfalcone', code: 'ITMNF', nm: 166 },
  }),
  'separate-waters': describeRefusal('separate-waters', { kind: 'separate-waters', field: 'to', water: 'Caspian Sea' }),
  'no-way': describeRefusal('no-sea-path', {
    kind: 'no-way',
    field: 'to',
    obstacles: [
      {
        passage: 'saint_lawrence_seaway',
        name: 'Saint Lawrence Seaway',
        because: 'size',
        measure: 'draft',
        allowedM: 8.08,
        givenM: 12,
      },
    ],
  }),
  'unknown-port': {
    code: 'port-unknown',
    status: 422,
    detail: explainUnknownPort,
    example: { kind: 'unknown-port', field: 'from', given: 'Rotterdamm', near: ['Rotterdam (NLRTM)'] },
  },
  'dry-port': {
    code: 'port-inland',
    status: 422,
    detail: ({ given, place, refusal }) =>
      `${refusal.field} is ${JSON.stringify(given)}, which the port table lists as ${describePlace(place)} at [${place.position.join(', ')}]. ${explainRefusal(refusal)}. Give [latitude, longitude] if the docks of the port are elsewhere.`,
    example: {
      kind: 'dry-port',
      given: 'ESMAD',
      place: { code: 'ESMAD', name: 'Madrid', country: 'Spain', region: 'Madrid', position: [40.417, -3.704] },
      refusal: { kind: 'inland', field: 'to', position: [40.417, -3.704], limitNm: 16.2, waterNm: 163 },
    },
  },
  'seas-off': {
    code: 'sea-disabled',
    status: 422,
    detail: () => 'This service does not plan ship routes, because its operator has disabled them',
    example: { kind: 'seas-off' },
  },
  'seas-awaited': {
    code: 'sea-map-building',
    status: 503,
    detail: () =>
      'The sea map is still being built, which happens only once, on the first start; try again in a few seconds',
    retryAfterSeconds: () => 5,
    example: { kind: 'seas-awaited' },
  },
  'seas-failed': {
    code: 'sea-map-failed',
    status: 503,
    detail: () =>
      'The sea map could not be built; the service log states the reason, and the service will try again when it restarts',
    retryAfterSeconds: () => 60,
    example: { kind: 'seas-failed' },
  },
  'compute-busy': {
    code: 'voyages-busy',
    status: 503,
    detail: () =>
      'The service is already working at full capacity; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'compute-busy', retryAfterSeconds: 2 },
  },
  'compute-lost': {
    code: 'voyage-interrupted',
    status: 503,
    detail: () => 'The thread that was planning the voyage has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'compute-lost' },
  },
  'given-up': {
    code: 'voyage-canceled',
    status: 503,
    detail: () =>
      'The connection was closed before the voyage was planned; send the request again if you still need it',
    example: { kind: 'given-up' },
  },
}

/** Explains an unknown port. In `via`, the caller may have meant a passage. */
function explainUnknownPort({ field, given, near, elsewhere = [] }: UnknownPort): string {
  const isViaField = field.startsWith('via')
  const givenNameText = `${field} is ${JSON.stringify(given)}`
  if (elsewhere.length > 0) {
    return `${givenNameText}, but there is no port with that name there, only ${formatPlaceList(elsewhere)}; correct the country or region, or give the UN/LOCODE or [latitude, longitude]`
  }
  const similarNamesText = near.length > 0 ? ` (similar names: ${near.join(', ')})` : ''
  const advice = 'give the UN/LOCODE or name of the port, or [latitude, longitude]'
  if (!isViaField) return `${givenNameText}, which is not a known port${similarNamesText}; ${advice}`
  return `${givenNameText}, which is neither a known port${similarNamesText} nor a known passage; for a port, ${advice}, or choose one of the passages ${passageIds.join(', ')}`
}

/** Problem descriptions for all failures of sea route requests. */
export const problems: ProblemTable<AnyFailure> = { ...routingProblems, ...maritimeProblems }
