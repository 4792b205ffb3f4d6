/** Part of a thread that runs from the start of the thread to its end. */
export interface Component {
  /** Name of the component in the log. */
  readonly name: string
  start(): Promise<void>
  /** Stops the component. Also called if `start` has failed, because the component may have started partially. */
  stop(): Promise<void>
}

interface RunningComponents {
  /**
   * Stops all components once, in reverse order. Further calls wait for the first call. A component that fails to stop
   * does not prevent the others from stopping. Rejects with the first failure.
   */
  stop(): Promise<void>
}

interface ComponentLog {
  error(fields: object, message: string): void
}

/**
 * Starts the components one after another. If a component fails, stops it and all earlier components, and rejects with
 * its error.
 */
export async function startAll(components: readonly Component[], log: ComponentLog): Promise<RunningComponents> {
  const startedComponents: Component[] = []
  for (const component of components) {
    startedComponents.push(component)
    try {
      await component.start()
    } catch (error) {
      log.error({ component: component.name, why: toReason(error) }, 'a component could not be started')
      await stopAll(startedComponents, log)
      throw error
    }
  }
  let stopPromise: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    const failures = await stopAll(startedComponents, log)
    if (failures.length > 0) throw failures[0]
  }
  return {
    stop() {
      stopPromise ??= stop()
      return stopPromise
    },
  }
}

/** Stops the components and returns the errors of those that failed to stop. */
async function stopAll(components: readonly Component[], log: ComponentLog): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const component of components.toReversed()) {
    try {
      await component.stop()
    } catch (error) {
      log.error({ component: component.name, why: toReason(error) }, 'a component could not be stopped')
      failures.push(error)
    }
  }
  return failures
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
