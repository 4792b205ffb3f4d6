import { parentPort, workerData } from 'node:worker_threads'
import { type IndexRoadsOptions, indexRoads } from './index-roads.ts'

/** Each map has a separate thread, so that the memory for indexing all roads is freed when the thread ends. */
parentPort?.postMessage(indexRoads(workerData as IndexRoadsOptions))
