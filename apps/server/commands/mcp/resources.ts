import { FairwayError } from '@fairway/client'

/** Fields of the OpenAPI document from which the resources are generated. */
interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
}

interface ApiOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: unknown
  readonly requestBody?: unknown
  readonly responses?: unknown
}

interface ListedOperation extends ApiOperation {
  readonly operationId: string
  readonly call: string
}

interface Resource {
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly mimeType: string
}

const OVERVIEW_URI = 'fairway://docs/operations'
const OPERATION_PREFIX = `${OVERVIEW_URI}/`
const MARKDOWN_TYPE = 'text/markdown'

/** Documentation of the service, generated from its OpenAPI document. */
export class ApiDocs {
  private readonly url: string
  private document: Promise<ApiDocument> | undefined

  constructor(serviceUrl: string) {
    this.url = `${serviceUrl.replace(/\/+$/, '')}/openapi.json`
  }

  async list(): Promise<Resource[]> {
    const operations = listOperations(await this.load())
    const overview = {
      uri: OVERVIEW_URI,
      name: 'All operations',
      description: 'Every HTTP API operation, one line each.',
      mimeType: MARKDOWN_TYPE,
    }
    return [
      overview,
      ...operations.map(({ operationId, call, summary = '' }) => ({
        uri: `${OPERATION_PREFIX}${operationId}`,
        name: call,
        description: summary,
        mimeType: MARKDOWN_TYPE,
      })),
    ]
  }

  /** Returns the text of a resource, or undefined if there is no such resource. */
  async read(uri: string): Promise<string | undefined> {
    const document = await this.load()
    const operations = listOperations(document)
    if (uri === OVERVIEW_URI) {
      const { title, version, description = '' } = document.info
      const lines = operations.map(
        ({ operationId, call, summary = '' }) => `- \`${call}\` (${operationId}): ${summary}`,
      )
      return [`# ${title} ${version}`, description, lines.join('\n')].join('\n\n')
    }
    const operation = operations.find(({ operationId }) => uri === `${OPERATION_PREFIX}${operationId}`)
    return operation && describeOperation(operation, document.components?.schemas ?? {})
  }

  /** Loads the document once. A failure is not cached, because the service may start later. */
  private load(): Promise<ApiDocument> {
    this.document ??= this.fetchDocument().catch((error: unknown) => {
      this.document = undefined
      throw error
    })
    return this.document
  }

  private async fetchDocument(): Promise<ApiDocument> {
    const reply = await fetch(this.url).catch((cause: unknown) =>
      fail('network', 0, `${this.url} cannot be reached`, cause),
    )
    if (!reply.ok) return fail('reply', reply.status, `${this.url} returned status ${reply.status}`)
    return (await reply.json()) as ApiDocument
  }
}

function fail(kind: 'network' | 'reply', status: number, detail: string, cause?: unknown): never {
  throw new FairwayError({ kind, status, busy: false, detail, attempts: 1, ...(cause !== undefined && { cause }) })
}

function listOperations({ paths }: ApiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId === undefined
        ? []
        : [{ ...operation, operationId: operation.operationId, call: `${method.toUpperCase()} ${path}` }],
    ),
  )
}

/** Describes an operation with the schemas to which it refers, because a reader may load only this resource. */
function describeOperation(operation: ListedOperation, schemas: Readonly<Record<string, unknown>>): string {
  const { call, summary = '', description = '', parameters, requestBody, responses } = operation
  const toBlock = (title: string, value: unknown) =>
    value === undefined ? [] : [`## ${title}\n\n\`\`\`json\n${JSON.stringify(value, null, 1)}\n\`\`\``]
  return [
    `# ${call}`,
    summary,
    description,
    ...toBlock('Parameters', parameters),
    ...toBlock('Body', requestBody),
    ...toBlock('Replies', responses),
    ...toBlock('Schemas', selectReferenced([parameters, requestBody, responses], schemas)),
  ].join('\n\n')
}

/** Returns the schemas to which a part of the document refers, directly or through other schemas. */
function selectReferenced(
  part: unknown,
  schemas: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const selected = new Map<string, unknown>()
  const open = [part]
  for (const next of open) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (selected.has(name) || !(name in schemas)) continue
      selected.set(name, schemas[name])
      open.push(schemas[name])
    }
  }
  return selected.size === 0 ? undefined : Object.fromEntries(selected)
}
