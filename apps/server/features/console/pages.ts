import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** File of the web console in all encodings in which it can be sent. */
export interface ConsoleFile {
  readonly path: string
  readonly type: string
  readonly etag: string
  /** Whether browsers may cache the file forever, because its name changes with its content. */
  readonly isImmutable: boolean
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** Returns the built files, or no files if the console has not been built. The few files stay in memory. */
export function readConsoleFiles(folder: string): readonly ConsoleFile[] {
  if (!existsSync(join(folder, 'index.html'))) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) in contentTypes && statSync(join(folder, name)).isFile())
    .map((name) => readConsoleFile(folder, name))
}

function readConsoleFile(folder: string, name: string): ConsoleFile {
  const file = join(folder, name)
  const fileBytes = readFileSync(file)
  const path = name.replaceAll('\\', '/')
  return {
    path: path === 'index.html' ? '/' : `/${path}`,
    type: contentTypes[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(fileBytes).digest('base64url').slice(0, 22)}"`,
    isImmutable: path.startsWith('assets/'),
    plain: fileBytes,
    br: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined,
    gzip: existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : undefined,
  }
}
