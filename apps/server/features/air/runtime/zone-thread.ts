import { parentPort, workerData } from 'node:worker_threads'
import { readZoneSet } from './read-zone-set.ts'

/**
 * This thread reads the zones of the data folder, posts them and exits. A large file would block another thread for a
 * second.
 */
parentPort?.postMessage(await readZoneSet((workerData as { readonly dataDir: string }).dataDir))
