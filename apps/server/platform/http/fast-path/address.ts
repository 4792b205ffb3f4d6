import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whom to believe what they say of the address before them, as Fastify takes it. */
export type TrustedProxies = boolean | string[] | ((address: string, hop: number) => boolean)

export interface Addressed {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly socket: Socket
}

/** The address a request comes from, found as Fastify finds it. */
export function addressReader(trusted: TrustedProxies): (request: Addressed) => string {
  if (trusted === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = trusted === true ? () => true : typeof trusted === 'function' ? trusted : proxyAddr.compile(trusted)
  return (request) => proxyAddr(request as never, isTrusted)
}
