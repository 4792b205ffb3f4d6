import { parentPort, workerData } from 'node:worker_threads'
import { type IndexRoadsOptions, indexRoads } from './index-roads.ts'

/** One thread per map: the memory needed to index all roads is freed when it ends. */
parentPort?.postMessage(indexRoads(workerData as IndexRoadsOptions))
