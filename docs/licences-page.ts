import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

const root = new URL('../', import.meta.url)
const workspaces = ['package.json', 'apps/server/package.json']

/** What we build on, read from the packages themselves. */
export function licencesPage(): string {
  const used = new Map<string, string>()
  for (const workspace of workspaces) {
    const { dependencies = {}, devDependencies = {} } = readManifest(new URL(workspace, root))
    for (const name of Object.keys(devDependencies))
      used.set(name, used.get(name) ?? row(workspace, name, 'development'))
    for (const name of Object.keys(dependencies)) used.set(name, row(workspace, name, 'run time'))
  }
  const rows = [...used].sort(([a], [b]) => a.localeCompare(b)).map(([, line]) => line)
  return `# Licences

<!-- Made from the installed packages by \`npm run docs\`; a test fails when it is out of date. -->

Fairway is under the MIT licence. It is built on:

| package | version | licence | used at |
|---|---|---|---|
${rows.join('\n')}

No data packages are used yet.
`
}

function row(workspace: string, name: string, used: string): string {
  const { version, license } = readManifest(manifestOf(workspace, name))
  return `| ${name} | ${version} | ${license ?? 'see package'} | ${used} |`
}

/** By the folders Node looks in, because many packages do not export their manifest. */
function manifestOf(workspace: string, name: string): URL {
  const folders = createRequire(new URL(workspace, root)).resolve.paths(name) ?? []
  for (const folder of folders) {
    const url = new URL(`file://${folder}/${name}/package.json`)
    try {
      readFileSync(url)
      return url
    } catch {}
  }
  throw new Error(`${name} is not installed`)
}

function readManifest(url: URL): Manifest {
  return JSON.parse(readFileSync(url, 'utf8')) as Manifest
}
