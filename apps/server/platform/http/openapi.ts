import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

export const API_VERSION = '2026-06-16'

/** Builds the OpenAPI document from the validation schemas, so it cannot list an operation that is not served. */
export async function describeApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Fairway',
        version: API_VERSION,
        description:
          'One routing service for everything that moves. Coordinates are `[latitude, longitude]`. Every reply that is not a success is `{ "busy": boolean, "detail": string }`.',
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'Routes', description: 'Ways for everything that moves.' },
        { name: 'Assets', description: 'What is tracked: where it is, against its plan.' },
        { name: 'Places', description: 'From addresses to coordinates and back, and what is nearby.' },
        { name: 'Accounts', description: 'Accounts, keys and usage.' },
        { name: 'Account area', description: 'What the web pages of the account use; known by a session cookie.' },
        { name: 'Status', description: 'For operators and their machines.' },
      ],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          basic: { type: 'http', scheme: 'basic', description: 'The key as password; the user does not matter.' },
          session: { type: 'apiKey', in: 'cookie', name: 'fairway_session' },
        },
      },
    },
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  })
  let document: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
