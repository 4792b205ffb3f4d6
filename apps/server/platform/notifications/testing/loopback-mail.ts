import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly recipients: readonly string[]
  /** Raw message, including the headers. */
  readonly raw: string
}

export interface LoopbackMail {
  readonly url: string
  readonly mails: readonly ReceivedMail[]
  close(): Promise<void>
}

/** Starts an SMTP server on a free loopback port that stores its mails. Options override individual steps. */
export async function startLoopbackMail(options: SMTPServerOptions = {}): Promise<LoopbackMail> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        raw += chunk
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({ from, recipients: rcptTo.map((recipient) => recipient.address), raw })
        callback()
      })
    },
    ...options,
  })
  // Connections that a test breaks on purpose emit errors here, which would otherwise end the run.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Creates an error that smtp-server turns into a reply with this code. */
export function smtpReply(responseCode: number): Error {
  return Object.assign(new Error('reply of the test'), { responseCode })
}
