import { Type } from 'typebox'

/** Schema of the live headers. The schema is deliberately loose, because the operation reports errors itself. */
export const LiveHeaders = Type.Object({
  'x-service-live-channel': Type.Optional(
    Type.String({
      description:
        'The channel of the caller: `web` or `api` (default). Each channel has its own rate limit in the plan.',
    }),
  ),
})
