import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Which proxies to trust for the client IP address, as in Fastify. */
export type TrustedProxies = boolean | string[] | ((ip: string, hop: number) => boolean)

export interface RequestWithSocket {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: Socket
}

/** A number means that this many proxies are trusted, counted from our side. */
export function toTrustedProxies(setting: boolean | number | readonly string[]): TrustedProxies {
  if (typeof setting === 'number') return (_ip, hop) => hop < setting
  return typeof setting === 'boolean' ? setting : [...setting]
}

/** Whether a client that connects directly is a trusted proxy. */
export function isTrustedProxy(trusted: TrustedProxies): (ip: string) => boolean {
  if (typeof trusted === 'boolean') return () => trusted
  const isTrusted = typeof trusted === 'function' ? trusted : proxyAddr.compile(trusted)
  return (ip) => ip !== '' && isTrusted(ip, 0)
}

/** The client IP address, determined in the same way as in Fastify. */
export function createIpReader(trusted: TrustedProxies): (request: RequestWithSocket) => string {
  if (trusted === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = trusted === true ? () => true : typeof trusted === 'function' ? trusted : proxyAddr.compile(trusted)
  // The library reads only the headers and the socket.
  return (request) => proxyAddr(request as IncomingMessage, isTrusted)
}
