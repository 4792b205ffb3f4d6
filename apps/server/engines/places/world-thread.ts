import { parentPort, workerData } from 'node:worker_threads'
import { makeWorld, readWorld } from './world-file.ts'
import type { WorldNews, WorldThreadData } from './world-host.ts'

/** Reads the world, or makes it, and ends: what making it takes is given back. */

const port = parentPort
if (!port) throw new Error('this file is started as a thread by world-host.ts')
const { dataDir } = workerData as WorldThreadData
const tell = (news: WorldNews) => port.postMessage(news)

const startedMs = performance.now()
let world = await readWorld(dataDir, (why) => tell({ kind: 'unusable', why }))
const wasMade = world === undefined
if (!world) {
  tell({ kind: 'making' })
  world = await makeWorld(dataDir, (why) => tell({ kind: 'not-kept', why }))
}
tell({ kind: 'ready', world, wasMade, tookMs: Math.round(performance.now() - startedMs) })
