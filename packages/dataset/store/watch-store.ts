import type { StoredDataset } from './region-folder.ts'

export type ServedDatasets = ReadonlyMap<string, StoredDataset>

export interface WatchOptions {
  readonly intervalMs?: number
  /** The store could not be read, or `onChange` failed; watching goes on. */
  onFault?(error: unknown): void
}

export interface StoreWatch {
  /** After this, `onChange` is not called any more. */
  close(): void
}

/**
 * Looks again and again instead of asking the system to be told (fs.watch): it is told nothing of what other machines
 * write to a shared disk, and a look at ten regions costs about a millisecond and a half.
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
        // Before it is called: what fails once would fail every second, until there is something new.
        seen = state
        await onChange(served)
      }
    } catch (error) {
      onFault(error)
    }
    // Only now: a dataset that takes long to load must not be loaded twice at the same time.
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
