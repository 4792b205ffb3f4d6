import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isLocalRequest } from '../../../platform/http/local-request.ts'
import { sendFailureProblem } from '../../../platform/http/send-problem.ts'
import { accountProblems } from '../failures.ts'
import { toAccountFields } from '../mapping.ts'
import type { AccountService } from '../service.ts'
import type { AccountStore } from '../store.ts'
import { type LocalKeyFailure, localKeyProblems } from './failures.ts'
import { LocalKeys } from './local-keys.ts'

export interface LocalKeyOptions {
  readonly service: AccountService
  readonly store: AccountStore
  /** Whether consoles on this machine get keys without signup. */
  readonly isEnabled: boolean
}

/**
 * Adds the routes that give the console on the same machine a key. The routes are not API operations, because they exist
 * only for the person who started the service.
 */
export function addLocalKeyRoutes(app: FastifyInstance, { service, store, isEnabled }: LocalKeyOptions): void {
  const keys = new LocalKeys(service, store)
  const findFailure = (request: IncomingMessage): LocalKeyFailure | undefined => {
    if (!isEnabled) return { kind: 'local-keys-off' }
    return isLocalRequest(request) ? undefined : { kind: 'local-key-not-local' }
  }
  // The console always sends this request. A rejection would appear as an error in the browser's developer console.
  app.get('/account/local-key', ({ raw }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ available: findFailure(raw) === undefined, is_local: isLocalRequest(raw) }),
  )
  app.post('/account/local-key', async (request, reply) => {
    const failure = findFailure(request.raw)
    if (failure !== undefined) return sendFailureProblem(reply, localKeyProblems, failure)
    const issuedKey = await keys.issue()
    if (!issuedKey.ok) return sendFailureProblem(reply, accountProblems, issuedKey.failure)
    const { account, apiKey } = issuedKey.value
    return reply.header('cache-control', 'no-store').send({ account: toAccountFields(account), api_key: apiKey })
  })
}
