import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { checkMailAddress, parseDomain } from './mail-address.ts'
import { MailError, toMailError } from './mail-failure.ts'

export { MailError } from './mail-failure.ts'

export interface Mail {
  /** Single address. Lists and display names are rejected. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. Rejects with MailError. */
  send(mail: Mail): Promise<void>
  /** Finishes mails in transit, cancels pending retries, and closes the connections. */
  close(): Promise<void>
}

export interface MailerOptions {
  /**
   * SMTP URL, starting with smtp:// or smtps://, with a user and password if needed. `?requireTLS=true` enforces
   * STARTTLS. Without a URL, every mail goes to `log`.
   */
  readonly smtpUrl?: string
  /** Sender: an address, or `Name <address>`. */
  readonly from: string
  readonly log: (line: { to: string; subject: string; text: string }) => void
  readonly timeoutMs?: number
  /** Delay before the second attempt, in milliseconds. The delay doubles before the third attempt. */
  readonly backoffMs?: number
}

const MAX_ATTEMPTS = 3

export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined ? createLogMailer(options) : createSmtpMailer(options, options.smtpUrl)
}

function createLogMailer({ log }: MailerOptions): Mailer {
  return {
    async send({ to, subject, text }) {
      checkMailAddress(to)
      log({ to, subject, text })
    },
    async close() {},
  }
}

type Transporter = Awaited<ReturnType<typeof openTransport>>

async function openTransport(url: string, timeoutMs: number) {
  // The library is loaded on demand, because most threads never send mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    // The pool would otherwise retry a mail five times, in addition to the attempts here.
    maxRequeues: 0,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function createSmtpMailer({ from, timeoutMs = 10_000, backoffMs = 500 }: MailerOptions, smtpUrl: string): Mailer {
  // The URL is checked here, because nodemailer's error message includes the URL with its password.
  if (!URL.canParse(smtpUrl) || !/^smtps?:\/\//.test(smtpUrl))
    throw new Error('the mail URL is not smtp:// or smtps://')
  let transport: Promise<Transporter> | undefined
  const domain = parseDomain(from)
  const stopController = new AbortController()
  const pendingDeliveries = new Set<Promise<void>>()

  async function deliverMail({ to, subject, text, html }: Mail): Promise<void> {
    checkMailAddress(to)
    const mail = {
      from,
      // nodemailer would parse a plain string as a list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      // All attempts use the same id, so that mailboxes recognize a duplicate if only the reply was lost.
      messageId: `<${randomUUID()}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(html === undefined ? {} : { html }),
    }
    for (let attempt = 1; ; attempt++) {
      if (stopController.signal.aborted) throw new MailError(false, 'the mailer is closed')
      try {
        transport ??= openTransport(smtpUrl, timeoutMs)
        await (await transport).sendMail(mail)
        return
      } catch (error) {
        const failure = toMailError(error)
        if (failure.permanent || attempt === MAX_ATTEMPTS) throw failure
        await delay(backoffMs * 2 ** (attempt - 1), undefined, { signal: stopController.signal }).catch(() => undefined)
      }
    }
  }

  return {
    send(mail) {
      const delivery = deliverMail(mail).finally(() => pendingDeliveries.delete(delivery))
      pendingDeliveries.add(delivery)
      return delivery
    },
    async close() {
      stopController.abort()
      await Promise.allSettled(pendingDeliveries)
      const openConnection = await transport
      openConnection?.close()
    },
  }
}
