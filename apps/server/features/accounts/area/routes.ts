import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../../platform/http/problem.ts'
import type { App } from '../../../platform/http/server.ts'
import { accountProblems } from '../failures.ts'
import { type AreaOptions, COOKIE } from './area.ts'
import { holderRoutes } from './holder-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'

/** The account area for owners in the browser. It authenticates with a session cookie that no other site can use. */
export async function areaRoutes(app: App, options: AreaOptions): Promise<void> {
  app.decorateRequest('holder', null)
  await app.register(async (scope) => {
    // Registered inside the scope, because its hooks would otherwise run on every API route.
    await scope.register(cookie)
    scope.addHook('onRequest', async (_request, reply) => {
      // Account data must not be stored in browser or proxy caches.
      reply.header('cache-control', 'no-store')
    })
    scope.addHook('preValidation', rejectForeignPages(options.publicUrl))
    signInRoutes(scope as unknown as App, options)
    await scope.register(async (inner) => {
      inner.addHook('preValidation', async (request, reply) => {
        const token = request.cookies[COOKIE]
        request.holder = (token && (await options.signIn.findAccount(token))) || null
        if (!request.holder) return refuse(reply, accountProblems, { kind: 'not-signed-in' })
      })
      holderRoutes(inner as unknown as App, options)
      keyRoutes(inner as unknown as App, options)
    })
  })
}

/** SameSite prevents other sites from using the cookie. This check also covers browsers that do not support it. */
function rejectForeignPages(publicUrl: string) {
  const own = new URL(publicUrl).host
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin, host } = request.headers
    if (request.method === 'GET' || origin === undefined) return
    const from = URL.parse(origin)?.host
    if (from !== own && from !== host) return refuse(reply, accountProblems, { kind: 'foreign-origin', origin })
  }
}
