import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadLibrary } from '../../../platform/load-library.ts'
import type { RenderedMarkdown } from './render-markdown.ts'

export interface Guide extends RenderedMarkdown {
  /** Path below `/docs/`, such as `guides/road/routes`. */
  readonly path: string
  readonly group: string
}

const REPOSITORY_ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Folders in the order of the table of contents. All other documentation is for contributors. */
const groups: readonly (readonly [title: string, pattern: string])[] = [
  ['Start', 'docs/guides/*.md'],
  ['Roads', 'docs/guides/road/*.md'],
  ['Places', 'docs/guides/places/*.md'],
  ['Tracking', 'docs/guides/tracking/*.md'],
  ['Sea', 'docs/guides/sea/*.md'],
  ['Air', 'docs/guides/air/*.md'],
  ['Switch to Fairway', 'docs/guides/switch/*.md'],
  ['Reference', 'docs/reference/*.md'],
  ['Operations', 'docs/operations/*.md'],
  ['How it works', 'docs/explanation/*.md'],
]

/** Guides that come first in their folders, because the others build on them. The rest are in alphabetical order. */
const readingOrder: readonly string[] = [
  'console.md',
  'client.md',
  'client-python.md',
  'client-go.md',
  'accounts.md',
  'maps.md',
  'embed.md',
  'road/routes.md',
  'road/walking-cycling.md',
  'road/profiles.md',
  'road/optimize.md',
  'road/matrix.md',
  'road/isochrones.md',
  'road/matching.md',
  'road/rerouting.md',
  'places/geocoding.md',
  'tracking/tracking.md',
  'tracking/tracking-positions.md',
  'tracking/tracking-stream.md',
  'tracking/tracking-routes.md',
  'sea/maritime.md',
  'air/drone.md',
].map((file) => `docs/guides/${file}`)

function compareByReadingOrder(first: string, second: string): number {
  const [firstRank, secondRank] = [first, second].map((file) => {
    const index = readingOrder.indexOf(file)
    return index < 0 ? readingOrder.length : index
  }) as [number, number]
  return firstRank - secondRank || (first < second ? -1 : 1)
}

/** Guides of this installation. A package without guides serves only the reference. */
export class GuideLibrary {
  readonly guides: readonly Guide[]

  constructor(root = REPOSITORY_ROOT) {
    const files = groups.flatMap(([group, pattern]) =>
      globSync(pattern, { cwd: root })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => !file.endsWith('/README.md'))
        .sort(compareByReadingOrder)
        .map((file) => ({ group, file })),
    )
    if (existsSync(`${root}CHANGELOG.md`)) files.push({ group: 'Changes', file: 'CHANGELOG.md' })
    const context = { knownFiles: new Set(files.map(({ file }) => file)), errorCodes: readErrorCodes(root) }
    this.guides = files.map(({ group, file }) => new GuideFile(`${root}${file}`, { group, file, ...context }))
  }

  find(path: string): Guide | undefined {
    return this.guides.find((guide) => guide.path === path)
  }
}

/** Page that lists all error codes, as a path below `/docs/`. */
export const ERRORS_PATH = 'reference/errors'

/** Reads the codes from the page that is generated from the code of the service. */
function readErrorCodes(root: string): ReadonlySet<string> {
  const file = `${root}docs/${ERRORS_PATH}.md`
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return new Set([...source.matchAll(/^\| \d{3} \| `([\w-]+)` \|/gm)].map(([, code = '']) => code))
}

interface GuideContext {
  readonly group: string
  readonly file: string
  readonly knownFiles: ReadonlySet<string>
  readonly errorCodes: ReadonlySet<string>
}

/** Guide that is rendered on demand, because the table of contents needs only the titles. */
class GuideFile implements Guide {
  readonly path: string
  readonly group: string
  readonly title: string
  private readonly render: () => RenderedMarkdown
  private renderedGuide: RenderedMarkdown | undefined

  constructor(path: string, { group, file, knownFiles, errorCodes }: GuideContext) {
    const source = readFileSync(path, 'utf8')
    this.path = toPath(file)
    this.group = group
    this.title = readTitle(source) ?? 'Guide'
    this.render = () =>
      loadRenderer().renderMarkdown(source, {
        resolveLink: (link) => toLink(link, file, knownFiles),
        // A code without a hyphen, such as `overloaded`, may be another word.
        findErrorUrl: (code) =>
          code.includes('-') && errorCodes.has(code) ? `/docs/${ERRORS_PATH}#${code}` : undefined,
      })
  }

  get markup(): string {
    return this.getRendered().markup
  }

  get sections(): RenderedMarkdown['sections'] {
    return this.getRendered().sections
  }

  get rows(): RenderedMarkdown['rows'] {
    return this.getRendered().rows
  }

  private getRendered(): RenderedMarkdown {
    this.renderedGuide ??= this.render()
    return this.renderedGuide
  }
}

/** Returns the first heading, which is the first line of a guide. */
function readTitle(source: string): string | undefined {
  return /^#{1,6} +(.*)$/m.exec(source)?.[1]?.replaceAll(/[`*|]/g, ' ').replaceAll(/\s+/g, ' ').trim()
}

function loadRenderer(): typeof import('./render-markdown.ts') {
  return loadLibrary(new URL('./render-markdown.ts', import.meta.url))
}

function toPath(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()
}

/** Converts a link. Links between guides stay on this service, and files that are not served become plain text. */
function toLink(link: string, file: string, knownFiles: ReadonlySet<string>): string | undefined {
  if (/^(https?:|mailto:|#)/.test(link)) return link
  const [target = '', hash] = link.split('#')
  const resolvedPath = posix.normalize(posix.join(posix.dirname(file), target))
  const picture = /^docs\/(pictures\/[\w.-]+\.(?:png|jpg|svg))$/.exec(resolvedPath)?.[1]
  if (picture !== undefined) return `/docs/${picture}`
  return knownFiles.has(resolvedPath)
    ? `/docs/${toPath(resolvedPath)}${hash === undefined ? '' : `#${hash}`}`
    : undefined
}

/** Reads the bytes of a picture in a guide. */
export function readPicture(name: string, root = REPOSITORY_ROOT): Buffer | undefined {
  if (!/^[\w-]+\.(?:png|jpg|svg)$/.test(name)) return undefined
  try {
    return readFileSync(`${root}docs/pictures/${name}`)
  } catch {
    return undefined
  }
}
