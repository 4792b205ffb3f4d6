import { parentPort, workerData } from 'node:worker_threads'
import type { RegionHandle } from '../../../maps/regions/handles.ts'
import { indexRoads } from './index-roads.ts'

/** One thread per map: the memory needed to index all roads is freed when it ends. */
parentPort?.postMessage(indexRoads(workerData as Pick<RegionHandle, 'dataset' | 'sections'>))
