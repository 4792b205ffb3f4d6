import { Type } from 'typebox'
import { LiveHeaders } from './live-headers.ts'

/** Schema of the stream headers. The schema is deliberately loose, like that of the headers of polls. */
export const StreamHeaders = Type.Object({
  ...LiveHeaders.properties,
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The id of the last event received before a disconnect, which `EventSource` sends automatically. The stream resumes after this event. If the id is not from a stream of the account, the stream sends an event named `reset` and then starts from the beginning.',
      examples: ['42'],
    }),
  ),
})
