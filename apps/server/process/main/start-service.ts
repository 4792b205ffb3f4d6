import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import { startAll } from '../component.ts'
import { composeMainThread } from './components.ts'
import { resolveFreePort } from './free-port.ts'

interface ServiceOptions {
  readonly config: Config
  readonly logger: Logger
  readonly featureModules?: readonly string[]
  /** Called when the first thread accepts connections, before the start is complete. */
  readonly onListening?: () => void
  readonly onFatalError?: (error: Error) => void
}

export interface RunningService {
  readonly port: number
  /** Names of the served maps. */
  readonly regions: readonly string[]
  /** Data that is still being read or built in the background. */
  readonly pending: readonly string[]
  /** Makes /readyz fail, so that load balancers send no more requests. Requests are still served. */
  announceStop(): Promise<void>
  /** Stops accepting requests, completes requests in progress, writes the usage, and releases resources. */
  stop(): Promise<void>
}

/** Starts the service from its main thread. Resolves when the service handles requests. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { logger, featureModules = [], onListening = () => {} } = options
  const handleFatalError =
    options.onFatalError ?? ((error) => logger.fatal({ err: error }, 'the service cannot continue'))
  const config = await resolveFreePort(options.config)
  const { components, listRegions, listPending, announceStop } = composeMainThread({
    config,
    logger,
    featureModules,
    onListening,
    onFatalError: handleFatalError,
  })
  const runningComponents = await startAll(components, logger)
  return {
    port: config.port,
    regions: listRegions().map(({ region }) => region),
    pending: listPending(),
    announceStop,
    async stop() {
      await runningComponents.stop()
      logger.flush()
    },
  }
}
