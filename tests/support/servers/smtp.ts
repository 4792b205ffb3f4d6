import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'

export interface ReceivedMail {
  /** Sender of the envelope. The envelope determines where an email goes. */
  readonly from: string
  readonly to: string[]
  readonly raw: string
  /** Decoded plain text with `\n` line breaks, without the final line break. */
  readonly text: string
}

export interface SmtpSink {
  readonly url: string
  readonly messages: ReceivedMail[]
  /** Returns the oldest matching email that no earlier call returned. Waits up to two minutes for it to arrive. */
  next(predicate?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>
  dispose(): Promise<void>
}

const PATIENCE_MS = 120_000

export async function startSmtpSink(): Promise<SmtpSink> {
  const messages: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  const arrivals = new EventEmitter()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // 0 would mean the default of 30 s. A client that keeps its connection open would then make `dispose` wait that
    // long.
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      receive(stream, envelope).then((mail) => {
        messages.push(mail)
        arrivals.emit('mail')
        done()
      }, done)
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    messages,
    async next(predicate = () => true) {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      for (;;) {
        const mail = messages.find((message) => !taken.has(message) && predicate(message))
        if (mail !== undefined) {
          taken.add(mail)
          return mail
        }
        await once(arrivals, 'mail', { signal }).catch((cause) => {
          throw new Error(`no matching mail within ${PATIENCE_MS} ms, ${messages.length} others`, { cause })
        })
      }
    },
    dispose: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function receive(stream: Readable, envelope: SMTPServerEnvelope): Promise<ReceivedMail> {
  const raw = (await buffer(stream)).toString('utf8')
  const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
  return { from, to: envelope.rcptTo.map(({ address }) => address), raw, text: toText(raw) }
}

/** Returns the first plain text part, decoded. Only the MIME features that this service uses are supported. */
function toText(entity: string): string {
  const [head = '', ...paragraphs] = entity.replaceAll('\r\n', '\n').split('\n\n')
  const body = paragraphs.join('\n\n')
  const headers = head.replaceAll(/\n[ \t]+/g, ' ')
  const type = findHeader(headers, 'content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary !== undefined) return toPlainPart(body, boundary)

  const charset = /charset="?([^";\s]+)"?/i.exec(type)?.[1] ?? 'utf-8'
  const text = decodeBody(body, findHeader(headers, 'content-transfer-encoding') ?? '7bit', charset)
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '')
}

function toPlainPart(body: string, boundary: string): string {
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\n/, ''))
  const plain = parts.find((part) => /^content-type:\s*(text\/plain|multipart\/)/im.test(part)) ?? parts[0]
  return plain === undefined ? '' : toText(plain)
}

function findHeader(headers: string, name: string): string | undefined {
  return new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(headers)?.[1]
}

function decodeBody(body: string, encoding: string, charset: string): string {
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return new TextDecoder(charset).decode(Buffer.from(body, 'base64'))
    case 'quoted-printable':
      return new TextDecoder(charset).decode(fromQuotedPrintable(body))
    default:
      return body
  }
}

function fromQuotedPrintable(body: string): Buffer {
  const joined = body.replaceAll(/=[ \t]*\n/g, '')
  const bytes = joined.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
