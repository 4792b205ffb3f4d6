import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveReply } from '../../../../../tests/support/operations/assets.ts'

export interface SocketMessage {
  readonly type: string
  readonly id?: unknown
  readonly data?: LiveReply
  readonly status?: number
  readonly accepted?: number
}

/** Open WebSocket that buffers messages until they are read. */
export class SocketReader {
  readonly messages: SocketMessage[] = []
  closedWith: number | undefined
  closeReason = ''
  private readonly socket: WebSocket

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => void this.messages.push(JSON.parse(String(data))))
    socket.on('close', (code, reason) => {
      this.closedWith = code
      this.closeReason = String(reason)
    })
  }

  static async open(url: string, protocols: string[], headers: Record<string, string>): Promise<SocketReader> {
    const socket = new WebSocket(url.replace('http', 'ws'), protocols, { headers })
    // The reader listens before the connection is open, because the first message may come with the handshake reply.
    const reader = new SocketReader(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return reader
  }

  /** Returns the reply to a refused handshake, in the form of other replies in tests. */
  static async expectRefusal(url: string, headers: Record<string, string>): Promise<LightMyRequestResponse> {
    const socket = new WebSocket(url.replace('http', 'ws'), [], { headers })
    return await new Promise((resolve, reject) => {
      socket.once('open', () => reject(new Error('the handshake was accepted')))
      socket.once('unexpected-response', (_request, response) => {
        let payload = ''
        response.on('data', (chunk) => {
          payload += chunk
        })
        response.on('end', () => {
          const { statusCode, headers: replyHeaders } = response
          const reply = { statusCode, headers: replyHeaders, payload, body: payload, json: () => JSON.parse(payload) }
          resolve(reply as unknown as LightMyRequestResponse)
        })
      })
    })
  }

  get protocol(): string {
    return this.socket.protocol
  }

  send(message: object): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string | Buffer): void {
    this.socket.send(text)
  }

  /** Sends the first frame of a message that continues. */
  sendPart(text: string): void {
    this.socket.send(text, { fin: false })
  }

  /** Returns the first matching message and drops all messages before it. */
  async next(matches: (candidate: SocketMessage) => boolean = () => true): Promise<SocketMessage> {
    await expect.poll(() => this.messages.some(matches), { interval: 5 }).toBe(true)
    const at = this.messages.findIndex(matches)
    return this.messages.splice(0, at + 1).at(-1) as SocketMessage
  }

  async waitForClose(): Promise<number | undefined> {
    await expect.poll(() => this.closedWith, { interval: 5 }).toBeDefined()
    return this.closedWith
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.waitForClose()
  }
}
