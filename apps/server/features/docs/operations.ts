import { type Access, toAccess } from './access.ts'
import {
  type Body,
  dereference,
  type MediaType,
  type Method,
  methods,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type Response,
} from './document.ts'
import type { CreateAnchor } from './render/anchors.ts'

/** Operation as shown on the page, with all references and document defaults resolved. */
export interface OperationEntry {
  readonly anchor: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  readonly deprecated: boolean
  readonly access: Access
  readonly parameters: readonly Parameter[]
  readonly body: MediaExample | undefined
  readonly replies: readonly Reply[]
}

interface MediaExample extends MediaType {
  readonly type: string
}

export interface Reply {
  readonly status: string
  readonly description: string
  readonly media: MediaExample | undefined
  /** Possible values of the header that identifies an error. */
  readonly codes: readonly string[]
}

export interface OperationGroup {
  readonly anchor: string
  readonly name: string
  readonly description: string | undefined
  readonly entries: readonly OperationEntry[]
}

const UNTAGGED_GROUP = 'Other'
const ERROR_CODE_HEADER = 'X-Error-Code'

/** Groups operations by first tag, in the document's tag order. Operations with undeclared tags come last. */
export function listGroups(document: OpenApiDocument, anchors: CreateAnchor): readonly OperationGroup[] {
  const byTag = new Map<string, OperationEntry[]>((document.tags ?? []).map(({ name }) => [name, []]))
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item?.[method]
      if (!item || !operation) continue
      const tag = operation.tags?.[0] ?? UNTAGGED_GROUP
      const entries = byTag.get(tag) ?? []
      byTag.set(tag, entries)
      entries.push(toEntry(document, anchors, path, item, method, operation))
    }
  }
  return [...byTag]
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => {
      const description = document.tags?.find((tag) => tag.name === name)?.description
      return { anchor: anchors(`tag-${name.toLowerCase()}`), name, description, entries }
    })
}

function toEntry(
  document: OpenApiDocument,
  anchors: CreateAnchor,
  path: string,
  item: PathItem,
  method: Method,
  operation: Operation,
): OperationEntry {
  const body = operation.requestBody && dereference(document, operation.requestBody)
  return {
    anchor: anchors(operation.operationId ?? `${method}-${path}`),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? operation.operationId ?? path,
    description: operation.description,
    deprecated: operation.deprecated === true,
    access: toAccess(document, operation.security),
    parameters: mergeParameters(document, item.parameters ?? [], operation.parameters ?? []),
    body: body && findMedia(body),
    replies: Object.entries(operation.responses ?? {}).map(([status, responseOrRef]) =>
      toReply(document, status, responseOrRef),
    ),
  }
}

/** Merges parameters. Operation-level parameters override path-level parameters. */
function mergeParameters(
  document: OpenApiDocument,
  ofPath: readonly Parameter[],
  operationParameters: readonly Parameter[],
): readonly Parameter[] {
  const merged = new Map<string, Parameter>()
  for (const parameterOrRef of [...ofPath, ...operationParameters]) {
    const parameter = dereference(document, parameterOrRef)
    merged.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...merged.values()]
}

function toReply(document: OpenApiDocument, status: string, responseOrRef: Response): Reply {
  const response = dereference(document, responseOrRef)
  const codes = response.headers?.[ERROR_CODE_HEADER]?.schema?.enum ?? []
  return { status, description: response.description ?? '', media: findMedia(response), codes: codes.map(String) }
}

function findMedia({ content }: Body): MediaExample | undefined {
  const types = Object.keys(content ?? {})
  const type = types.find((name) => name.includes('json')) ?? types[0]
  return type === undefined ? undefined : { type, ...content?.[type] }
}

export function isSuccess({ status }: Reply): boolean {
  return /^[23]/.test(status)
}
