import { explainRefusal, type Refusal } from '@fairway/air'
import type { ProblemSpec, ProblemTable } from '../../platform/http/problem.ts'
import { type RoutingFailure, routingProblems } from '../road/route/api/failures.ts'

/**
 * Failures of flight requests. The kinds have a prefix, because road requests also fail with kinds such as `no-path`.
 */
export type RefusedFlight = {
  [K in Refusal['kind']]: { readonly kind: `flight-${K}`; readonly refusal: Extract<Refusal, { readonly kind: K }> }
}[Refusal['kind']]

export type DroneFailure =
  | RefusedFlight
  | { readonly kind: 'sky-awaited' }
  | { readonly kind: 'sky-failed' }
  | { readonly kind: 'flights-busy'; readonly retryAfterSeconds: number }
  | { readonly kind: 'flight-lost' }
  | { readonly kind: 'flight-given-up' }

export type AnyFailure = DroneFailure | RoutingFailure

export function toFailure(refusal: Refusal): RefusedFlight {
  return { kind: `flight-${refusal.kind}`, refusal } as RefusedFlight
}

type RefusedFlightOf<K extends Refusal['kind']> = Extract<RefusedFlight, { readonly kind: `flight-${K}` }>

/** Describes a refusal with the message of the air package. */
function describeRefusal<K extends Refusal['kind']>(
  code: string,
  refusal: Extract<Refusal, { readonly kind: K }>,
): ProblemSpec<RefusedFlightOf<K>> {
  return {
    code,
    status: 422,
    detail: (failure) => explainRefusal((failure as RefusedFlight).refusal),
    example: toFailure(refusal) as RefusedFlightOf<K>,
  }
}

const exampleZone = {
  id: 'airport:SUMU',
  name: 'Carrasco International Airport',
  rule: 'authorisation',
  authorities: [{ name: 'the operator of Carrasco International Airport (SUMU)' }],
  times: 'always',
} as const

export const droneProblems: ProblemTable<DroneFailure> = {
  'flight-bad-number': describeRefusal('flight-value-invalid', {
    kind: 'bad-number',
    field: 'aircraft.range_km',
    given: -5,
    allowed: 'from 0.01 to 2000',
  }),
  'flight-inside-zone': describeRefusal('flight-inside-zone', {
    kind: 'inside-zone',
    field: 'to',
    zone: exampleZone,
    within: 'zone',
    marginM: 30,
  }),
  'flight-no-path': describeRefusal('flight-no-path', { kind: 'no-path', field: 'to', zones: [exampleZone] }),
  'flight-no-corridor': describeRefusal('flight-no-corridor', { kind: 'no-corridor', field: 'to' }),
  'flight-range-exceeded': describeRefusal('flight-range-exceeded', {
    kind: 'range-exceeded',
    neededKm: 41.3,
    usableKm: 24,
    rangeKm: 30,
    reservePct: 20,
  }),
  'flight-wind-limit': describeRefusal('flight-wind-limit', { kind: 'wind-limit', givenMs: 14, limitMs: 12 }),
  'flight-course-not-held': describeRefusal('flight-course-not-held', {
    kind: 'course-not-held',
    field: 'to',
    givenMs: 11,
    crosswindMs: 10.4,
    headwindMs: -3.6,
    cruiseSpeedMs: 10,
  }),
  'flight-altitude-impossible': describeRefusal('flight-altitude-impossible', {
    kind: 'altitude-impossible',
    requestedM: 150,
    allowedM: 120,
    because: 'law',
  }),
  'sky-awaited': {
    code: 'airspace-building',
    status: 503,
    detail: () =>
      'The aerodrome zones are still being built, which happens only once, on the first start; try again in a few seconds',
    retryAfterSeconds: () => 2,
    example: { kind: 'sky-awaited' },
  },
  'sky-failed': {
    code: 'airspace-failed',
    status: 503,
    detail: () =>
      'The aerodrome zones could not be built, and flights cannot be planned safely without them; the service log states the reason, and the service will try again when it restarts',
    retryAfterSeconds: () => 60,
    example: { kind: 'sky-failed' },
  },
  'flights-busy': {
    code: 'flights-busy',
    status: 503,
    detail: () =>
      'The service is already planning as many flights as it can; try again after the number of seconds in Retry-After',
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'flights-busy', retryAfterSeconds: 2 },
  },
  'flight-lost': {
    code: 'flight-interrupted',
    status: 503,
    detail: () => 'The thread that was planning the flight has exited; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'flight-lost' },
  },
  'flight-given-up': {
    code: 'flight-canceled',
    status: 503,
    detail: () =>
      'The connection was closed before the flight was planned; send the request again if you still need it',
    example: { kind: 'flight-given-up' },
  },
}

/** Problem descriptions for all failures of flight requests. */
export const problems: ProblemTable<AnyFailure> = { ...routingProblems, ...droneProblems }
