import type { PlaceDirectory } from '../../../maps/places/place-directory.ts'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { type Reply, serializedReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { toPoint } from '../../../platform/http/place-schemas.ts'
import { checkRawQuery, parseLanguage } from '../../../platform/http/position-query.ts'
import { shorten } from '../../../platform/http/problem.ts'
import { fail, type Result } from '../../../platform/result.ts'
import { OpeningHoursEvaluator } from '../nearby/opening-hours.ts'
import { type AnyFailure, problems } from './failures.ts'
import { type DetailedPlace, findById } from './find-by-id.ts'
import { PlaceParameters, PlaceQueryFields, PlaceReply, SplitPlaceParameters } from './schemas.ts'

type Places = Pick<PlaceDirectory, 'listIndexes' | 'worldState'>
interface Request {
  readonly id: string
  readonly lang: string | undefined
}
type Context = Parameters<Operation['handle']>[1]

const settings = {
  name: 'place',
  method: 'GET',
  access: 'open',
  query: PlaceQueryFields,
  failures: problems,
  regional: { nodeCodes: ['place-not-found'] },
} as const

export function placeOperation(places: Places): Operation {
  const handle = createHandler(places)
  return defineOperation({
    ...settings,
    path: '/v1/places/:id',
    docs: {
      operationId: 'getPlace',
      tags: ['Places'],
      summary: 'Get a place by its id',
      description:
        'Returns the place with the given id (as returned by `geocode`, `reverse` or `nearby`), including its address and all known details. Does not count as a route.',
      security: [{}, { key: [] }],
    },
    params: PlaceParameters,
    reply: { description: 'The place.', schema: PlaceReply },
    errors: [400, 401, 403, 404, 422],
    handle: ({ params, query }, context) => handle({ id: params.id, lang: query.lang }, context),
  })
}

/**
 * Creates the operation for ids with an unescaped slash, because not every client escapes it. The router requires the
 * same name for the first parameter of both paths.
 */
export function splitPlaceOperation(places: Places): Operation {
  const handle = createHandler(places)
  return defineOperation({
    ...settings,
    path: '/v1/places/:id/:number',
    params: SplitPlaceParameters,
    handle: ({ params, query }, context) => handle({ id: `${params.id}/${params.number}`, lang: query.lang }, context),
  })
}

function createHandler(places: Places) {
  const openingHours = new OpeningHoursEvaluator()
  return (
    { id, lang }: Request,
    context: Context,
  ): Reply<never> | Extract<Result<never, AnyFailure>, { ok: false }> => {
    const queryCheck = checkRawQuery(context.url, PlaceQueryFields)
    if (!queryCheck.ok) return queryCheck
    const language = parseLanguage(lang)
    if (!language.ok) return language
    const place = findById(places.listIndexes(), id, language.value)
    if (!place) {
      const kind = places.worldState === 'awaited' ? 'world-awaited' : 'place-not-found'
      return fail({ kind, id: shorten(id) })
    }
    const hours = place.tags?.opening_hours
    const open =
      hours === undefined
        ? undefined
        : openingHours.isOpen(hours, place.address.country_code, place, { kind: 'instant', ms: context.now() })
    return serializedReply(JSON.stringify({ ...toReply(place, open), warnings: collectWarnings(context, []) }))
  }
}

/** Creates the reply. Undefined fields are omitted. */
function toReply(place: DetailedPlace, open: boolean | undefined) {
  const { id, label, name, kind, address, isInterpolated, categories, tags = {}, attribution } = place
  return {
    id,
    at: toPoint(place),
    label,
    name,
    kind,
    address,
    interpolated: isInterpolated ? true : undefined,
    categories,
    opening_hours: tags.opening_hours,
    open,
    phone: tags.phone ?? tags['contact:phone'],
    website: tags.website ?? tags['contact:website'] ?? tags.url,
    tags: place.tags,
    data: { attribution },
  }
}
