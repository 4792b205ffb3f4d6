import { defineOperation, type Operation } from '../../../../operations/define-operation.ts'
import { serializedReply } from '../../../../operations/reply.ts'
import { collectWarnings } from '../../../../platform/http/body/own-warnings.ts'
import { checkRawQuery } from '../../../../platform/http/position-query.ts'
import type { Geocoder } from '../geocoder.ts'
import { combineGeocodeReplies } from './combine.ts'
import { problems } from './failures.ts'
import { toGeocodeReply, toReverseReply } from './replies.ts'
import { readGeocodeQuery, readReverseQuery } from './request.ts'
import { GeocodeQueryFields, GeocodeReply, ReverseQueryFields, ReverseReply } from './schemas.ts'

export function geocodeOperation(geocoder: Geocoder): Operation {
  return defineOperation({
    name: 'geocode',
    method: 'GET',
    path: '/v1/geocode',
    access: 'open',
    fastPath: { query: true },
    docs: {
      operationId: 'geocode',
      tags: ['Places'],
      summary: 'Find the coordinates of an address',
      description:
        'Finds addresses, streets, intersections, places of all kinds and postal codes, in any script, even with typos and incomplete words. Searches the data of this service first, then another geocoder if one is configured. Does not count as a route.',
      security: [{}, { key: [] }],
    },
    query: GeocodeQueryFields,
    reply: { description: 'The matching places.', schema: GeocodeReply },
    errors: [400, 401, 403, 422],
    regional: {
      combine: (replies, missingRegions, { query }) => combineGeocodeReplies(replies, missingRegions, query.limit),
    },
    failures: problems,
    async handle(input, context) {
      const queryCheck = checkRawQuery(context.url, GeocodeQueryFields)
      if (!queryCheck.ok) return queryCheck
      const query = readGeocodeQuery(input.query)
      if (!query.ok) return query
      const result = await geocoder.find(query.value)
      const warnings = collectWarnings(context, result.warnings)
      return serializedReply(JSON.stringify({ ...toGeocodeReply(query.value, result), warnings }))
    },
  })
}

export function reverseOperation(geocoder: Geocoder): Operation {
  return defineOperation({
    name: 'reverse',
    method: 'GET',
    path: '/v1/reverse',
    access: 'open',
    fastPath: { query: true },
    docs: {
      operationId: 'reverse',
      tags: ['Places'],
      summary: 'Find the address at a position',
      description:
        'Finds the nearest address or, if there is none, the nearest street, settlement, country or sea, with its distance. Does not count as a route.',
      security: [{}, { key: [] }],
    },
    query: ReverseQueryFields,
    reply: { description: 'What is at the position.', schema: ReverseReply },
    errors: [400, 401, 403, 422],
    regional: { positions: ({ query }) => [[query.lat, query.lon]] },
    failures: problems,
    async handle(input, context) {
      const spelling = checkRawQuery(context.url, ReverseQueryFields)
      if (!spelling.ok) return spelling
      const query = readReverseQuery(input.query)
      if (!query.ok) return query
      const result = await geocoder.reverse(query.value)
      const warnings = collectWarnings(context, result.warnings)
      return serializedReply(JSON.stringify({ ...toReverseReply(result), warnings }))
    },
  })
}
