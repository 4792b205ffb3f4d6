import type { OpenApiDocument, Response, Schema } from '../document.ts'

const json = (schema: Schema, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
})

const problem = (description: string): Response => ({ description, ...json({ $ref: '#/components/schemas/Error' }) })

const problems = {
  '422': problem('A field is invalid; `detail` names the field.'),
  '429': problem(
    'A rate limit was exceeded or the monthly quota is used up; wait for the number of seconds in `Retry-After`.',
  ),
  '503': problem('The service is busy; try again after the number of seconds in Retry-After.'),
}

const point: Schema = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }
const instant: Schema = { type: 'string', format: 'date-time' }
const keyRequired = [{ key: [] }]
const keyOptional = [{}, { key: [] }]

/** Small API with one example of everything that the page can show. */
export const fixture: OpenApiDocument = {
  info: {
    title: 'Fairway',
    version: '2026-06-16',
    description: 'One routing service for everything that moves. Coordinates are `[latitude, longitude]`.',
  },
  servers: [{ url: 'http://localhost:8080' }],
  tags: [
    { name: 'Routes', description: 'From here to there, by road.' },
    { name: 'Places', description: 'Addresses and what is around.' },
    { name: 'Accounts', description: 'Accounts, keys and usage.' },
  ],
  paths: {
    '/v1/route': {
      post: {
        operationId: 'route',
        tags: ['Routes'],
        summary: 'Plan a road route',
        description: 'The fastest way from `from` to `to` under the traffic of now.\n\nAlternatives come with it.',
        security: keyOptional,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['from', 'to'],
                properties: {
                  from: { ...point, description: 'Where it starts.' },
                  to: { ...point, description: 'Where it ends.' },
                  via: { type: 'array', items: point, maxItems: 25, description: 'Stops in between.' },
                  alternatives: {
                    oneOf: [{ type: 'integer', minimum: 0, maximum: 3 }, { type: 'boolean' }],
                    default: 2,
                    description: 'How many other routes to look for.',
                  },
                  avoid: {
                    type: 'array',
                    uniqueItems: true,
                    items: { type: 'string', enum: ['tolls', 'motorways', 'ferries', 'tunnels', 'unpaved'] },
                    description: 'What the route keeps off.',
                  },
                  vehicle: {
                    type: 'object',
                    description: 'Size and load of the vehicle.',
                    properties: {
                      height_m: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 10 },
                      axles: { type: 'object', properties: { load_t: { type: 'number', maximum: 20, default: 11.5 } } },
                    },
                  },
                },
              },
              examples: {
                city: { value: { from: [52.5163, 13.3777], to: [52.5219, 13.4132], avoid: ['tolls'], steps: false } },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'The route.',
            ...json(
              { $ref: '#/components/schemas/Route' },
              {
                id: 'r_1',
                distance_km: 3.1,
                eta_min: 9.4,
                geometry: [
                  [52.5163, 13.3777],
                  [52.5219, 13.4132],
                ],
              },
            ),
          },
          ...problems,
          '502': problem('Routing is not available for the moment.'),
        },
      },
    },
    '/v1/assets/{id}/live': {
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'The id of the asset.', schema: { type: 'string' } },
      ],
      get: {
        operationId: 'live',
        tags: ['Routes'],
        summary: 'Live position against the plan',
        security: keyRequired,
        parameters: [
          {
            name: 'X-Service-Live-Channel',
            in: 'header',
            description: 'Which limit counts.',
            schema: { type: 'string', enum: ['web', 'api'], default: 'api' },
          },
        ],
        responses: {
          '200': {
            description: 'Position and plan.',
            ...json({
              type: 'object',
              required: ['state', 'drift_m'],
              properties: {
                state: { type: 'string', enum: ['no_fix', 'on_route', 'off_route'] },
                drift_m: { type: 'number', nullable: true, description: 'null: no plan to drift from.' },
                plan: { $ref: '#/components/schemas/Route' },
              },
            }),
          },
          '401': problem('The key is missing, unknown or expired.'),
          '404': problem('There is no such asset.'),
          ...problems,
        },
      },
    },
    '/v1/geocode': {
      get: {
        operationId: 'geocode',
        tags: ['Places'],
        summary: 'Address to coordinates',
        description: 'Candidates for a text, the best one first.',
        security: keyOptional,
        parameters: [
          {
            name: 'q',
            in: 'query',
            required: true,
            description: 'Categories.',
            schema: { type: 'string', minLength: 2, maxLength: 200 },
            example: "Rue de l'Église 1",
          },
          {
            name: 'limit',
            in: 'query',
            description: 'How many at most.',
            schema: { type: 'integer', minimum: 1, maximum: 20, default: 5 },
          },
        ],
        responses: {
          '200': {
            description: 'Candidates; none is an empty list.',
            ...json({
              type: 'object',
              required: ['query', 'results'],
              properties: {
                query: { type: 'string' },
                results: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['at', 'label'],
                    properties: {
                      at: point,
                      label: { type: 'string', description: 'One line for people.' },
                      address: {
                        type: 'object',
                        properties: { street: { type: 'string' }, house_number: { type: 'string', nullable: true } },
                      },
                    },
                  },
                },
              },
            }),
          },
          ...problems,
          '422': problem('The query is too short: at least 2 letters or digits.'),
        },
      },
    },
    '/v1/account/signup': {
      post: {
        operationId: 'signup',
        tags: ['Accounts'],
        summary: 'Create an account and a key',
        description: 'Creates an account from an email address. The key is shown once.',
        security: [],
        requestBody: json(
          {
            type: 'object',
            required: ['email'],
            properties: {
              email: { type: 'string', maxLength: 254, description: 'The email address of the account.' },
              name: { type: 'string', pattern: '^[^\\u0000-\\u001f]*$', description: 'Person or company.' },
              plan: { type: 'string', enum: ['trial', 'free'], default: 'trial', description: 'The plan.' },
            },
          },
          { email: 'you@example.com', name: 'Ada' },
        ),
        responses: {
          '200': {
            description: 'The new account and its key.',
            ...json({
              type: 'object',
              required: ['account', 'api_key'],
              properties: {
                account: {
                  type: 'object',
                  required: ['id', 'expires_at'],
                  properties: {
                    id: { type: 'string' },
                    expires_at: { ...instant, nullable: true, description: 'When the trial ends.' },
                  },
                },
                api_key: { type: 'string', description: 'Shown only now.' },
                warnings: { type: 'array', items: { type: 'string' }, description: 'What was ignored.' },
              },
            }),
          },
          '409': problem('The address has an account.'),
          ...problems,
        },
      },
    },
    '/v1/account/usage': {
      get: {
        operationId: 'usage',
        tags: ['Accounts'],
        summary: 'Plan, quota and usage',
        security: keyRequired,
        responses: {
          '200': {
            description: 'Plan, quota and usage.',
            ...json({
              type: 'object',
              required: ['plan', 'quota', 'usage'],
              properties: {
                plan: { type: 'string' },
                quota: {
                  type: 'object',
                  required: ['used', 'resets_at'],
                  properties: { used: { type: 'integer' }, resets_at: instant },
                },
                usage: {
                  type: 'object',
                  required: ['by_day'],
                  properties: {
                    by_day: {
                      type: 'array',
                      items: {
                        type: 'object',
                        required: ['day', 'calls'],
                        properties: { day: { type: 'string', format: 'date' }, calls: { type: 'integer' } },
                      },
                    },
                  },
                },
              },
            }),
          },
          '401': problem('The key is missing, unknown or expired.'),
          ...problems,
        },
      },
    },
    '/account/keys/{id}': {
      delete: {
        operationId: 'revokeKey',
        tags: ['Accounts'],
        summary: 'Revoke a key',
        description: 'The key becomes invalid immediately.',
        security: [{ session: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } }],
        responses: { '200': { description: 'The key is gone.' }, ...problems },
      },
    },
    '/healthz': {
      get: {
        operationId: 'health',
        summary: 'Check that the process is alive',
        security: [],
        responses: {
          '200': { description: 'Alive.', ...json({ type: 'object', additionalProperties: { type: 'string' } }) },
          '4XX': problem('The body of all error replies.'),
        },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      session: { type: 'apiKey', in: 'cookie', name: 'fairway_session' },
    },
    schemas: {
      Error: {
        type: 'object',
        required: ['busy', 'detail'],
        description: 'The body of all error replies.',
        properties: {
          busy: { type: 'boolean', description: 'Trying again later can help.' },
          detail: { type: 'string', description: 'What is wrong and how to fix it.' },
        },
      },
      Route: {
        type: 'object',
        required: ['id', 'distance_km', 'eta_min', 'geometry'],
        description: 'A way from one point to another.',
        properties: {
          id: { type: 'string' },
          distance_km: { type: 'number', minimum: 0 },
          eta_min: { type: 'number', description: 'Under the traffic of now.' },
          geometry: {
            oneOf: [
              { type: 'array', items: point, title: 'points' },
              { type: 'string', title: 'polyline' },
              {
                type: 'object',
                title: 'GeoJSON',
                required: ['type', 'coordinates'],
                properties: {
                  type: { type: 'string', enum: ['LineString'] },
                  coordinates: { type: 'array', items: point },
                },
              },
            ],
          },
          alternatives: { type: 'array', items: { $ref: '#/components/schemas/Route' } },
        },
      },
    },
  },
}
