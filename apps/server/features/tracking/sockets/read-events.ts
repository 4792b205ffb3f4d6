/** Server-sent event of a stream. */
export interface StreamEvent {
  readonly type: string
  readonly id?: string
  readonly data: unknown
}

/** Parses server-sent events with JSON data. Comments and retry times are skipped. */
export async function* readEvents(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let remainingText = ''
  for await (const chunk of chunks) {
    remainingText += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    const blocks = remainingText.split('\n\n')
    remainingText = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) yield event
    }
  }
}

function parseEvent(block: string): StreamEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):\s?(.*)$/.exec(line) ?? []
    if (name) fields.set(name, value)
  }
  const [data, id] = [fields.get('data'), fields.get('id')]
  if (data === undefined) return undefined
  return { type: fields.get('event') ?? 'message', ...(id !== undefined && { id }), data: JSON.parse(data) }
}
