import type { LightMyRequestResponse } from 'fastify'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import type { PlanName } from '../../../platform/config/plans.ts'
import { createRevisionNotifier } from '../../../platform/metering/limit-memory.ts'
import { AccountService } from '../service.ts'
import { AccountStore } from '../store.ts'

/** User with an account. */
export interface TestAccount {
  readonly email: string
  readonly key: string
  readonly id: string
}

/** Signed-in user, with the session headers. */
export interface TestSession extends TestAccount {
  readonly headers: { readonly cookie: string }
}

export interface SignupFields {
  readonly email?: string
  readonly name?: string
  readonly phone?: string
}

let accountCount = 0

export function newEmail(): string {
  return `person-${++accountCount}@example.com`
}

/**
 * Signs up and accepts the unconfirmed account and its key, as an operator can, because most tests need an ordinary
 * account.
 */
export async function signUp(service: TestService, fields: SignupFields = {}): Promise<TestAccount> {
  const account = await signUpUnproved(service, fields)
  const accounts = getAccountService(service)
  const storedAccount = await new AccountStore(service.database.db).findByEmail(account.email)
  if (!storedAccount) throw new Error(`no account ${account.email}`)
  await accounts.setPlan(storedAccount, storedAccount.plan, { keepKeys: true, keepEnd: true })
  return account
}

/** Signs up with an unconfirmed address. */
export async function signUpUnproved(service: TestService, fields: SignupFields = {}): Promise<TestAccount> {
  const payload = { email: newEmail(), ...fields }
  const reply = await service.app.inject({ method: 'POST', url: '/v1/account/signup', payload })
  if (reply.statusCode !== 200) throw new Error(`signup replied ${reply.statusCode} ${reply.payload}`)
  const { account, api_key } = reply.json()
  return { email: account.email, key: api_key, id: account.id }
}

/** Returns the account service that operator commands use, on the same database and with the same notifications. */
export function getAccountService(service: TestService): AccountService {
  const { config, clock, database, memory } = service
  return new AccountService({
    store: new AccountStore(database.db),
    plans: config.plans,
    clock,
    onChange: createRevisionNotifier(memory),
  })
}

export async function issueKey(service: TestService, plan: PlanName, fields: SignupFields = {}): Promise<TestAccount> {
  const issued = await getAccountService(service).issueByOperator({ email: newEmail(), ...fields, plan })
  if (!issued.ok) throw new Error(`no key: ${issued.failure.kind}`)
  const { account, issued: issuedKey } = issued.value
  return { email: account.email, key: issuedKey.apiKey, id: account.id }
}

export async function requestChallenge(service: TestService, email: string): Promise<string> {
  const reply = await service.app.inject({ method: 'POST', url: '/account/sign-in', payload: { email } })
  if (reply.statusCode !== 200) throw new Error(`sign-in replied ${reply.statusCode} ${reply.payload}`)
  return reply.json().challenge
}

export function readCode(mail: string): string {
  const code = /\b\d{6}\b/.exec(mail)?.[0]
  if (!code) throw new Error(`no code in ${JSON.stringify(mail)}`)
  return code
}

/** Finds a code in the log, to which the service writes its emails if there is no mail server. */
export function findCodeInLog(service: TestService, email: string): string {
  const line = service.log.findLast(({ to }) => to === email)
  return readCode(String(line?.text))
}

export function verify(service: TestService, challenge: string, code: string): Promise<LightMyRequestResponse> {
  return service.app.inject({ method: 'POST', url: '/account/sign-in/verify', payload: { challenge, code } })
}

export function toSessionHeaders(reply: LightMyRequestResponse): { cookie: string } {
  const [cookie] = reply.cookies
  if (!cookie) throw new Error(`no cookie in the reply: ${reply.statusCode} ${reply.payload}`)
  return { cookie: `${cookie.name}=${cookie.value}` }
}

export async function signIn(service: TestService, person: TestAccount): Promise<TestSession> {
  const challenge = await requestChallenge(service, person.email)
  const reply = await verify(service, challenge, findCodeInLog(service, person.email))
  return { ...person, headers: toSessionHeaders(reply) }
}

/** SMS provider that is never called. The messages stay in the outbox, where tests read them. */
export const SMS_PROVIDER = {
  textProvider: 'webhook',
  textWebhookUrl: 'http://127.0.0.1:9/sms',
  textWebhookSecret: 'secret',
} as const

export async function requestPhoneCode(service: TestService, { headers }: TestSession, phone: string): Promise<string> {
  await service.app.inject({ method: 'PUT', url: '/account/phone', headers, payload: { phone } })
  const { db } = service.database
  const message = await db.selectFrom('outbox').select('body').where('recipient', '=', phone).executeTakeFirstOrThrow()
  return readCode(message.body)
}

export function callProbe(
  service: TestService,
  key: string | undefined,
  body: { routes?: number; fail?: boolean } = {},
): Promise<LightMyRequestResponse> {
  const headers = key === undefined ? {} : { 'x-api-key': key }
  return service.app.inject({ method: 'POST', url: '/v1/probe', headers, payload: body })
}

export function getUsage(service: TestService, key?: string): Promise<LightMyRequestResponse> {
  const headers = key === undefined ? {} : { 'x-api-key': key }
  return service.app.inject({ url: '/v1/account/usage', headers })
}
