import { loadConfig } from '../apps/server/config/config.ts'
import { createLogger } from '../apps/server/logger.ts'
import { startService } from '../apps/server/threads/coordinator.ts'

/** The service with a probe operation, started by benchmarks that need to know its CPU time. */
const loaded = loadConfig({ flags: { port: '0', host: '127.0.0.1' } })
if (!loaded.ok) throw new Error(loaded.faults.join('\n'))
const { config } = loaded
const service = await startService({
  config,
  logger: createLogger(config.logLevel),
  featureModules: [new URL('../tests/support/probe-feature.ts', import.meta.url).href],
})
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
process.send?.({ port: service.port })
