import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@fairway/geo'
import { call } from '../../tests/faults/support/calls.ts'
import { monacoExtract } from '../../tests/support/maps/extracts.ts'
import { compileEmbeddedMap, publishEmbedded } from '../../tests/support/maps/maps.ts'
import { startProcess } from '../../tests/support/servers/processes.ts'
import { startServer, withoutMaps } from '../../tests/support/servers/server-process.ts'
import { createTempDir } from '../../tests/support/servers/temp-dir.ts'
import { type KillCounts, startAgain } from './kill-writes.ts'

const command = fileURLToPath(new URL('../../apps/server/bin/fairway.js', import.meta.url))
const publisher = fileURLToPath(new URL('./publish-child.ts', import.meta.url))

interface Scene {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Record<string, string>
  /** Maximum time until the kill, in milliseconds. On an idle machine, the command ends sooner. */
  readonly maxMs: number
  /** Whether the folder is empty, as before the first start. */
  readonly isFirstStart?: true
}

/** Kills commands that write maps, and servers during their first start. Then a server starts on the remaining data. */
export async function killDuringData(
  kills: number,
  counts: KillCounts,
  progress: (text: string) => void,
): Promise<void> {
  await compileEmbeddedMap()
  const folder = await createTempDir()
  const extract = await monacoExtract(folder.path)
  const mirror = await startMirror(extract)
  const random = seededRandom(50)
  try {
    for (let turn = 0; turn < kills; turn++) {
      const dataDir = `${folder.path}/data-${turn}`
      const scenes = listScenes(dataDir, extract, mirror)
      const scene = scenes[turn % scenes.length]
      if (!scene) return
      await killScene(scene, dataDir, random() * scene.maxMs, counts)
      await rm(dataDir, { recursive: true, force: true })
      if (turn % 5 === 4) progress(`compile, regions, publish, first start: ${turn + 1} of ${kills}`)
    }
  } finally {
    mirror.close()
    await folder.dispose()
  }
}

function listScenes(dataDir: string, extract: string, mirror: Server): Scene[] {
  const { port } = mirror.address() as AddressInfo
  const folder = ['--data-dir', dataDir]
  return [
    { name: 'compile', args: [command, 'compile', extract, '--region', 'monaco', ...folder], maxMs: 4000 },
    {
      name: 'regions add',
      args: [command, 'regions', 'add', 'europe/monaco', ...folder],
      env: { FAIRWAY_MIRROR_URL: `http://127.0.0.1:${port}` },
      maxMs: 5000,
    },
    { name: 'publish', args: [publisher, dataDir], maxMs: 2000 },
    {
      name: 'first start',
      args: [command, 'serve', '--port', '0', '--threads', '2', ...folder],
      env: { FAIRWAY_EMBEDDED_REGION: 'true' },
      maxMs: 10_000,
      isFirstStart: true,
    },
  ]
}

async function killScene(scene: Scene, dataDir: string, momentMs: number, counts: KillCounts): Promise<void> {
  const { name, args, env = {}, isFirstStart } = scene
  if (!isFirstStart) await publishEmbedded(dataDir)
  const killed = startProcess(process.execPath, args, { env: { ...process.env, ...withoutMaps, ...env } })
  await sleep(momentMs)
  await killed.end('SIGKILL')
  const server = await startAgain(
    () => startServer({ store: { dataDir }, args: ['--threads', '1'], env: { FAIRWAY_LOG_LEVEL: 'error' } }),
    counts,
  )
  const ready = await call(server.url, '/readyz')
  if (ready.status !== 200) counts.notes.push(`after ${name}: ${ready.status} ${ready.text}`)
  if (!isFirstStart) {
    // The server still serves the map that was published before, or its newest copy.
    counts.acknowledged++
    const trip = { from: [-34.9066, -56.1671], to: [-34.9094, -56.1653] }
    const reply = await call(server.url, '/v1/route', { body: trip })
    if (reply.status !== 200) {
      counts.lost++
      counts.notes.push(`after ${name}: ${reply.status} ${reply.text}`)
    }
  }
  await server.stop()
}

/** Starts a server that returns one extract under every path, as a mirror would. */
async function startMirror(extract: string): Promise<Server> {
  const server = createServer((_request, response) => void createReadStream(extract).pipe(response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}
