/** An event as it comes over the wire. */
export interface ServerEvent {
  /** `message` unless the stream names it. */
  readonly type: string
  readonly data: string
  /** The last id the stream has given, by this event or one before. */
  readonly lastEventId: string
}

/**
 * Server-sent events by the standard (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream):
 * lines end with CR, LF or both, chunks are cut anywhere, comments and unknown fields say nothing.
 */
export class EventParser {
  /** Where to go on after a break. */
  lastEventId: string
  /** How long to wait before coming back, when the stream has said. */
  retryMs: number | undefined
  private line = ''
  private skipsLineFeed = false
  private type = ''
  private data: string[] = []
  private id: string

  constructor(lastEventId = '') {
    this.lastEventId = lastEventId
    this.id = lastEventId
  }

  /** The events that are complete with this piece of text. */
  push(chunk: string): ServerEvent[] {
    // A carriage return has ended its line already; a line feed behind it belongs to the same end.
    const text = this.skipsLineFeed && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    if (chunk !== '') this.skipsLineFeed = chunk.endsWith('\r')
    const lines = (this.line + text).split(/\r\n|\n|\r/)
    this.line = lines.pop() ?? ''
    return lines.flatMap((line) => this.takeLine(line) ?? [])
  }

  private takeLine(line: string): ServerEvent | undefined {
    if (line === '') return this.endEvent()
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const rest = colon < 0 ? '' : line.slice(colon + 1)
    this.takeField(field, rest.startsWith(' ') ? rest.slice(1) : rest)
    return undefined
  }

  private takeField(field: string, value: string): void {
    if (field === 'data') this.data.push(value)
    else if (field === 'event') this.type = value
    else if (field === 'id' && !value.includes('\0')) this.id = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value)
  }

  /** An id counts from the end of its event on: who breaks off within it shall be told it again. */
  private endEvent(): ServerEvent | undefined {
    const { type, data } = this
    this.lastEventId = this.id
    this.type = ''
    this.data = []
    if (data.length === 0) return undefined
    return { type: type || 'message', data: data.join('\n'), lastEventId: this.lastEventId }
  }
}
