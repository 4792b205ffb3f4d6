import { statusFeature } from '../features/status/feature.ts'
import type { ClusterDirectory } from '../maps/cluster/cluster-directory.ts'
import type { Feature } from '../operations/feature.ts'
import { NotReadyError } from '../platform/not-ready-error.ts'
import type { ServiceCore } from './compose-core.ts'
import type { ServiceData } from './compose-data.ts'
import type { ServiceThreadOptions } from './compose-options.ts'

/** Creates the feature that reports health, readiness and metrics. */
export function createStatusFeature(
  { config, database, mainThread, clockHealth }: ServiceThreadOptions,
  frame: ServiceCore,
  { regions }: ServiceData,
  cluster: ClusterDirectory | undefined,
): Feature {
  const { limiter, fanOut, storageHealth } = frame
  return statusFeature({
    checks: {
      database: async () => {
        await database.ping()
        await storageHealth.checkDatabase()
      },
      disk: () => storageHealth.checkDisk(),
      maps: async () => {
        const { outage, servedCount } = await mainThread.describeMapHealth()
        if (outage !== undefined) throw new NotReadyError(outage)
        if (servedCount > 0 && regions.list().length === 0) throw new NotReadyError('the maps are being loaded')
      },
      ...(config.redisUrl ? { redis: () => limiter.ping() } : {}),
    },
    notices: {
      datasets: async () => (await mainThread.describeMapHealth()).datasets,
      traffic: () => mainThread.describeTrafficHealth(),
      clock: async () => clockHealth?.() ?? 'ok',
      ...(config.mqttUrl && mainThread.describeMqtt && { mqtt: mainThread.describeMqtt }),
      ...(cluster && { regions: async () => cluster.describeRegions() }),
      ...(config.redisUrl && { streams: async () => (fanOut.isDelivering ? 'ok' : 'polling the database (slower)') }),
    },
    isStarting: () => frame.isStarting,
    isDraining: () => frame.isDraining,
    metrics: () => mainThread.readMetrics(),
  })
}
