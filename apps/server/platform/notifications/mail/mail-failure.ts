import { readField, readText } from '../sms/read-field.ts'

/** Says what the mail server answered, but neither the address nor the text: a sign-in code must not reach a log. */
export class MailNotSent extends Error {
  readonly permanent: boolean

  constructor(permanent: boolean, why: string) {
    super(`mail not sent: ${why}`)
    this.name = 'MailNotSent'
    this.permanent = permanent
  }
}

/** What nodemailer calls a connection that failed or broke; everything else without an answer would fail again. */
const CONNECTION_FAILURES: ReadonlySet<string> = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'])

/** An answer of the server decides before the kind of failure: 421 closes the connection, yet 4xx means try again. */
export function toMailNotSent(error: unknown): MailNotSent {
  const status = readField(error, 'responseCode')
  if (typeof status === 'number') {
    return new MailNotSent(status < 400 || status > 499, `SMTP ${status} after ${readText(error, 'command') ?? 'CONN'}`)
  }
  const code = readText(error, 'code') ?? 'no code'
  return new MailNotSent(!CONNECTION_FAILURES.has(code), code)
}
