import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import { createOsrmProvider } from './osrm-provider.ts'
import type { UpstreamProvider } from './provider.ts'
import { createResilientProvider } from './resilient-provider.ts'

type UpstreamConfig = Pick<Config, 'upstreamUrl' | 'upstreamTimeoutMs' | 'upstreamCacheSeconds'>

/** Creates the configured provider. Without a provider, there are no routes outside the local maps. */
export function createUpstream(config: UpstreamConfig, clock: Clock): UpstreamProvider | undefined {
  const { upstreamUrl, upstreamTimeoutMs: timeoutMs, upstreamCacheSeconds: cacheSeconds } = config
  if (upstreamUrl === undefined) return undefined
  return createResilientProvider(createOsrmProvider({ url: upstreamUrl, clock }), { clock, timeoutMs, cacheSeconds })
}
