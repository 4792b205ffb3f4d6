import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface ReceivedMessage {
  readonly id: string
  readonly asset: string
}

/** Receives webhooks and can be down for a while. */
export class WebhookReceiver {
  private readonly messages: ReceivedMessage[] = []
  private server: Server | undefined
  private port = 0

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    await receiver.resume()
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`
  }

  /** Ids of all messages. */
  get ids(): Set<string> {
    return new Set(this.messages.map(({ id }) => id))
  }

  /** Returns the ids of the messages about an asset, in the order of their first arrival. */
  idsOf(asset: string): string[] {
    return [...new Set(this.messages.filter((message) => message.asset === asset).map(({ id }) => id))]
  }

  /** Listens on the same port as before. */
  async resume(): Promise<void> {
    const server = createServer(async (request, response) => {
      const { data } = (await json(request)) as { data: ReceivedMessage }
      this.messages.push(data)
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    this.server = server
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = undefined
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }
}
