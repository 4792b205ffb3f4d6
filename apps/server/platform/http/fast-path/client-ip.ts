import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Proxies that are trusted to report the client IP address, in the format of Fastify. */
export type TrustedProxies = boolean | string[] | ((ip: string, hop: number) => boolean)

export interface RequestWithSocket {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: Socket
}

/** Converts the setting. A number is the number of trusted proxies, counted from the server. */
export function toTrustedProxies(setting: boolean | number | readonly string[]): TrustedProxies {
  if (typeof setting === 'number') return (_ip, hop) => hop < setting
  return typeof setting === 'boolean' ? setting : [...setting]
}

/** Returns a function that checks whether a directly connected client is a trusted proxy. */
export function isTrustedProxy(trusted: TrustedProxies): (ip: string) => boolean {
  if (typeof trusted === 'boolean') return () => trusted
  const isTrusted = typeof trusted === 'function' ? trusted : proxyAddr.compile(trusted)
  return (ip) => ip !== '' && isTrusted(ip, 0)
}

/** Creates a function that determines the client IP address in the same way as Fastify. */
export function createIpReader(trusted: TrustedProxies): (request: RequestWithSocket) => string {
  if (trusted === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = trusted === true ? () => true : typeof trusted === 'function' ? trusted : proxyAddr.compile(trusted)
  // The library reads only the headers and the socket.
  return (request) => proxyAddr(request as IncomingMessage, isTrusted)
}
