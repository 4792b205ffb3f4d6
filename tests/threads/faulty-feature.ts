import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { App } from '../../apps/server/platform/http/server.ts'

/** Operations that are slow or end their thread, for tests of failure handling. */
export default function faultyFeature(app: App): void {
  app.post(
    '/v1/slow',
    {
      config: { operation: { name: 'slow', access: 'open', units: () => 1 } },
      schema: {
        body: Type.Object({ ms: Type.Integer() }),
        response: { 200: Type.Object({ served: Type.Boolean() }) },
      },
    },
    async (request) => {
      await sleep(request.body.ms)
      return { served: true }
    },
  )
  app.post(
    '/v1/die',
    {
      config: { operation: { name: 'die', access: 'open' } },
      schema: {
        body: Type.Object({ how: Type.Union([Type.Literal('exit'), Type.Literal('throw')]) }),
        response: { 200: Type.Object({ dying: Type.Boolean() }) },
      },
    },
    async (request) => {
      // After the reply is sent, and outside any request's call stack.
      setTimeout(() => die(request.body.how), 20)
      return { dying: true }
    },
  )
}

function die(how: 'exit' | 'throw'): never {
  if (how === 'exit') process.exit(3)
  throw new Error('the thread was told to throw')
}
