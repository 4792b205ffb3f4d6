import type { FastifyBaseLogger } from 'fastify'
import type { Mailer } from './mail.ts'

/** Sends sign-in codes without delaying the reply, because reply times must not reveal which accounts exist. */
export function createCodeSender(mailer: Mailer, log: FastifyBaseLogger) {
  return (email: string, code: string, minutes: number): void => {
    const text = [
      `Your code to sign in to Fairway: ${code}`,
      '',
      `It can be used once, within ${minutes} minutes. If you did not request it, you can ignore this email: nobody can sign in without the code.`,
    ].join('\n')
    mailer.send({ to: email, subject: `${code} is your Fairway sign-in code`, text }).catch((error: unknown) => {
      log.error({ err: error }, 'a sign-in code could not be sent by mail')
    })
  }
}
