/** A server-sent event before its data is parsed. */
export interface ServerEvent {
  /** Event type. `message` unless the stream sets a type. */
  readonly type: string
  readonly data: string
  /** Last ID of the stream, from this event or an earlier one. */
  readonly lastEventId: string
}

/**
 * Parses server-sent events according to the standard
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). Lines end with CR, LF, or
 * both. Chunks may be split anywhere. Comments and unknown fields are ignored.
 */
export class EventParser {
  /** ID to resume from after an interruption. */
  lastEventId: string
  /** Reconnection delay, if the stream has set one. */
  retryMs: number | undefined
  private pendingLine = ''
  private skipsLineFeed = false
  private eventType = ''
  private dataLines: string[] = []
  private pendingId: string

  constructor(lastEventId = '') {
    this.lastEventId = lastEventId
    this.pendingId = lastEventId
  }

  /** Returns the events completed by this chunk. */
  push(chunk: string): ServerEvent[] {
    // A carriage return has already ended the line, so a following line feed belongs to the same line break.
    const unparsed = this.skipsLineFeed && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    if (chunk !== '') this.skipsLineFeed = chunk.endsWith('\r')
    const lines = (this.pendingLine + unparsed).split(/\r\n|\n|\r/)
    this.pendingLine = lines.pop() ?? ''
    return lines.flatMap((line) => this.parseLine(line) ?? [])
  }

  private parseLine(line: string): ServerEvent | undefined {
    if (line === '') return this.dispatchEvent()
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const rawValue = colon < 0 ? '' : line.slice(colon + 1)
    this.parseField(field, rawValue.startsWith(' ') ? rawValue.slice(1) : rawValue)
    return undefined
  }

  private parseField(field: string, value: string): void {
    if (field === 'data') this.dataLines.push(value)
    else if (field === 'event') this.eventType = value
    else if (field === 'id' && !value.includes('\0')) this.pendingId = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value)
  }

  /**
   * Dispatches an event. An ID takes effect at the end of its event. If the stream breaks within an event, the service
   * sends the event again.
   */
  private dispatchEvent(): ServerEvent | undefined {
    const { eventType, dataLines } = this
    this.lastEventId = this.pendingId
    this.eventType = ''
    this.dataLines = []
    if (dataLines.length === 0) return undefined
    return { type: eventType || 'message', data: dataLines.join('\n'), lastEventId: this.lastEventId }
  }
}
