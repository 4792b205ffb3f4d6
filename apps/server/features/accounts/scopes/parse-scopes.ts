import { isIPv4, isIPv6 } from 'node:net'
import type { KeyScopes } from '../../../platform/http/guard/key-scope.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { NO_SCOPES } from '../account.ts'
import type { AccountFailure } from '../failures.ts'

/** Operation ids of all operations that accept keys. A test compares this list with the OpenAPI document. */
export const KEY_OPERATIONS: readonly string[] = [
  'route',
  'avRoute',
  'reroute',
  'match',
  'matrix',
  'isochrone',
  'nearest',
  'optimize',
  'optimise',
  'droneRoute',
  'maritimeRoute',
  'geocode',
  'geocodeBatch',
  'reverse',
  'nearby',
  'getPlace',
  'elevation',
  'compatDirections',
  'createJob',
  'listJobs',
  'getJob',
  'cancelJob',
  'getJobResult',
  'registerAsset',
  'listAssets',
  'getAsset',
  'updateAsset',
  'removeAsset',
  'attachRoute',
  'assetRoute',
  'pushPosition',
  'pushPositionByQuery',
  'pushPositions',
  'liveAsset',
  'assetTrack',
  'assetTrips',
  'assetStops',
  'reportDays',
  'reportSummary',
  'dispatchSolution',
  'exportSolution',
  'markStop',
  'shareStop',
  'revokeShare',
  'streamAssets',
  'streamAsset',
  'createGeofence',
  'listGeofences',
  'getGeofence',
  'updateGeofence',
  'removeGeofence',
  'listEvents',
  'getEventSettings',
  'setEventSettings',
  'createWebhook',
  'listWebhooks',
  'getWebhook',
  'updateWebhook',
  'removeWebhook',
  'testWebhook',
  'listDeliveries',
  'replayWebhook',
  'usage',
]
const MAX_SCOPE_ITEMS = 50

/** Key scopes in a request. An omitted list stays unchanged, and null removes a list. */
export type GivenScopes = { readonly [Field in keyof KeyScopes]?: readonly string[] | null | undefined }

/** Checks the given scopes and applies them to the existing scopes. `null` removes all scopes. */
export function parseScopes(
  givenScopes: GivenScopes | null | undefined,
  current: KeyScopes = NO_SCOPES,
): Result<KeyScopes, AccountFailure> {
  if (givenScopes === null) return ok(NO_SCOPES)
  const operations = parseList('operations', givenScopes?.operations, current, parseOperation)
  if (!operations.ok) return operations
  const origins = parseList('origins', givenScopes?.origins, current, parseOrigin)
  if (!origins.ok) return origins
  const networks = parseList('networks', givenScopes?.networks, current, parseNetwork)
  if (!networks.ok) return networks
  return ok({ operations: operations.value, origins: origins.value, networks: networks.value })
}

const ALLOWED_VALUES: Readonly<Record<keyof KeyScopes, string>> = {
  operations: `the operations are ${KEY_OPERATIONS.join(', ')}`,
  origins: 'give the scheme and the host of a web page, such as https://app.example.com, without a path',
  networks: 'give an IP address or a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32',
}

function parseList(
  field: keyof KeyScopes,
  scopeNames: readonly string[] | null | undefined,
  current: KeyScopes,
  parse: (item: string) => string | undefined,
): Result<readonly string[] | null, AccountFailure> {
  if (scopeNames === undefined) return ok(current[field])
  if (scopeNames === null) return ok(null)
  if (scopeNames.length === 0 || scopeNames.length > MAX_SCOPE_ITEMS) {
    return fail({ kind: 'scope-length', field, count: scopeNames.length, max: MAX_SCOPE_ITEMS })
  }
  const items = new Set<string>()
  for (const [index, item] of scopeNames.entries()) {
    const parsed = parse(item.trim())
    if (parsed === undefined) {
      return fail({ kind: 'scope-invalid', field: `${field}[${index}]`, given: item, allowed: ALLOWED_VALUES[field] })
    }
    items.add(parsed)
  }
  return ok([...items])
}

function parseOperation(item: string): string | undefined {
  return KEY_OPERATIONS.includes(item) ? item : undefined
}

/** Parses an origin as sent by browsers, in lowercase and without the default port. Apps have their own schemes. */
function parseOrigin(item: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+\/?$/i.test(item)) return undefined
  const url = URL.parse(item)
  if (!url || url.host === '') return undefined
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin
}

function parseNetwork(item: string): string | undefined {
  const [, ip = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(item.toLowerCase()) ?? []
  // Requests from IPv4-mapped addresses are treated as IPv4, so a restriction to such an address would never match.
  const isValid = isIPv4(ip) || (isIPv6(ip) && !ip.startsWith('::ffff:'))
  if (!isValid) return undefined
  if (bits === undefined) return ip
  return Number(bits) <= (isIPv4(ip) ? 32 : 128) ? `${ip}/${Number(bits)}` : undefined
}
