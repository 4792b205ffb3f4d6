import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packClient } from '../../scripts/client-pack/pack.ts'
import { createTempDir, type TempDir } from '../support/servers/temp-dir.ts'
import { machinesNode, programOf, root } from './examples.ts'
import { type Served, serveAll } from './served.ts'

/** These tests pack the client, install it into an empty folder and use it from there, as users do. */

const start = promisify(execFile)
const pages = ['packages/client/README.md', 'docs/guides/client.md', 'docs/guides/moving.md']

let served: Served
let folder: TempDir
let app: string
beforeAll(async () => {
  folder = await createTempDir()
  app = join(folder.path, 'app')
  const install = async () => {
    const file = await packClient(join(folder.path, 'dist'))
    await start('npm', ['install', '--prefix', app, '--offline', '--no-audit', '--no-fund', file])
  }
  ;[served] = await Promise.all([serveAll(), install()])
})
afterAll(async () => {
  await served?.dispose()
  await folder.dispose()
})

test('contains only modules and declarations', async () => {
  const modules = join(app, 'node_modules')
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  expect([names, await readdir(join(modules, '@fairway'))]).toEqual([['@fairway'], ['client']])
  const own = join(modules, '@fairway/client')
  const manifest = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@fairway/client', type: 'module', license: 'MIT', engines: { node: '>=20' } })
  expect(Object.keys(manifest)).not.toContain('dependencies')
  const files = await readdir(own, { recursive: true })
  expect(files.filter((name) => /\.ts$/.test(name) && !/\.d\.ts$/.test(name))).toEqual([])
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.js']))
  for (const name of files.filter((file) => /\.(d\.ts|js)$/.test(file))) {
    expect([name, await readFile(join(own, name), 'utf8')]).toEqual([
      name,
      expect.not.stringMatching(/\.ts'|@fairway\//),
    ])
  }
  expect(await readFile(join(own, 'README.md'), 'utf8')).not.toContain('](../')
})

test.each([
  ['the Node of the project', process.execPath],
  ['the Node of the machine', machinesNode()],
])('runs the examples of the README in %s', async (_, node) => {
  const program = join(app, 'readme.mjs')
  await writeFile(program, stripTypeScriptTypes(programOf('packages/client/README.md', served)))
  const { stdout, stderr } = await start(node, [program], { cwd: app })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^1\d\.\d+ km, \d+(\.\d+)? min, \d{3} points\n422 latitude-out-of-range to\[0\] is 91\.2/)
  expect(stdout).toMatch(/\[ 0, [12], [12] \] true\nidle \[ -34\.9059, -56\.1913 \]\n/)
})

/** Statements that must not compile, one per line. */
const wrong = `const fairway = (await import('@fairway/client')).createClient({ baseUrl: 1 })
createClient({})
createClient({ baseUrl: '', apikey: 'x' })
await client.route({ from: [1, 2] })
await client.route({ from: [1, 2, 3], to: [1, 2] })
await client.route({ from: { lat: 1, lon: 2 }, to: [1, 2] })
await client.route({ ...trip, avoid: ['hills'] })
await client.route({ ...trip, geometry: 'wkt' })
await client.route(trip, { timeout: 1 })
{ const line: string = (await client.route(trip)).geometry; void line }
await client.matrix({ points: 'all' })
await client.nearby({})
await client.directions({})
await client.directions({ origin: '1,2' })
await client.directions({ origin: '1,2', destination: '3,4', mode: 'flying' })
await client.directions({ origin: '1,2', destination: '3,4', departure_time: 'soon' })
await client.assets.register({ name: 'Van' })
await client.assets.register({ name: 'Van', kind: 'plane' })
await client.assets.attach('id', {})
await client.assets.attach('id', { ...trip, colour: 'red' })
await client.assets.attach('id', { from: 'home', to: [1, 2], mode: 'road' })
await client.assets.attach('id', { ...trip, mode: 'air' })
await client.assets.attach('id', { ...trip, mode: 'av', vessel: {} })
await client.assets.push('id', { at: 'here' })
for await (const event of client.assets.stream('id')) void event.data.state
for await (const event of client.assets.streamAll()) if (event.type === 'removed') void event.data.asset
for await (const event of client.assets.streamAll()) if (event.type === 'gone') break
for await (const asset of client.assets.all()) void asset.position
for await (const position of client.assets.positions('id', { format: 'gpx' })) void position
await client.trips()`

/** Statements that must compile. */
const right = `const attached = await client.assets.attach('id', { ...trip, mode: 'av', operator: 'me' })
await client.assets.attach('id', { to: [1, 2], vehicle: { weight_t: 7 } })
await client.assets.attach('id', { from: 'Yokohama, Japan', to: 'USSFO', mode: 'maritime' })
await client.assets.attach('id', { ...trip, aircraft: {}, mode: 'drone' })
await client.directions({ origin: '1,2', destination: 'Town', alternatives: true, departure_time: 1_800_000_000 })
const kinds: string[] = []
for await (const { kind } of client.assets.all({ limit: 10 })) kinds.push(kind)
for await (const { at, flag } of client.assets.positions('id')) console.log(at[0], flag)
for await (const event of client.assets.streamAll({ signal: AbortSignal.timeout(1000) })) {
  if (event.type === 'live') console.log(event.data.state, event.data.reroute?.kind)
  else if (event.type === 'removed') console.log(event.data.removed)
  else if (event.type === 'reset') console.log(event.data.detail)
  else console.log(event.data.asset_name)
}
console.log(pointsOf(attached.route).length, new FairwayError({ kind: 'reply', status: 1, busy: false, detail: '', attempts: 1 }).cause)`

const opening = `import { createClient, FairwayError, pointsOf } from '@fairway/client'
const client = createClient({ baseUrl: '', compatVendor: 'acme' })
const trip = { from: [1, 2], to: [3, 4] } as const
void [pointsOf, FairwayError, trip]
`

test.each([
  ['with the types of browsers', {}],
  ['with those of Node alone', { lib: ['ES2022'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] }],
])('compiles in a strict project, %s, and rejects invalid code', async (_, own) => {
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'nodenext', noEmit: true, types: [] },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    ...own,
  }
  const examples = pages.map((page, index) => [`page-${index}.mts`, programOf(page, { url: '', key: '' })] as const)
  const files: Readonly<Record<string, string>> = {
    ...Object.fromEntries(examples),
    'right.mts': opening + right,
    'wrong.mts': opening + wrong,
  }
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(app, name), text)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await start(process.execPath, [tsc, '-p', app, '--pretty', 'false'], { cwd: app }).catch(
    (failed: { stdout: string }) => failed,
  )
  const complaints = stdout.split('\n').filter((line) => /^\S/.test(line))
  expect(complaints.filter((line) => !line.startsWith('wrong.mts('))).toEqual([])
  const refused = new Set(complaints.map((line) => Number(/\((\d+),/.exec(line)?.[1])))
  const lines = (opening + wrong).split('\n').map((text, index) => ({ text, number: index + 1 }))
  const compiled = lines.slice(opening.split('\n').length - 1).filter(({ number }) => !refused.has(number))
  expect(compiled.map(({ text }) => text)).toEqual([])
  expect(Math.min(...refused)).toBe(opening.split('\n').length)
})
