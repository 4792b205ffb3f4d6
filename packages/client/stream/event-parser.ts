/** An event as it comes over the wire. */
export interface ServerEvent {
  /** `message` unless the stream sets a type. */
  readonly type: string
  readonly data: string
  /** The last ID of the stream, from this event or an earlier one. */
  readonly lastEventId: string
}

/**
 * Parses server-sent events by the standard
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). Lines end with CR, LF or
 * both, chunks may be split anywhere, and comments and unknown fields are ignored.
 */
export class EventParser {
  /** ID to resume from after an interruption. */
  lastEventId: string
  /** Reconnection delay, if the stream has set one. */
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

  /** Returns the events completed by this chunk. */
  push(chunk: string): ServerEvent[] {
    // A carriage return has already ended its line, so a following line feed belongs to the same line end.
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

  /** An ID takes effect at the end of its event. If the stream breaks within the event, the event is sent again. */
  private endEvent(): ServerEvent | undefined {
    const { type, data } = this
    this.lastEventId = this.id
    this.type = ''
    this.data = []
    if (data.length === 0) return undefined
    return { type: type || 'message', data: data.join('\n'), lastEventId: this.lastEventId }
  }
}
