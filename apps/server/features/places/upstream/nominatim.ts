import type { Clock } from '../../../platform/clock.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { version } from '../../../platform/version.ts'
import { HttpClient } from '../../road/upstream/http-get.ts'
import { parseRetryAfterSeconds } from '../../road/upstream/retry-after.ts'
import type { GeocoderAdapter, UpstreamGeocodeFailure, UpstreamGeocodeQuery, UpstreamPlaces } from './geocoder.ts'
import { parsePlaces } from './nominatim-reply.ts'

export interface NominatimOptions {
  /** URL before `/search`. The URL may contain a user name, a password and parameters. */
  readonly url: string
  /** Contact information for the upstream operator. */
  readonly contact: string | undefined
  readonly clock: Clock
}

const MAX_BYTES = 1024 * 1024
/** Distance in degrees from the client within which results rank first. Other results are not excluded. */
const VIEWBOX_DEGREES = 0.5

/** Creates an adapter for the HTTP API of Nominatim and compatible services. */
export function createNominatim({ url, contact, clock }: NominatimOptions): GeocoderAdapter {
  const baseUrl = new URL(url)
  const connections = new HttpClient(baseUrl.protocol, createHeaders(baseUrl, contact))
  baseUrl.username = baseUrl.password = baseUrl.hash = ''
  return {
    async query(geocodeQuery, signal) {
      const httpResult = await connections.get(toNominatimUrl(baseUrl, geocodeQuery), { signal, maxBytes: MAX_BYTES })
      if (httpResult.kind === 'broken') return fail({ why: httpResult.why })
      if (httpResult.kind === 'too-large') return fail({ why: `its reply is larger than ${MAX_BYTES} bytes` })
      const { status, body, retryAfter } = httpResult
      if (status === 200) return parseBody(body)
      return fail({
        why: `it returned ${status}`,
        retryAfterSeconds: parseRetryAfterSeconds(retryAfter, clock.now()),
      })
    },
    close: () => connections.close(),
  }
}

function parseBody(body: string): Result<UpstreamPlaces, UpstreamGeocodeFailure> {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return fail({ why: 'its reply is not JSON' })
  }
  const places = parsePlaces(json)
  return places ? ok(places) : fail({ why: 'its reply contains no places' })
}

export function toNominatimUrl(base: URL, geocodeQuery: UpstreamGeocodeQuery): URL {
  const url = new URL(base)
  const setParameter = (name: string, value: string | number) => url.searchParams.set(name, String(value))
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${geocodeQuery.kind}`
  setParameter('format', 'jsonv2')
  setParameter('addressdetails', 1)
  if (geocodeQuery.language !== undefined) setParameter('accept-language', geocodeQuery.language)
  if (geocodeQuery.kind === 'reverse') {
    setParameter('lat', geocodeQuery.latitude.toFixed(6))
    setParameter('lon', geocodeQuery.longitude.toFixed(6))
    return url
  }
  const { text, limit, countryCode, near } = geocodeQuery
  setParameter('q', text)
  setParameter('limit', limit)
  if (countryCode !== undefined) setParameter('countrycodes', countryCode.toLowerCase())
  if (near) {
    const { latitude, longitude } = near
    const viewboxEdges = [
      longitude - VIEWBOX_DEGREES,
      latitude + VIEWBOX_DEGREES,
      longitude + VIEWBOX_DEGREES,
      latitude - VIEWBOX_DEGREES,
    ]
    setParameter('viewbox', viewboxEdges.map((degrees) => degrees.toFixed(4)).join(','))
  }
  return url
}

function createHeaders({ username, password }: URL, contact: string | undefined): Record<string, string> {
  const userAgent = contact === undefined ? `fairway/${version}` : `fairway/${version} (${toHeaderValue(contact)})`
  const headers = { accept: 'application/json', 'user-agent': userAgent }
  if (username === '' && password === '') return headers
  const encodedCredentials = Buffer.from(`${decodeUrlPart(username)}:${decodeUrlPart(password)}`).toString('base64')
  return { ...headers, authorization: `Basic ${encodedCredentials}` }
}

/** Replaces characters that headers do not allow. */
function toHeaderValue(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '?')
}

function decodeUrlPart(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
