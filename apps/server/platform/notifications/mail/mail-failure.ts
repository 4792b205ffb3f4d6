import { findField, findString } from '../sms/read-field.ts'

/**
 * Error with the reply of the mail server. The error contains neither the address nor the text, because a sign-in code
 * must not be logged.
 */
export class MailError extends Error {
  readonly permanent: boolean

  constructor(permanent: boolean, reason: string) {
    super(`mail not sent: ${reason}`)
    this.name = 'MailNotSent'
    this.permanent = permanent
  }
}

/** Error codes of nodemailer for a failed or broken connection. Other errors without a reply would occur again. */
const CONNECTION_FAILURES: ReadonlySet<string> = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'])

/**
 * Converts an error. The status in the server's reply takes precedence over the error code, because a 4xx status means
 * that a retry may succeed.
 */
export function toMailError(error: unknown): MailError {
  const status = findField(error, 'responseCode')
  if (typeof status === 'number') {
    return new MailError(status < 400 || status > 499, `SMTP ${status} after ${findString(error, 'command') ?? 'CONN'}`)
  }
  const code = findString(error, 'code') ?? 'no code'
  return new MailError(!CONNECTION_FAILURES.has(code), code)
}
