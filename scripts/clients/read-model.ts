import { findUse } from '../../apps/server/platform/http/document/expand-document.ts'
import { toPascal } from '../../apps/server/platform/http/document/words.ts'
import { type ApiDocument, type ListedOperation, listOperations, type Schema } from '../client-types/document.ts'
import { Declarations } from './declarations.ts'
import type { Declaration, Field, Method, Model, Type } from './model.ts'

/** Operations that the clients omit: one with a second spelling, and one for trackers. */
const OMITTED_OPERATIONS = new Set(['optimise', 'pushPositionByQuery'])
/** These operations need a browser session instead of a key. */
const OMITTED_TAG = 'Account area'

/** Reads what the clients need from the OpenAPI document. */
export function readModel(document: ApiDocument, formerNames: Readonly<Record<string, string>> = {}): Model {
  const declarations = new Declarations(document.components?.schemas)
  const listed = listOperations(document).filter(
    ({ operation }) => !OMITTED_OPERATIONS.has(operation.operationId) && operation.tags?.includes(OMITTED_TAG) !== true,
  )
  const methods = listed.map((one) => readMethod(one, declarations))
  const errorCodes = listed.flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap(({ headers }) => headers?.['X-Error-Code']?.schema.enum ?? []),
  )
  return {
    version: document.info.version,
    declarations: declarations.list(),
    methods,
    errorCodes: [...new Set(errorCodes.map(String))].sort(),
    formerNames: findFormer(declarations.list(), formerNames),
  }
}

function findFormer(
  declarations: readonly Declaration[],
  formerNames: Readonly<Record<string, string>>,
): Model['formerNames'] {
  const byName = new Map(declarations.map((one) => [one.name, one]))
  return new Map(
    Object.entries(formerNames).map(([former, current]) => {
      const declaration = byName.get(current)
      if (!declaration) throw new Error(`${former} is an alias of ${current}, which is not declared`)
      if (byName.has(former)) throw new Error(`${former} is both a type and an alias of ${current}`)
      return [former, declaration]
    }),
  )
}

function readMethod({ method, path, isIdempotent, operation }: ListedOperation, declarations: Declarations): Method {
  const { operationId: id, summary, description, parameters = [], requestBody } = operation
  const base = toPascal(id)
  const content = operation.responses['200']?.content ?? {}
  const formatSchema = parameters.find(({ name }) => name === 'format')?.schema
  const givenBody = requestBody?.content['application/json']?.schema
  const bodySchema = givenBody && declarations.resolve(givenBody)
  const hasFormats = Object.keys(content).length > 1
  const formats = hasFormats ? (formatSchema ?? bodySchema?.properties?.format)?.enum?.map(String) : []
  // If an operation has a body, only trackers use its query parameters, and the clients omit them.
  const query = (bodySchema ? [] : parameters)
    .filter((one) => one.in === 'query' && !(hasFormats && one.name === 'format'))
    .map(
      (one): Field => ({
        name: one.name,
        type: declarations.typeOf(one.schema, `${base}${toPascal(one.name)}`, true),
        isRequired: one.required === true,
        description: one.description,
      }),
    )
  const body = bodySchema && (hasFormats ? withoutFormat(bodySchema) : bodySchema)
  const json = content['application/json']?.schema
  const reply = json
    ? declarations.typeOf(json, `${base}Reply`, false)
    : content['text/event-stream']
      ? ('events' as const)
      : ('text' as const)
  return {
    id,
    http: method,
    path,
    summary,
    description,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query,
    body: body && {
      type: declarations.typeOf(body, (givenBody && findUse(givenBody)?.name) ?? `${base}Request`, true),
      isRequired: requestBody?.required === true || (body.required ?? []).length > 0,
    },
    reply,
    formats: (formats ?? []).filter((one) => one !== 'json'),
    formatIn: formatSchema ? 'query' : 'body',
    isIdempotent,
    pages: pagesOf(query, reply),
  }
}

/** The clients have a separate method for files, so `format` is not part of the request. */
function withoutFormat(schema: Schema): Schema {
  const { format: _, ...properties } = schema.properties ?? {}
  return { ...schema, properties }
}

/** Returns the items of a reply in pages, whose field `next` is the parameter `after` of the next request. */
function pagesOf(query: readonly Field[], reply: Type | 'text' | 'events'): Method['pages'] {
  if (typeof reply === 'string' || reply.kind !== 'named' || reply.declaration.kind !== 'object') return undefined
  const { fields } = reply.declaration
  if (!query.some(({ name }) => name === 'after') || !fields.some(({ name }) => name === 'next')) return undefined
  for (const { name, type } of fields) {
    const isOfObjects = type.kind === 'list' && type.item.kind === 'named' && type.item.declaration.kind === 'object'
    if (isOfObjects) return { field: name, item: type.item }
  }
  return undefined
}
