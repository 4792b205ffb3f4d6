import { parentPort, workerData } from 'node:worker_threads'
import { readZoneSet } from './read-zone-set.ts'

/** Reads the zones of the data folder, tells them, and ends: a large file takes a second that no other thread has. */
parentPort?.postMessage(await readZoneSet((workerData as { readonly dataDir: string }).dataDir))
