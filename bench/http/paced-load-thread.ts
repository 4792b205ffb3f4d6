import { parentPort, workerData } from 'node:worker_threads'
import { type PacedOptions, sendPaced } from './paced-load.ts'

parentPort?.postMessage(await sendPaced(workerData as PacedOptions))
