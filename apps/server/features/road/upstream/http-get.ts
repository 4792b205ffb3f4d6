import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

/** Outcome of a GET request: a complete response, a response that is too large, or no response. */
export type HttpExchange =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfter: string | undefined
      readonly body: string
    }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken'; readonly why: string }

export interface GetOptions {
  readonly signal: AbortSignal
  readonly maxBytes: number
}

/**
 * Sends GET requests on separate keep-alive connections. Connections of the global fetch belong to the whole process
 * and could not be closed with the provider. Redirects are not followed, because credentials belong only to the
 * configured URL.
 */
export class HttpClient {
  private readonly isTls: boolean
  private readonly agent: HttpAgent
  private readonly headers: Readonly<Record<string, string>>

  constructor(protocol: string, headers: Readonly<Record<string, string>>) {
    this.isTls = protocol === 'https:'
    this.agent = this.isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
    this.headers = headers
  }

  async get(url: URL, { signal, maxBytes }: GetOptions): Promise<HttpExchange> {
    try {
      const response = await this.open(url, signal)
      const body = await readBody(response, maxBytes)
      if (body === undefined) return { kind: 'too-large' }
      const { statusCode = 0, headers } = response
      return { kind: 'answered', status: statusCode, retryAfter: headers['retry-after'], body }
    } catch (error) {
      return {
        kind: 'broken',
        why: signal.aborted ? describeAbort(signal) : `connection failed: ${getErrorCode(error)}`,
      }
    }
  }

  close(): void {
    this.agent.destroy()
  }

  private open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { agent: this.agent, headers: this.headers, signal }
      const request = this.isTls ? requestHttps(url, options) : requestHttp(url, options)
      // The listeners stay attached, because a connection that breaks later would otherwise crash the process.
      request.once('response', resolve).on('error', reject)
      // A response such as 101 closes the connection without an error event.
      request.once('close', () => reject(new Error('closed')))
      request.end()
    })
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop closes the connection without waiting for the remaining data.
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function describeAbort({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : 'stopped'
}

/** Returns only the error code, because error messages contain the URL. */
function getErrorCode(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code ?? 'closed without a response'
}
