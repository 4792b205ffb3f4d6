import { Type } from 'typebox'
import { defineOperation } from '../../../apps/server/operations/define-operation.ts'
import type { Feature } from '../../../apps/server/operations/feature.ts'
import { jsonReply } from '../../../apps/server/operations/reply.ts'
import { WarningsSchema } from '../../../apps/server/platform/http/schemas.ts'

/**
 * Operation that counts against the quota, for tests and benchmarks of the HTTP layer. `routes` sets the amount. The
 * program that starts the server adds this operation to those of the service.
 */
const probe = defineOperation({
  name: 'probe',
  method: 'POST',
  path: '/v1/probe',
  access: 'open',
  fastPath: true,
  body: Type.Object({
    routes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    fail: Type.Optional(Type.Boolean()),
  }),
  reply: { schema: Type.Object({ served: Type.Boolean(), warnings: WarningsSchema }) },
  units: ({ body }) => body.routes ?? 1,
  async handle({ body }) {
    if (body.fail) throw new Error('the probe was told to fail')
    return jsonReply({ served: true })
  },
})

const probeFeature: Feature = { operations: [probe] }
export default probeFeature
