import { parentPort, workerData } from 'node:worker_threads'
import type { RegionHandle } from '../../../maps/regions/handles.ts'
import { indexRoads } from './index-roads.ts'

/** A thread for one map: what it takes to look at all of its roads is given back when it ends. */
parentPort?.postMessage(indexRoads(workerData as Pick<RegionHandle, 'dataset' | 'sections'>))
