import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** One file of the web console in the forms in which it can be sent. */
export interface ConsoleFile {
  readonly path: string
  readonly type: string
  readonly etag: string
  /** Its name changes with its content: browsers may keep it for ever. */
  readonly isForever: boolean
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** The built pages, or undefined when nobody has built them. A few files: they stay in memory. */
export function readConsole(folder: string): readonly ConsoleFile[] | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) in types && statSync(join(folder, name)).isFile())
    .map((name) => readOne(folder, name))
}

function readOne(folder: string, name: string): ConsoleFile {
  const file = join(folder, name)
  const plain = readFileSync(file)
  const path = name.replaceAll('\\', '/')
  return {
    path: path === 'index.html' ? '/' : `/${path}`,
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    isForever: path.startsWith('assets/'),
    plain,
    br: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined,
    gzip: existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : undefined,
  }
}
