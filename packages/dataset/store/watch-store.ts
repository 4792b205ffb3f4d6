import type { StoredDataset } from './region-folder.ts'

export type ServedDatasets = ReadonlyMap<string, StoredDataset>

export interface WatchOptions {
  readonly intervalMs?: number
  /** The store could not be read, or `onChange` failed. Watching continues. */
  onFault?(error: unknown): void
}

export interface StoreWatch {
  /** Stops further calls of `onChange`. */
  close(): void
}

/**
 * Polls instead of using fs.watch, which does not report writes by other machines on a shared disk. Polling ten regions
 * costs about a millisecond and a half.
 */
export function watchStore(
  look: () => Promise<ServedDatasets>,
  onChange: (served: ServedDatasets) => void | Promise<void>,
  { intervalMs = 1000, onFault = () => undefined }: WatchOptions,
): StoreWatch {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let seen: string | undefined

  const turn = async (): Promise<void> => {
    try {
      const served = await look()
      const state = [...served].map(([region, { id }]) => `${region} ${id}`).join('\n')
      if (!closed && state !== seen) {
        // Set before the call, because a failing dataset would otherwise fail again every second.
        seen = state
        await onChange(served)
      }
    } catch (error) {
      onFault(error)
    }
    // Scheduled only now, so that a slow dataset is not loaded twice at the same time.
    if (!closed) timer = setTimeout(turn, intervalMs).unref()
  }
  void turn()
  return {
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
