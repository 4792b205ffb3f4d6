import type { OpenApiDocument } from './document.ts'
import { type Entry, type Group, isSuccess, listGroups } from './operations.ts'
import { createAnchors } from './render/anchors.ts'
import { openSchemaBook, type SchemaBook } from './schema/schema-index.ts'
import { toSchemaAnchor } from './schema/schema-type.ts'
import { statusAdvice } from './schema/statuses.ts'

/** What every part of the page is made from. */
export interface PageContext {
  readonly document: OpenApiDocument
  readonly groups: readonly Group[]
  readonly book: SchemaBook
  /** What command lines put before a path. */
  readonly baseUrl: string
  /** What a browser on the same host puts before a path; empty unless the service is mounted below one. */
  readonly basePath: string
  /** What most operations say of a status. Said once in the table of errors, it need not be said again. */
  readonly meanings: ReadonlyMap<string, string>
}

export const sections = {
  firstCall: 'first-call',
  keys: 'about-keys',
  errors: 'about-errors',
  limits: 'about-limits',
  objects: 'about-objects',
} as const

/** Ids that the frame of the page uses; an operation of the same name gets another one. */
const FRAME_IDS = ['top', 'content', 'navigation', ...Object.values(sections), ...Object.keys(statusAdvice)]

const NOWHERE = 'http://localhost:8080'

export function toPageContext(document: OpenApiDocument): PageContext {
  const anchors = createAnchors()
  const book = openSchemaBook(document)
  for (const id of FRAME_IDS) anchors(id)
  for (const name of book.listShared()) anchors(toSchemaAnchor(name))
  const groups = listGroups(document, anchors)
  const server = URL.parse(document.servers?.[0]?.url ?? '', NOWHERE) ?? new URL(NOWHERE)
  const basePath = server.pathname.replace(/\/+$/, '')
  return { document, groups, book, baseUrl: server.origin + basePath, basePath, meanings: findMeanings(groups) }
}

function findMeanings(groups: readonly Group[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>()
  for (const reply of listEntries(groups).flatMap((entry) => entry.replies)) {
    if (isSuccess(reply)) continue
    const texts = counts.get(reply.status) ?? new Map<string, number>()
    counts.set(reply.status, texts.set(reply.description, (texts.get(reply.description) ?? 0) + 1))
  }
  const most = (texts: ReadonlyMap<string, number>) => [...texts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  return new Map([...counts].map(([status, texts]) => [status, most(texts)]))
}

export function listEntries(groups: readonly Group[]): readonly Entry[] {
  return groups.flatMap((group) => group.entries)
}

/** A status has its row in the table of errors; a range such as `4XX` has only the table. */
export function toStatusAnchor(status: string): string {
  return isSingleStatus(status) ? status : sections.errors
}

export function isSingleStatus(status: string): boolean {
  return /^\d{3}$/.test(status)
}
