import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Requests a matrix and returns its connection, so that a test can control it. */
export async function askOnSocket(url: string, body: object): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const text = JSON.stringify(body)
  socket.pause()
  const head = `POST /v1/matrix HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${text.length}\r\n\r\n`
  socket.write(head + text)
  return socket
}

/** Reads until the server closes the connection. Returns the body of a chunked reply. */
export async function readReply(socket: Socket): Promise<{ readonly status: number; readonly body: string }> {
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  await once(socket.resume(), 'close')
  const bytes = Buffer.concat(parts)
  const headEnd = bytes.indexOf('\r\n\r\n')
  const status = Number(bytes.subarray(9, 12).toString())
  const pieces: Buffer[] = []
  for (let at = headEnd + 4; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString(), 16)
    if (!(size > 0)) break
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
  return { status, body: Buffer.concat(pieces).toString() }
}
