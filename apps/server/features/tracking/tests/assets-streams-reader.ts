import { expect } from 'vitest'
import type { LiveReply } from '../../../../../tests/support/operations/assets.ts'

export interface Told {
  readonly event: string
  readonly id: string | undefined
  readonly data: LiveReply & { readonly removed?: string; readonly detail?: string }
  /** Arrival time by `performance.now`. */
  readonly at: number
}

/** An open stream. Events are buffered until they are read. */
export class OpenStream {
  readonly events: Told[] = []
  readonly response: Response
  isOver = false
  private readonly end: AbortController

  private constructor(response: Response, end: AbortController) {
    this.response = response
    this.end = end
    void this.readAll()
  }

  static async open(url: string, headers: Record<string, string>): Promise<OpenStream> {
    const end = new AbortController()
    const response = await fetch(url, { headers, signal: end.signal })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    return new OpenStream(response, end)
  }

  /** Returns the first matching event and drops all events before it. */
  async next(fits: (told: Told) => boolean = () => true): Promise<Told> {
    await expect.poll(() => this.events.some(fits), { timeout: 10_000, interval: 5 }).toBe(true)
    const at = this.events.findIndex(fits)
    return this.events.splice(0, at + 1).at(-1) as Told
  }

  async whenOver(): Promise<void> {
    await expect.poll(() => this.isOver, { timeout: 10_000, interval: 5 }).toBe(true)
  }

  close(): void {
    this.end.abort()
  }

  private async readAll(): Promise<void> {
    let text = ''
    try {
      for await (const part of (this.response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
        text += part
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        this.events.push(...blocks.flatMap(readBlock))
      }
    } catch {
      // The connection broke. Events received until then count.
    }
    this.isOver = true
  }
}

function readBlock(block: string): Told[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const event = field('event')
  if (event === undefined) return []
  return [{ event, id: field('id'), data: JSON.parse(field('data') ?? ''), at: performance.now() }]
}
