import { Type } from 'typebox'

/** Loose: what is wrong with it is told by the operation. */
export const LiveHeaders = Type.Object({
  'x-service-live-channel': Type.Optional(
    Type.String({ description: 'Who asks: web or api (default). Each has its own rate in the plan.' }),
  ),
})
