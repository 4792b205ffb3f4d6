import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Behaviour, ReceivedRequest, ServerState } from './behaviour.ts'
import { threeSteps } from './replies.ts'

/**
 * This program imitates osrm-routed and is controlled by `POST /test/next`. The program runs as a separate process, so
 * that tests can kill it. Usage: `node osrm-server.ts PORT`.
 */

const defaultBehaviour: Behaviour = { does: 'answer', json: threeSteps }
const next: Behaviour[] = []
const requests: ReceivedRequest[] = []
const connections = new Set<Socket>()
const openResponses: ServerResponse[] = []
const changes = new EventEmitter().setMaxListeners(0)
let activeRequests = 0
let maxActiveRequests = 0

const server = createServer((request, response) => {
  if (request.url?.startsWith('/test/')) void handleControl(request, response)
  else answerRoute(request, response)
})
const port = Number(process.argv[2])
server.listen(port, '127.0.0.1', () => process.stdout.write(`listening on ${port}\n`))

function answerRoute(request: IncomingMessage, response: ServerResponse): void {
  requests.push({ url: request.url ?? '', headers: request.headers })
  watch(request.socket)
  maxActiveRequests = Math.max(maxActiveRequests, ++activeRequests)
  response.once('close', () => activeRequests--)
  performBehaviour(next.shift() ?? defaultBehaviour, response)
  changes.emit('change')
}

function watch(socket: Socket): void {
  if (connections.has(socket)) return
  connections.add(socket)
  socket.once('close', () => {
    connections.delete(socket)
    changes.emit('change')
  })
}

function performBehaviour(behaviour: Behaviour, response: ServerResponse): void {
  switch (behaviour.does) {
    case 'answer':
      writeJson(response, behaviour.json, behaviour.status, behaviour.headers)
      break
    case 'write':
      response.writeHead(behaviour.status ?? 200, behaviour.headers).end(behaviour.text)
      break
    case 'hang':
      openResponses.push(response)
      break
    case 'drop':
      sendHalf(response, () => response.destroy())
      break
    case 'stall':
      sendHalf(response, () => undefined)
      break
    case 'hang-up':
      response.socket?.destroy()
      break
    case 'flood':
      sendEndlessly(response)
  }
}

function writeJson(response: ServerResponse, json: unknown, status = 200, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
    .end(JSON.stringify(json))
}

function sendHalf(response: ServerResponse, then: () => void): void {
  const body = Buffer.from(JSON.stringify(threeSteps))
  response.writeHead(200, { 'content-length': body.length })
  response.write(body.subarray(0, body.length / 2), then)
}

function sendEndlessly(response: ServerResponse): void {
  const block = Buffer.alloc(65_536, ' ')
  const pour = () => {
    while (!response.destroyed && response.write(block)) {}
  }
  response.on('drain', pour)
  pour()
}

async function handleControl(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://test')
  if (pathname === '/test/next') next.push(...((await readJson(request)) as Behaviour[]))
  if (pathname === '/test/reset') reset()
  if (pathname === '/test/release')
    for (const openResponse of openResponses.splice(0)) performBehaviour(defaultBehaviour, openResponse)
  if (pathname === '/test/state') await waitForState(searchParams)
  const state: ServerState = { requests, connections: connections.size, mostAtOnce: maxActiveRequests }
  writeJson(response, state, 200, { connection: 'close' })
}

function reset(): void {
  next.length = requests.length = maxActiveRequests = 0
  for (const openResponse of openResponses.splice(0)) openResponse.destroy()
}

/** Waits until at least `requests` requests have arrived and exactly `connections` connections are open. */
async function waitForState(expected: URLSearchParams): Promise<void> {
  const minRequests = Number(expected.get('requests') ?? 0)
  const exactConnections = expected.get('connections')
  const isReached = () =>
    requests.length >= minRequests && (exactConnections === null || connections.size === Number(exactConnections))
  while (!isReached()) await once(changes, 'change')
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return JSON.parse(body)
}
