import { Type } from 'typebox'
import { LiveHeaders } from './live-headers.ts'

/** Deliberately loose, like the headers of polls. */
export const StreamHeaders = Type.Object({
  ...LiveHeaders.properties,
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The id of the last event received before a disconnect, as EventSource sends it automatically: the stream resumes after it. For an id that no stream of the account can have sent, the stream sends an event named reset, and everything from the beginning.',
      examples: ['42'],
    }),
  ),
})
