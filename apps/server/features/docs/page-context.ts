import type { OpenApiDocument } from './document.ts'
import { ERRORS_PATH, type Guide } from './guides/guide-library.ts'
import { isSuccess, listGroups, type OperationEntry, type OperationGroup } from './operations.ts'
import { createAnchorFactory } from './render/anchors.ts'
import { createSchemaIndex, type SchemaIndex } from './schema/schema-index.ts'
import { toSchemaAnchor } from './schema/schema-type.ts'
import { statusAdvice } from './schema/statuses.ts'

/** Data shared by all parts of the page. */
export interface PageContext {
  readonly document: OpenApiDocument
  readonly groups: readonly OperationGroup[]
  readonly schemas: SchemaIndex
  /** URL prefix in command lines. */
  readonly baseUrl: string
  /** Path prefix for a browser on the same host. Empty unless the service is mounted below a path. */
  readonly basePath: string
  /**
   * Most common description of each status. The error table shows each description once, so that operations need not
   * repeat it.
   */
  readonly statusMeanings: ReadonlyMap<string, string>
  /** Error codes that most operations can return. The error section lists them once. */
  readonly commonCodes: ReadonlySet<string>
  /** URL of the page that explains all error codes. An installation without guides does not have this page. */
  readonly errorsUrl: string | undefined
}

export const sections = {
  firstCall: 'first-call',
  keys: 'about-keys',
  errors: 'about-errors',
  limits: 'about-limits',
  objects: 'about-objects',
} as const

/** Ids reserved for the page frame. An operation with the same name gets a different id. */
const FRAME_IDS = ['top', 'content', 'navigation', ...Object.values(sections), ...Object.keys(statusAdvice)]

const FALLBACK_BASE_URL = 'http://localhost:8080'

export function toPageContext(document: OpenApiDocument, guides: readonly Guide[] = []): PageContext {
  const anchors = createAnchorFactory()
  const schemas = createSchemaIndex(document)
  for (const id of FRAME_IDS) anchors(id)
  for (const name of schemas.listShared()) anchors(toSchemaAnchor(name))
  const groups = listGroups(document, anchors)
  const serverUrl = URL.parse(document.servers?.[0]?.url ?? '', FALLBACK_BASE_URL) ?? new URL(FALLBACK_BASE_URL)
  const basePath = serverUrl.pathname.replace(/\/+$/, '')
  return {
    document,
    groups,
    schemas,
    baseUrl: serverUrl.origin + basePath,
    basePath,
    statusMeanings: findStatusMeanings(groups),
    commonCodes: findCommonCodes(groups),
    errorsUrl: guides.some(({ path }) => path === ERRORS_PATH) ? `${basePath}/docs/${ERRORS_PATH}` : undefined,
  }
}

function findStatusMeanings(groups: readonly OperationGroup[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const reply of listEntries(groups).flatMap((entry) => entry.replies)) {
    if (isSuccess(reply)) continue
    const descriptions = counts.get(reply.status) ?? new Map<string, number>()
    counts.set(reply.status, descriptions.set(reply.description, (descriptions.get(reply.description) ?? 0) + 1))
  }
  const findMostFrequent = (descriptions: ReadonlyMap<string, number>) =>
    [...descriptions].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  return new Map([...counts].map(([status, descriptions]) => [status, findMostFrequent(descriptions)]))
}

function findCommonCodes(groups: readonly OperationGroup[]): ReadonlySet<string> {
  const entries = listEntries(groups)
  const counts = new Map<string, number>()
  for (const { replies } of entries)
    for (const code of new Set(replies.flatMap(({ codes }) => codes))) counts.set(code, (counts.get(code) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > entries.length / 2).map(([code]) => code))
}

export function listEntries(groups: readonly OperationGroup[]): readonly OperationEntry[] {
  return groups.flatMap((group) => group.entries)
}

/**
 * Returns the anchor of a status. A single status has a row in the error table, and a range such as `4XX` links to the
 * table.
 */
export function toStatusAnchor(status: string): string {
  return isSingleStatus(status) ? status : sections.errors
}

export function isSingleStatus(status: string): boolean {
  return /^\d{3}$/.test(status)
}
