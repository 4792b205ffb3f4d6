import { Type } from 'typebox'
import { LiveHeaders } from './live-headers.ts'

/** Deliberately loose, like the headers of polls. */
export const StreamHeaders = Type.Object({
  ...LiveHeaders.properties,
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The id of the last event that came before a break, as EventSource sends it by itself: the stream goes on behind it. One that no stream of the account can have had is answered with an event named reset, and everything from the beginning.',
      examples: ['42'],
    }),
  ),
})
