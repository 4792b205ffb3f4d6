import { Type } from 'typebox'
import { Warnings } from '../../../apps/server/platform/http/schemas.ts'
import type { App } from '../../../apps/server/platform/http/server.ts'

/**
 * Operations that count against the quota, for tests and benchmarks of the HTTP layer. `routes` sets the amount. The
 * program that starts the server with this module adds them to the service's own.
 */
export default function probeFeature(app: App): void {
  app.post(
    '/v1/probe',
    {
      config: {
        operation: {
          name: 'probe',
          access: 'open',
          units: (request) => (request.body as { routes?: number }).routes ?? 1,
        },
        shortcut: true,
      },
      schema: {
        body: Type.Object({
          routes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
          fail: Type.Optional(Type.Boolean()),
        }),
        response: { 200: Type.Object({ served: Type.Boolean(), warnings: Warnings }) },
      },
    },
    async (request) => {
      if (request.body.fail) throw new Error('the probe was told to fail')
      return { served: true }
    },
  )
}
