import { type NamedSchema, SchemaNames } from './schema-names.ts'

type Content = Readonly<Record<string, { readonly schema?: NamedSchema }>>

interface OperationObject {
  readonly operationId?: string
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
}

/** Parts of an OpenAPI document that contain schemas of bodies. */
export interface SchemaDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, NamedSchema>> }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
}

/** Name suffixes for replies that are not plain JSON. */
const MEDIA_NAMES: Readonly<Record<string, string>> = {
  'application/geo+json': 'GeoJson',
  'application/x-qgroundcontrol-plan+json': 'PlanFile',
}

/**
 * Moves the schemas of bodies to the components of the document, so that generated clients have named types. A schema
 * is named by its keyword `x-name`. Other objects are named after the operation or the object that contains them.
 * Throws an error if two different schemas have the same name.
 */
export function nameSchemas<T extends SchemaDocument>(document: T): T {
  const names = new SchemaNames()
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) names.reserve(name, schema)
  const nameBodies = (content: Content, base: string, ending: string, place: string) =>
    mapValues(content, (media, type) =>
      media.schema
        ? {
            ...media,
            schema: names.collect(media.schema, `${base}${MEDIA_NAMES[type] ?? ''}${ending}`, `${place} ${type}`),
          }
        : media,
    )
  const paths = mapValues(document.paths ?? {}, (methods) =>
    mapValues(methods, (operation) => {
      const { operationId, requestBody, responses } = operation
      if (operationId === undefined) return operation
      const base = operationId.charAt(0).toUpperCase() + operationId.slice(1)
      return {
        ...operation,
        ...(requestBody?.content && {
          requestBody: {
            ...requestBody,
            content: nameBodies(requestBody.content, base, 'Request', `${operationId} request`),
          },
        }),
        responses: mapValues(responses ?? {}, (response, status) =>
          status === '200' && response.content
            ? { ...response, content: nameBodies(response.content, base, 'Reply', `${operationId} reply`) }
            : response,
        ),
      }
    }),
  )
  return {
    ...document,
    paths: names.resolve(paths),
    components: { ...document.components, schemas: names.schemas() },
  }
}

function mapValues<V, W>(values: Readonly<Record<string, V>>, change: (value: V, key: string) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]))
}
