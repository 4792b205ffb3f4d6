import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type HttpFailure, toHttpProblem } from './http-problems.ts'
import { ERROR_CODE_HEADER } from './problem.ts'

/** Error objects for requests that Node rejects before routing. */

const MAX_HEADER_BYTES = 16_384

/** Replies to input that Node's HTTP parser cannot parse. */
export function respondToClientError(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (socket.destroyed || !socket.writable) return
  const failure: HttpFailure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? { kind: 'headers-too-large', limitBytes: MAX_HEADER_BYTES }
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? { kind: 'request-too-slow' }
        : { kind: 'http-malformed' }
  endWithProblem(socket, failure, requestId)
}

/** Writes an error reply directly to a socket and closes the connection. */
export function endWithProblem(socket: Socket, failure: HttpFailure, requestId: string): void {
  const { status, code, body, retryAfterSeconds } = toHttpProblem(failure)
  const serializedBody = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(serializedBody)}`,
    `${ERROR_CODE_HEADER}: ${code}`,
    ...(retryAfterSeconds === undefined ? [] : [`retry-after: ${retryAfterSeconds}`]),
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${serializedBody}`)
}

/** Rejects Expect values other than 100-continue. Node would send an empty reply. */
export function rejectExpectations(server: Server, nextId: (request: IncomingMessage) => string): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const { status, code, body } = toHttpProblem({ kind: 'expectation-unknown', given: String(request.headers.expect) })
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      [ERROR_CODE_HEADER]: code,
      'x-request-id': nextId(request),
    }
    response.writeHead(status, headers).end(JSON.stringify(body))
  })
}
