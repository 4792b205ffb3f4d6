import { setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import type { Command } from 'commander'
import type { Config } from '../platform/config/config.ts'
import { createLogger } from '../platform/logger.ts'
import { describeStorageError } from '../platform/storage/describe-storage-error.ts'
import { isUnavailable } from '../platform/storage/unavailable.ts'
import { lowerEnginePriority } from '../platform/thread-priority.ts'
import { version } from '../platform/version.ts'
import type { RunningService } from '../process/main/start-service.ts'
import { type CommonOptions, readConfig, withDataDir } from './common.ts'
import { CommandError, exitCodes } from './exit.ts'
import { formatBanner } from './start-banner.ts'

interface ServeOptions extends CommonOptions {
  readonly port?: string
  readonly host?: string
  readonly threads?: string
}

export function registerServeCommand(program: Command, featureModules: readonly string[] = []): void {
  withDataDir(program.command('serve').description('start the service'))
    .option('--port <n>', 'port to listen on; 0 picks a free port (PORT, default: 8080)')
    .option('--host <address>', 'address to listen on (FAIRWAY_HOST, default: 127.0.0.1)')
    .option('--threads <n>', 'HTTP threads (FAIRWAY_THREADS, default: the number of cores)')
    .action(async (options: ServeOptions) => {
      const { port, host, threads } = options
      const config = limitThreadsToPlatform(readConfig(options, { port, host, threads }))
      const { stopCatching, listCaught, awaitStart } = catchSignals()
      const service = await startServer(config, featureModules, awaitStart)
      // Signals are handled before the output reports that the server is ready, because a program that reads the output
      // may send a signal immediately.
      const stopPromise = stopAfterSignal(service, config.drainSeconds, listCaught())
      stopCatching()
      process.stdout.write(isatty(1) ? describeInFourLines(config, service) : describeService(config, service))
      await stopPromise
      // If Node exits on its own, it removes the signal handlers first. A repeated signal, such as the one that a
      // wrapper forwards after Ctrl-C, would then end the process with an error.
      process.exit()
    })
}

async function startServer(
  config: Config,
  featureModules: readonly string[],
  onListening: () => void,
): Promise<RunningService> {
  // The module is imported on demand, because loading the whole server would double the start time of other commands.
  const { startService } = await import('../process/main/start-service.ts')
  const logger = createLogger(config.logLevel)
  try {
    const service = await startService({
      config,
      logger,
      featureModules,
      onListening,
      onFatalError: (error) => {
        logger.fatal({ err: error }, 'the service cannot continue')
        process.exit(exitCodes.failed)
      },
    })
    // Before, a lower priority would delay the start.
    lowerEnginePriority()
    return service
  } catch (error) {
    throw toCommandError(error as StartError, config) ?? error
  }
}

type StartError = Error & { code?: string; syscall?: string }

/** Explains which startup requirement is not met. Returns undefined for an unexpected error, which is a bug. */
function toCommandError(error: StartError, config: Config): CommandError | undefined {
  const toUnavailableError = (detail: string) => new CommandError(exitCodes.unavailable, detail)
  const { code, syscall, message } = error
  if (code === 'EADDRINUSE')
    return toUnavailableError(`port ${config.port} is in use; choose another with --port or PORT`)
  if (code === 'EADDRNOTAVAIL' || (syscall === 'getaddrinfo' && message.includes(config.host))) {
    return toUnavailableError(`this machine has no address ${config.host}; check --host or FAIRWAY_HOST`)
  }
  const storageProblem = describeStorageError(error, config.dataDir)
  if (storageProblem) return toUnavailableError(storageProblem)
  if (isUnavailable(error)) {
    const storeVariables = [config.databaseUrl && 'DATABASE_URL', config.redisUrl && 'REDIS_URL']
      .filter(Boolean)
      .join(' or ')
    return toUnavailableError(`${storeVariables || `the database in ${config.dataDir}`} cannot be reached: ${message}`)
  }
  return code === 'EACCES' ? toUnavailableError(`permission denied for port ${config.port}: ${message}`) : undefined
}

/** Limits the number of threads on platforms that cannot share a port between threads. */
function limitThreadsToPlatform(config: Config): Config {
  if (config.threads === 1 || ['linux', 'freebsd', 'aix', 'sunos'].includes(process.platform)) return config
  process.stderr.write(`fairway: ${process.platform} cannot share a port between threads; using one thread\n`)
  return { ...config, threads: 1 }
}

/** Returns the short description for people at a terminal. Programs and logs get the longer description. */
function describeInFourLines(config: Config, { port, regions, pending }: RunningService): string {
  return formatBanner({ version, url: toBaseUrl(config, port), regions, pending })
}

function toBaseUrl(config: Config, port: number): string {
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl
}

function describeService(config: Config, { port, regions }: RunningService): string {
  const baseUrl = toBaseUrl(config, port)
  const storage = `${config.databaseUrl ? 'PostgreSQL' : `SQLite in ${config.dataDir}`}${config.redisUrl ? ', Redis' : ''}`
  return [
    '',
    `  Fairway ${version} is ready (${config.threads} ${config.threads === 1 ? 'thread' : 'threads'}, ${storage})`,
    '',
    `    API    ${baseUrl}/v1`,
    `    Docs   ${baseUrl}/docs`,
    `    Maps   ${regions.join(', ') || 'none yet: fairway regions add europe/monaco'}`,
    '',
    ...(['127.0.0.1', '::1', 'localhost'].includes(config.host)
      ? ['  Only this machine can connect. To accept connections from the network: --host 0.0.0.0 (FAIRWAY_HOST)', '']
      : []),
    '  Create an account and a key:',
    '',
    `    curl -s ${baseUrl}/v1/account/signup -H 'content-type: application/json' -d '{"email":"you@example.com"}'`,
    '',
    '',
  ].join('\n')
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
/**
 * Maximum time for which a signal is held back until the server listens. If the server needs more time, for example
 * while a map is compiled, the signal aborts the start.
 */
const ALMOST_STARTED_MS = 500

interface CaughtSignals {
  stopCatching(): void
  listCaught(): readonly NodeJS.Signals[]
  /**
   * Called when the server listens. From then on, signals are held back until the start is complete, however long it
   * takes.
   */
  awaitStart(): void
}

/**
 * Catches signals during the start. Requests may already be served before the start is complete, and a signal must not
 * interrupt them.
 */
function catchSignals(): CaughtSignals {
  const receivedSignals: NodeJS.Signals[] = []
  let timer: NodeJS.Timeout | undefined
  let isListening = false
  const stopCatching = (): void => {
    clearTimeout(timer)
    for (const signal of STOP_SIGNALS) process.off(signal, catchSignal)
  }
  const catchSignal = (signal: NodeJS.Signals): void => {
    receivedSignals.push(signal)
    timer ??= setTimeout(() => {
      if (isListening) return
      stopCatching()
      process.kill(process.pid, signal)
    }, ALMOST_STARTED_MS)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, catchSignal)
  const awaitStart = (): void => {
    isListening = true
  }
  return { stopCatching, listCaught: () => receivedSignals, awaitStart }
}

/**
 * Time within which two signals count as one. A terminal sends Ctrl-C to all foreground processes, and npm forwards it,
 * so one key press arrives as two signals.
 */
const REPEATED_SIGNAL_MS = 1500

/**
 * Stops the service after a signal. After SIGTERM, the service keeps running for a while, so that load balancers notice
 * that /readyz fails. The next signal ends this wait, and another signal exits immediately.
 */
async function stopAfterSignal(
  service: RunningService,
  drainSeconds: number,
  earlySignals: readonly NodeJS.Signals[],
): Promise<void> {
  const drain = new AbortController()
  const firstSignal = await new Promise<NodeJS.Signals>((resolve) => {
    let lastSignalMs: number | undefined
    let hasDrained = drainSeconds === 0
    const handleSignal = (signal: NodeJS.Signals): void => {
      const nowMs = performance.now()
      const isRepeated = lastSignalMs !== undefined && nowMs - lastSignalMs <= REPEATED_SIGNAL_MS
      if (lastSignalMs === undefined) {
        hasDrained ||= signal === 'SIGINT'
        resolve(signal)
      } else if (!isRepeated && hasDrained) process.exit(exitCodes.failed)
      else if (!isRepeated) {
        hasDrained = true
        drain.abort()
      }
      if (!isRepeated) lastSignalMs = nowMs
    }
    for (const signal of STOP_SIGNALS) process.on(signal, handleSignal)
    for (const signal of earlySignals) handleSignal(signal)
  })
  if (firstSignal === 'SIGTERM' && drainSeconds > 0) {
    // A thread that does not respond must not delay the shutdown.
    service.announceStop().catch(() => undefined)
    await sleep(drainSeconds * 1000, undefined, { signal: drain.signal }).catch(() => undefined)
  }
  await service.stop()
}
