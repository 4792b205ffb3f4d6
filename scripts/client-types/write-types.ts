import { type ApiDocument, type ListedOperation, listOperations, type Operation } from './document.ts'
import { fieldOf, TypeBook } from './type-registry.ts'
import { orUndefined, toPascal, typeText } from './type-text.ts'

/** Name suffixes for responses that are not plain JSON. */
const MEDIA_NAMES: Readonly<Record<string, string>> = {
  'application/geo+json': 'GeoJson',
  'application/x-qgroundcontrol-plan+json': 'PlanFile',
}

interface Exchange {
  readonly body?: string
  readonly query?: string
  readonly reply: string
}

/** Generates `api-types.ts`: every request and response of the document, and the list of operations. */
export function writeTypes(document: ApiDocument): string {
  const book = new TypeBook()
  const listed = listOperations(document)
  const exchanges = listed.map(({ operation }) => exchangeOf(operation, book))
  return `${[
    `/** Written by \`npm run client-types\` from the service's own document, version ${document.info.version}. Do not edit. */`,
    '/** [latitude, longitude] */\nexport type Point = readonly [number, number]',
    book.text(),
    exchangesText(listed, exchanges),
    operationsText(listed),
  ].join('\n\n')}\n`
}

function exchangeOf(operation: Operation, book: TypeBook): Exchange {
  const base = toPascal(operation.operationId)
  const body = operation.requestBody?.content['application/json']?.schema
  const query = queryType(operation, base, book)
  const replies = Object.entries(operation.responses['200']?.content ?? {}).map(([media, { schema }]) => {
    const name = `${base}${MEDIA_NAMES[media] ?? ''}Reply`
    const type = typeText(schema, name, 'reply', book)
    return /^string$/.test(type) ? type : book.addAlias(name, type)
  })
  const request = `${base}Request`
  return {
    ...(body && { body: book.addAlias(request, typeText(body, request, 'request', book)) }),
    ...(query && { query }),
    reply: [...new Set(replies)].join(' | '),
  }
}

function queryType({ parameters = [] }: Operation, base: string, book: TypeBook): string | undefined {
  const inQuery = parameters.filter((one) => one.in === 'query')
  if (inQuery.length === 0) return undefined
  const fields = inQuery.map(({ name, schema, required = false, description }) => {
    const type = typeText(schema, `${base}${toPascal(name)}`, 'request', book)
    return fieldOf(name, !required, required ? type : orUndefined(type), description)
  })
  const name = `${base}Query`
  return book.addAlias(name, book.addInterface(name, fields, false))
}

function exchangesText(listed: readonly ListedOperation[], exchanges: readonly Exchange[]): string {
  const lines = listed.flatMap(({ operation }, index) => {
    const parts = Object.entries(exchanges[index] ?? {}).map(([part, type]) => `    readonly ${part}: ${type}`)
    return [`  /** ${operation.summary}. */`, `  readonly ${operation.operationId}: {`, ...parts, '  }']
  })
  return `/** What goes out and what comes back, by operation. */\nexport interface Exchanges {\n${lines.join('\n')}\n}`
}

function operationsText(listed: readonly ListedOperation[]): string {
  const lines = listed.map(
    ({ operation, method, path }) => `  ${operation.operationId}: { method: '${method}', path: '${path}' },`,
  )
  return `/** Where operations are. */\nexport const operations = {\n${lines.join('\n')}\n} as const`
}
