import { parentPort, workerData } from 'node:worker_threads'
import { readZoneSet } from './read-zone-set.ts'

/**
 * This thread reads the zones in the data folder, posts them and exits. Reading a large file would block any other
 * thread for a second.
 */
parentPort?.postMessage(await readZoneSet((workerData as { readonly dataDir: string }).dataDir))
