import { parentPort, workerData } from 'node:worker_threads'
import { openMigratedDatabase } from '../../apps/server/platform/storage/database.ts'
import type { StoreSettings } from '../support/servers/stores.ts'
import type { Gate } from './threads.ts'

/** Opens a database as a starting server does, at the same moment as the other threads. */
const { settings, gate } = workerData as Gate & { settings: StoreSettings }
const cells = new Int32Array(gate)
Atomics.add(cells, 0, 1)
Atomics.wait(cells, 1, 0)
const database = await openMigratedDatabase(settings)
await database.ping()
await database.close()
parentPort?.postMessage('ready')
