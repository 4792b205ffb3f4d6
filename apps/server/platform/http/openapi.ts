import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { nameSchemas, type SchemaDocument } from './document/named-document.ts'

const API_VERSION = '2026-06-16'

/**
 * Serves the OpenAPI document. The document is built from the validation schemas, so it lists only operations that
 * exist. Returns a function that serializes the document, which is complete when all routes are registered.
 */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<() => string> {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Fairway',
        version: API_VERSION,
        description:
          'One routing service for everything that moves. Coordinates are `[latitude, longitude]`. Every error reply is `{ "busy": boolean, "detail": string }`.',
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'Routes', description: 'Routes by road, air and sea, matrices and route optimization.' },
        { name: 'Jobs', description: 'Work that is too large for one reply and runs in the background.' },
        { name: 'Assets', description: 'Tracked assets, their positions and their planned routes.' },
        { name: 'Geofences and events', description: 'Areas and asset events.' },
        { name: 'Webhooks', description: 'URLs that receive asset events.' },
        { name: 'Places', description: 'Geocoding, reverse geocoding and nearby places.' },
        { name: 'Accounts', description: 'Accounts, keys and usage.' },
        {
          name: 'Account area',
          description: 'Used by the account pages of the web console; authenticated by a session cookie.',
        },
        { name: 'Status', description: 'For operators and monitoring.' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          basic: { type: 'http', scheme: 'basic', description: 'The key as the password; the user name is ignored.' },
          session: { type: 'apiKey', in: 'cookie', name: 'fairway_session' },
        },
      },
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  })
  let document: string | undefined
  const getDocument = (): string => {
    document ??= JSON.stringify(nameSchemas(app.swagger() as SchemaDocument))
    return document
  }
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(getDocument()))
  return getDocument
}
