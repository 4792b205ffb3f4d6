import type { FastifyInstance } from 'fastify'
import { createIpReader, isTrustedProxy, type TrustedProxies } from '../fast-path/client-ip.ts'
import { FastPath, type FastPathOptions } from '../fast-path/fast-path.ts'
import { rejectSkippedHooks } from '../fast-path/skipped-hooks.ts'
import { ConnectionCounter, createConnectionCounts } from './connection-counts.ts'
import { ConnectionGuard } from './connection-guard.ts'

export type { ConnectionCounter } from './connection-counts.ts'

const UNLIMITED_CONNECTIONS = { maxTotal: Number.POSITIVE_INFINITY, maxPerAddress: Number.POSITIVE_INFINITY }

interface ConnectionsOptions extends Omit<FastPathOptions, 'server' | 'getIp'> {
  readonly isFastPathEnabled: boolean
  readonly trustedProxies: TrustedProxies
  readonly counter: ConnectionCounter | undefined
}

/** Attaches the guard that refuses connections above the limits, and the fast path if it is enabled. */
export function attachConnections(app: FastifyInstance, options: ConnectionsOptions): FastPath | undefined {
  const { server } = app
  const { trustedProxies } = options
  const fastPath = options.isFastPathEnabled
    ? new FastPath({ ...options, server, getIp: createIpReader(trustedProxies) })
    : undefined
  if (fastPath) {
    app.addHook('preClose', async () => fastPath.drain())
    rejectSkippedHooks(app)
  }
  const guard = new ConnectionGuard(server, {
    counter: options.counter ?? new ConnectionCounter(createConnectionCounts(1), 0, UNLIMITED_CONNECTIONS),
    isProxy: isTrustedProxy(trustedProxies),
    createRequestId: () => options.createRequestId({ headers: {} }),
    log: app.log,
  })
  app.addHook('onClose', async () => guard.close())
  return fastPath
}
