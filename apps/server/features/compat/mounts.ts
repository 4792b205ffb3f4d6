import type { Config } from '../../platform/config/config.ts'
import { Mounts } from '../../platform/http/mounts.ts'

/**
 * Creates the configured mounts, which serve a format on a separate port or host. Clients of Google Maps expect their
 * paths below /maps/api.
 */
export function createMounts({ compatMounts, compatVendor }: Pick<Config, 'compatMounts' | 'compatVendor'>): Mounts {
  const mounts = compatMounts.map(({ format, port, host }) => ({
    prefix: `/v1/compat/${format === 'google' ? compatVendor : format}`,
    ...(format === 'google' && { stripped: '/maps/api' }),
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
  }))
  return new Mounts(mounts)
}
