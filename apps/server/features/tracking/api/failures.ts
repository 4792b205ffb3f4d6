import type { LiveRateScope } from '../../../platform/config/plans.ts'
import { type ProblemTable, pickProblems } from '../../../platform/http/problem.ts'
import { introduceList, joinWords } from '../../../platform/http/problems/wording.ts'
import type { RateWindow } from '../../../platform/metering/window.ts'
import { MAX_POSITIONS } from './max-positions.ts'

export type TrackingFailure =
  | { readonly kind: 'asset-not-found'; readonly id: string }
  | { readonly kind: 'too-many-assets'; readonly plan: string; readonly max: number }
  | { readonly kind: 'profile-too-large'; readonly max: number }
  | { readonly kind: 'profile-refused'; readonly why: string }
  | { readonly kind: 'military-only'; readonly plan: string }
  | { readonly kind: 'military-asset'; readonly id: string; readonly plan: string }
  | { readonly kind: 'plan-missing'; readonly id: string }
  | { readonly kind: 'too-many-streams'; readonly max: number }
  | { readonly kind: 'channel-unknown'; readonly given: string }
  | { readonly kind: 'channel-unavailable'; readonly channel: 'web' | 'api'; readonly plan: string }
  | { readonly kind: 'push-unavailable'; readonly plan: string }
  | {
      readonly kind: 'too-fast'
      readonly subject: string
      readonly plan: string
      readonly scope: LiveRateScope
      readonly window: RateWindow
      readonly retryAfterMs: number
      /** Time until the full burst is available again, in milliseconds. */
      readonly resetMs: number
    }
  /** An invalid single position rejects the entire request. */
  | { readonly kind: 'position-refused'; readonly why: string }
  | { readonly kind: 'no-position'; readonly where: 'body' | 'query' | 'form' | 'location' }
  | { readonly kind: 'two-shapes' }
  | { readonly kind: 'too-many-lines'; readonly lines: number }
  | { readonly kind: 'too-many-locations'; readonly count: number }
  | { readonly kind: 'no-good-line'; readonly line: number; readonly why: string }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'ais-unfit'; readonly asset: string }
  | { readonly kind: 'box-invalid'; readonly given: string }
  | { readonly kind: 'cursor-unknown'; readonly given: string }
  | { readonly kind: 'range-turned'; readonly from: string; readonly until: string }
  | { readonly kind: 'from-missing'; readonly name: string }
  | { readonly kind: 'reroute-without-plan'; readonly name: string }
  | { readonly kind: 'reroute-with-others'; readonly others: readonly string[] }
  | {
      readonly kind: 'fixed-route-with-others'
      readonly field: 'route_id' | 'line'
      readonly others: readonly string[]
    }
  | { readonly kind: 'line-missing'; readonly field: string }
  | { readonly kind: 'line-duration-missing'; readonly mode: string }
  | { readonly kind: 'line-without-length' }
  | { readonly kind: 'route-off-roads'; readonly field: 'route_id' | 'line' }
  | { readonly kind: 'route-blocked'; readonly field: 'route_id' | 'line' }
  | { readonly kind: 'mode-unfit'; readonly mode: string; readonly asset: string; readonly allowed: readonly string[] }

export type TrackingFailureOf<K extends TrackingFailure['kind']> = Extract<TrackingFailure, { readonly kind: K }>

function describeInterval({ limit, windowMs }: RateWindow): string {
  const seconds = Math.round(windowMs / 100) / 10
  if (seconds === 1) return `${limit} per second`
  return limit === 1 ? `one every ${seconds} s` : `${limit} in ${seconds} s`
}

/** Messages for each way of sending a position, because a push by URL has no body. */
const missingPositionMessages = {
  body: 'The body has no position; set the position, for example at: [latitude, longitude], or set lat and lon, or send a list, as in positions: [{ at: [latitude, longitude] }, …]',
  query: 'The query has no position; set lat and lon, as in ?lat=-34.9059&lon=-56.1913',
  form: 'The form has no position; add the fields lat and lon, or send JSON with Content-Type: application/json',
  location:
    'location is []; it must have at least one position, such as { "coords": { "latitude": …, "longitude": … } }',
}

/**
 * Retry delay for streams, in seconds. Streams last for hours, so frequent retries would only cause more rejections.
 */
const RETRY_STREAM_SECONDS = 10

export const trackingProblems: ProblemTable<TrackingFailure> = {
  'asset-not-found': {
    code: 'asset-not-found',
    status: 404,
    detail: (f) => `The account has no asset ${JSON.stringify(f.id)}; GET /v1/assets lists its assets`,
    example: { kind: 'asset-not-found', id: 'as_1' },
  },
  'too-many-assets': {
    code: 'too-many-assets',
    status: 403,
    detail: (f) =>
      `The account has ${f.max} assets, which is the maximum on the ${f.plan} plan; remove one with DELETE /v1/assets/{id}, or change the plan`,
    example: { kind: 'too-many-assets', plan: 'trial', max: 5 },
  },
  'profile-too-large': {
    code: 'profile-too-large',
    status: 422,
    detail: (f) =>
      `profile is nested too deeply, or longer than ${f.max} characters as JSON; keep only the fields that route planning uses`,
    example: { kind: 'profile-too-large', max: 10_000 },
  },
  'profile-refused': {
    code: 'profile-invalid',
    status: 422,
    detail: (f) => f.why,
    example: { kind: 'profile-refused', why: 'profile.vehicle.height_m is -1; it must be at least 0' },
  },
  'military-only': {
    code: 'military-only',
    status: 403,
    detail: (f) =>
      `category is "military", which requires the military plan, but this account is on the ${f.plan} plan; ask the operator to assign the military plan`,
    example: { kind: 'military-only', plan: 'pro' },
  },
  'military-asset': {
    code: 'military-asset',
    status: 403,
    detail: (f) =>
      `${JSON.stringify(f.id)} is a military asset, which is tracked only on the military plan, but this account is on the ${f.plan} plan; you can still read its track, or remove the asset with DELETE /v1/assets/{id}`,
    example: { kind: 'military-asset', id: 'as_1', plan: 'pro' },
  },
  'plan-missing': {
    code: 'no-planned-route',
    status: 404,
    detail: (f) => `The asset ${JSON.stringify(f.id)} has no planned route; plan one with POST /v1/assets/{id}/route`,
    example: { kind: 'plan-missing', id: 'as_1' },
  },
  'too-many-streams': {
    code: 'too-many-streams',
    status: 429,
    detail: (f) =>
      `The account has ${f.max} open streams and WebSockets on this server, which is the maximum; close one, or read all assets from a single stream at GET /v1/assets/stream`,
    retryAfterSeconds: () => RETRY_STREAM_SECONDS,
    example: { kind: 'too-many-streams', max: 100 },
  },
  'channel-unknown': {
    code: 'channel-unknown',
    status: 422,
    detail: (f) => `The header X-Service-Live-Channel is ${JSON.stringify(f.given)}; it must be web or api`,
    example: { kind: 'channel-unknown', given: 'fax' },
  },
  'channel-unavailable': {
    code: 'channel-unavailable',
    status: 403,
    detail: (f) =>
      `The ${f.plan} plan does not include live positions over the ${f.channel} channel${
        f.channel === 'api' ? '; to use the other channel, send the header X-Service-Live-Channel: web' : ''
      }`,
    example: { kind: 'channel-unavailable', channel: 'api', plan: 'trial' },
  },
  'push-unavailable': {
    code: 'push-unavailable',
    status: 403,
    detail: (f) => `The ${f.plan} plan does not accept live positions; the starter plan and higher plans do`,
    example: { kind: 'push-unavailable', plan: 'trial' },
  },
  'too-fast': {
    code: 'live-rate-limited',
    status: 429,
    detail: (f) =>
      `${f.subject} on the ${f.plan} plan are limited to ${describeInterval(f.window)} ${f.scope === 'asset' ? 'for this asset' : 'for the whole account'}; the next one will be accepted in ${Math.ceil(f.retryAfterMs)} ms`,
    retryAfterSeconds: (f) => f.retryAfterMs / 1000,
    // The framework sets the headers of the account's rate limit, but this failure concerns another limit.
    rateLimit: ({ window, resetMs }) => ({ burst: window.limit, remaining: 0, resetMs }),
    example: {
      kind: 'too-fast',
      subject: 'Live polling requests over the web channel',
      plan: 'trial',
      scope: 'asset',
      window: { limit: 1, windowMs: 5000 },
      retryAfterMs: 3200,
      resetMs: 3200,
    },
  },
  'no-position': {
    code: 'no-position',
    status: 422,
    detail: (f) => missingPositionMessages[f.where],
    example: { kind: 'no-position', where: 'body' },
  },
  'two-shapes': {
    code: 'two-position-forms',
    status: 422,
    detail: () => 'The body has a list named positions and another position outside the list; give only one of them',
    example: { kind: 'two-shapes' },
  },
  'too-many-lines': {
    code: 'too-many-lines',
    status: 422,
    detail: (f) => `The body has ${f.lines} positions, one on each line; at most ${MAX_POSITIONS} are accepted at once`,
    example: { kind: 'too-many-lines', lines: 1001 },
  },
  'too-many-locations': {
    code: 'too-many-locations',
    status: 422,
    detail: (f) => `location has ${f.count} positions; at most ${MAX_POSITIONS} are accepted at once`,
    example: { kind: 'too-many-locations', count: 1001 },
  },
  'no-good-line': {
    code: 'no-valid-line',
    status: 422,
    detail: (f) =>
      `No line of the body contains a valid position (line ${f.line}: ${f.why}); give a JSON object or an AIS sentence on each line`,
    example: { kind: 'no-good-line', line: 1, why: 'the line is not JSON: Unexpected end of JSON input' },
  },
  encrypted: {
    code: 'message-encrypted',
    status: 422,
    detail: () =>
      'The message is encrypted with a key that only its sender has; turn off encryption in OwnTracks, and use https instead',
    example: { kind: 'encrypted' },
  },
  'ais-unfit': {
    code: 'ais-unsuitable',
    status: 422,
    detail: (f) =>
      `The body contains AIS sentences, which come from ships, but the asset is a ${f.asset}; register the ship as a vessel, or send positions as JSON`,
    example: { kind: 'ais-unfit', asset: 'vehicle' },
  },
  'box-invalid': {
    code: 'box-invalid',
    status: 422,
    detail: (f) =>
      `bbox is ${JSON.stringify(f.given)}; give south,west,north,east in degrees, such as -35,-57,-34,-56. Latitude ranges from -90 to 90, longitude ranges from -180 to 180, and south must not be greater than north.`,
    example: { kind: 'box-invalid', given: '-34,-57,-35,-56' },
  },
  'cursor-unknown': {
    code: 'cursor-unknown',
    status: 422,
    detail: (f) => `after is ${JSON.stringify(f.given)}; give the value of next from the previous reply`,
    example: { kind: 'cursor-unknown', given: 'page2' },
  },
  'range-turned': {
    code: 'range-reversed',
    status: 422,
    detail: (f) => `from is "${f.from}", but until is "${f.until}"; from must not be after until`,
    example: { kind: 'range-turned', from: '2026-06-17T00:00:00Z', until: '2026-06-16T00:00:00Z' },
  },
  'from-missing': {
    code: 'from-missing',
    status: 422,
    detail: (f) =>
      `from is missing, and ${JSON.stringify(f.name)} has no known position yet; set the start, for example from: [latitude, longitude], or send a position for the asset first`,
    example: { kind: 'from-missing', name: 'Truck 7' },
  },
  'reroute-without-plan': {
    code: 'reroute-without-plan',
    status: 422,
    detail: (f) =>
      `reroute is true, but ${JSON.stringify(f.name)} has no planned route to continue; leave out reroute and set the destination, for example to: [latitude, longitude]`,
    example: { kind: 'reroute-without-plan', name: 'Truck 7' },
  },
  'reroute-with-others': {
    code: 'reroute-with-others',
    status: 422,
    detail: (f) =>
      `reroute allows only the fields geometry and steps, but the request also contains ${introduceList(f.others, 'field')}. Leave ${f.others.length === 1 ? 'it' : 'them'} out, or plan a new route without reroute.`,
    example: { kind: 'reroute-with-others', others: ['to'] },
  },
  'fixed-route-with-others': {
    code: 'fixed-route-with-others',
    status: 422,
    detail: (f) =>
      `${f.field} sets the whole route, but the request also contains ${introduceList(f.others, 'field')}. Leave ${f.others.length === 1 ? 'it' : 'them'} out, or plan a new route without ${f.field}.`,
    example: { kind: 'fixed-route-with-others', field: 'route_id', others: ['to'] },
  },
  'line-missing': {
    code: 'line-missing',
    status: 422,
    detail: (f) => `${f.field} describes line, but line is missing; add the line, or leave out ${f.field}`,
    example: { kind: 'line-missing', field: 'duration_min' },
  },
  'line-duration-missing': {
    code: 'line-duration-missing',
    status: 422,
    detail: (f) => `duration_min is missing; a line in mode ${f.mode} does not follow roads, so give its duration`,
    example: { kind: 'line-duration-missing', mode: 'drone' },
  },
  'line-without-length': {
    code: 'line-without-length',
    status: 422,
    detail: () => 'All points of line are at the same position; give a line with a length above 0',
    example: { kind: 'line-without-length' },
  },
  'route-off-roads': {
    code: 'route-off-roads',
    status: 422,
    detail: (f) =>
      f.field === 'line'
        ? 'line does not follow the roads of a loaded map for this profile; set duration_min to use the line as it is'
        : 'The route of route_id cannot be followed with the profile of this request; send the options with which the route was planned, such as profile',
    example: { kind: 'route-off-roads', field: 'line' },
  },
  'route-blocked': {
    code: 'route-blocked',
    status: 422,
    detail: (f) =>
      `The route of ${f.field} is blocked at the moment, or not allowed for this profile; plan a new route with to, or change the profile`,
    example: { kind: 'route-blocked', field: 'route_id' },
  },
  'mode-unfit': {
    code: 'mode-unsuitable',
    status: 422,
    detail: (f) => `mode is ${JSON.stringify(f.mode)}; for a ${f.asset}, it must be ${joinWords(f.allowed, 'or')}`,
    example: { kind: 'mode-unfit', mode: 'maritime', asset: 'vehicle', allowed: ['road', 'av'] },
  },
  'position-refused': {
    code: 'position-invalid',
    status: 422,
    detail: (f) => f.why,
    example: { kind: 'position-refused', why: 'at[0] is 91.2; latitude ranges from -90 to 90' },
  },
}

const pushFailureKinds = [
  'asset-not-found',
  'military-asset',
  'push-unavailable',
  'too-fast',
  'position-refused',
  'no-position',
  'two-shapes',
  'too-many-lines',
  'too-many-locations',
  'no-good-line',
  'encrypted',
  'ais-unfit',
] as const

export type PushFailure = TrackingFailureOf<(typeof pushFailureKinds)[number]>

export const pushProblems = pickProblems(trackingProblems, ...pushFailureKinds)
