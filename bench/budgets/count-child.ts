import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { seededRandom } from '@fairway/geo'
import { collectGarbage } from '../../apps/server/platform/collect-garbage.ts'
import { compileEmbeddedMap, openMaps } from '../../tests/support/maps/maps.ts'
import { startTestService } from '../../tests/support/servers/service.ts'
import { createTempDir } from '../../tests/support/servers/temp-dir.ts'

/**
 * Counts the bytes that requests allocate and that their replies contain. The process has no optimizing compilers,
 * because their progress would change the counts. The counts include those of the client, which are small and constant.
 */
const REQUEST_COUNT = 40
const ROUND_COUNT = 5

const random = seededRandom(20_260_616)
const drawPoint = (): [number, number] => [-34.9 + 0.06 * random(), -56.2 + 0.1 * random()]
const pairs = Array.from({ length: REQUEST_COUNT }, () => ({ from: drawPoint(), to: drawPoint() }))
const cases = {
  'route without line and steps': { steps: false, geometry: 'none', alternatives: 0 },
  'route with line and steps': { geometry: 'polyline', alternatives: 0 },
  'route with line, steps and one alternative': { geometry: 'polyline', alternatives: 1 },
}

type Counts = Record<string, { heapBytes: number; replyBytes: number }>

async function count(): Promise<Counts> {
  await compileEmbeddedMap()
  const folder = await createTempDir()
  const maps = await openMaps()
  const service = await startTestService({
    store: { dataDir: folder.path },
    config: { fastPath: true, shedDelayMs: 0, anonymousBurst: 1e6, anonymousPerSecond: 1e6 },
    maps,
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const counts: Counts = {}
  try {
    for (const [name, options] of Object.entries(cases)) {
      const requests = pairs.map((pair) => toRequest(JSON.stringify({ ...pair, ...options })))
      await send(port, requests)
      const rounds: number[] = []
      let replyBytes = 0
      for (let index = 0; index < ROUND_COUNT; index++) {
        collectGarbage()
        const before = process.memoryUsage().heapUsed
        replyBytes = await send(port, requests)
        rounds.push(process.memoryUsage().heapUsed - before)
      }
      // Background work can only add to a count.
      counts[name] = {
        heapBytes: Math.round(Math.min(...rounds) / REQUEST_COUNT),
        replyBytes: Math.round(replyBytes / REQUEST_COUNT),
      }
    }
  } finally {
    await service.dispose()
    await folder.dispose()
  }
  return counts
}

function toRequest(body: string): string {
  return `POST /v1/route HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** Sends the requests one after the other. Returns the number of bytes in the replies. */
async function send(port: number, requests: readonly string[]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let bytes = 0
  for (const request of requests) {
    socket.write(request)
    let expected = Number.POSITIVE_INFINITY
    for (let received = 0; received < expected; ) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      if (received === 0) expected = readLength(chunk)
      received += chunk.length
    }
    bytes += expected
  }
  socket.destroy()
  return bytes
}

/** Returns the size of a reply, including its head, which arrives in the first chunk. */
function readLength(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n') + 4
  const head = chunk.toString('latin1', 0, headEnd)
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(chunk.toString())
  return headEnd + Number(/content-length: (\d+)/.exec(head)?.[1])
}

const counts = await count()
process.stdout.write(JSON.stringify(counts), () => process.exit())
