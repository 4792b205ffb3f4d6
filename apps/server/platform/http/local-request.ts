import type { IncomingHttpHeaders } from 'node:http'

interface ConnectedRequest {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Headers that proxies add. A proxy on this machine connects locally, even for remote clients. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Returns whether the request comes from a program on this machine or from a page of the service itself. The host must
 * be a loopback name, because a foreign name can resolve to this machine (DNS rebinding). A page of another origin must
 * not act on behalf of its visitor.
 */
export function isLocalRequest({ headers, socket }: ConnectedRequest): boolean {
  if (!isLoopbackIp(socket.remoteAddress ?? '')) return false
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  const host = headers.host ?? ''
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host)) return false
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin === `http://${host}`
}

function isLoopbackIp(ip: string): boolean {
  return ip === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(ip)
}
