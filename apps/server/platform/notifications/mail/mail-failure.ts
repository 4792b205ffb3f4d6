import { findField, findString } from '../sms/read-field.ts'

/** Contains the mail server's reply, but neither the address nor the text: a sign-in code must not be logged. */
export class MailError extends Error {
  readonly permanent: boolean

  constructor(permanent: boolean, reason: string) {
    super(`mail not sent: ${reason}`)
    this.name = 'MailNotSent'
    this.permanent = permanent
  }
}

/** nodemailer's codes for a failed or broken connection. Any other failure without a reply would fail again. */
const CONNECTION_FAILURES: ReadonlySet<string> = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'])

/** The server's reply takes precedence over the kind of failure: 421 closes the connection, but 4xx means retry. */
export function toMailError(error: unknown): MailError {
  const status = findField(error, 'responseCode')
  if (typeof status === 'number') {
    return new MailError(status < 400 || status > 499, `SMTP ${status} after ${findString(error, 'command') ?? 'CONN'}`)
  }
  const code = findString(error, 'code') ?? 'no code'
  return new MailError(!CONNECTION_FAILURES.has(code), code)
}
