import { expect } from 'vitest'
import type { LiveReply } from '../../../../../tests/support/operations/assets.ts'

export interface StreamEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: LiveReply & { readonly removed?: string; readonly detail?: string }
  /** Arrival time from `performance.now`, in milliseconds. */
  readonly at: number
}

/** Open stream that buffers events until they are read. */
export class StreamReader {
  readonly events: StreamEvent[] = []
  readonly response: Response
  isEnded = false
  private readonly abortController: AbortController

  private constructor(response: Response, end: AbortController) {
    this.response = response
    this.abortController = end
    void this.readAll()
  }

  static async open(url: string, headers: Record<string, string>): Promise<StreamReader> {
    const end = new AbortController()
    const response = await fetch(url, { headers, signal: end.signal })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    return new StreamReader(response, end)
  }

  /** Returns the first matching event and drops all events before it. */
  async next(matches: (candidate: StreamEvent) => boolean = () => true): Promise<StreamEvent> {
    await expect.poll(() => this.events.some(matches), { interval: 5 }).toBe(true)
    const at = this.events.findIndex(matches)
    return this.events.splice(0, at + 1).at(-1) as StreamEvent
  }

  async waitForEnd(): Promise<void> {
    await expect.poll(() => this.isEnded, { interval: 5 }).toBe(true)
  }

  close(): void {
    this.abortController.abort()
  }

  private async readAll(): Promise<void> {
    let buffer = ''
    try {
      for await (const chunk of (this.response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        buffer += chunk
        const blocks = buffer.split('\n\n')
        buffer = blocks.pop() ?? ''
        this.events.push(...blocks.flatMap(readBlock))
      }
    } catch {
      // The connection broke, but the events before the break count.
    }
    this.isEnded = true
  }
}

function readBlock(block: string): StreamEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const event = field('event')
  if (event === undefined) return []
  return [{ event, id: field('id'), data: JSON.parse(field('data') ?? ''), at: performance.now() }]
}
