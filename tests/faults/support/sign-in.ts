import type { ServerProcess } from '../../support/servers/server-process.ts'
import { call } from './calls.ts'

/**
 * Signs in and returns the session cookie of an account. The code comes from the log, where a server without a mail
 * server prints it.
 */
export async function signIn({ url, process }: Pick<ServerProcess, 'url' | 'process'>, email: string): Promise<string> {
  const begun = await call(url, '/account/sign-in', { body: { email } })
  const codeMailPattern = new RegExp(`"to":"${RegExp.escape(email)}","subject":"(\\d{6}) is your`)
  await process.waitFor(codeMailPattern)
  const code = codeMailPattern.exec(process.output())?.[1]
  const opened = await call(url, '/account/sign-in/verify', { body: { challenge: begun.body.challenge, code } })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error(`no session was opened: ${opened.text}`)
  return cookie
}

/** Revokes the only key of the account that owns the cookie. */
export async function revokeOnlyKey(url: string, cookie: string): Promise<void> {
  const { body } = await call(url, '/account/keys', { cookie })
  const [key, ...others] = body.keys as { id: string }[]
  if (key === undefined || others.length > 0) throw new Error('the account should have one key')
  const revoked = await call(url, `/account/keys/${key.id}`, { cookie, method: 'DELETE' })
  if (revoked.status !== 200) throw new Error(revoked.text)
}
