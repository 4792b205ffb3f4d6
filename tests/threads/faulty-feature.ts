import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { defineOperation } from '../../apps/server/operations/define-operation.ts'
import type { Feature } from '../../apps/server/operations/feature.ts'
import { jsonReply } from '../../apps/server/operations/reply.ts'

/** Operations that are slow or end their thread, for tests of failure handling. */
const slow = defineOperation({
  name: 'slow',
  method: 'POST',
  path: '/v1/slow',
  access: 'open',
  body: Type.Object({ ms: Type.Integer() }),
  reply: { schema: Type.Object({ served: Type.Boolean() }) },
  units: () => 1,
  async handle({ body }) {
    await sleep(body.ms)
    return jsonReply({ served: true })
  },
})

const dying = defineOperation({
  name: 'die',
  method: 'POST',
  path: '/v1/die',
  access: 'open',
  body: Type.Object({ how: Type.Union([Type.Literal('exit'), Type.Literal('throw')]) }),
  reply: { schema: Type.Object({ dying: Type.Boolean() }) },
  async handle({ body }) {
    // The thread ends after the reply is sent, outside the call stack of any request.
    setTimeout(() => die(body.how), 20)
    return jsonReply({ dying: true })
  },
})

function die(how: 'exit' | 'throw'): never {
  if (how === 'exit') process.exit(3)
  throw new Error('the thread was told to throw')
}

const faultyFeature: Feature = { operations: [slow, dying] }
export default faultyFeature
