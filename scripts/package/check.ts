import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

/**
 * Installs the package with npx in an empty folder with a single version of Node in PATH, and requests a route after
 * the first and the second start. The script prints the times and the installed size, and fails if they exceed the
 * limits. `.ci/run` leaves this check out, because the times need a quiet machine; the workflows run it.
 * `npm run package:check -- [--tarball FILE] [--node 22,24,26]`
 */
const MAX_FIRST_ROUTE_SECONDS = 15
const MAX_SECOND_ROUTE_SECONDS = 3
const MAX_INSTALLED_MB = 120
const isWindows = process.platform === 'win32'

const { values } = parseArgs({
  options: { tarball: { type: 'string' }, node: { type: 'string', default: '22,24,26' }, keep: { type: 'boolean' } },
})
const tarball = resolve(values.tarball ?? findTarball())
const scratch = mkdtempSync(join(tmpdir(), 'fairway-package-'))
const problems: string[] = []
try {
  for (const major of values.node.split(',')) await checkOn(major)
} finally {
  if (!values.keep) rmSync(scratch, { recursive: true, force: true })
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0

function findTarball(): string {
  const names = readdirSync('.').filter((name) => name.endsWith('.tgz'))
  const [name] = names
  if (names.length !== 1 || !name) throw new Error(`expected one .tgz file, found ${names.length}; run npm pack first`)
  return name
}

async function checkOn(major: string): Promise<void> {
  const folder = join(scratch, `node-${major}`)
  const { version, env } = installNode(folder, major)
  copyFileSync(tarball, join(folder, basename(tarball)))
  const first = await measureStart(folder, env)
  const second = await measureStart(folder, env)
  const installedMb = folderBytes(join(folder, 'cache', '_npx')) / 1e6
  process.stdout.write(
    `Node ${version}: first route after ${describe(first)}, second start ${describe(second)}, installed ${installedMb.toFixed(1)} MB\n`,
  )
  const expectAtMost = (name: string, value: number, limit: number) => {
    if (value > limit) problems.push(`Node ${version}: ${name} is ${value.toFixed(1)}, above ${limit}`)
  }
  if (first.isCompiling) problems.push(`Node ${version}: the first start compiles the map that the package contains`)
  expectAtMost('the time to the first route in seconds', first.seconds, MAX_FIRST_ROUTE_SECONDS)
  expectAtMost('the time of the second start in seconds', second.seconds, MAX_SECOND_ROUTE_SECONDS)
  expectAtMost('the installed size in MB', installedMb, MAX_INSTALLED_MB)
}

/** Installs Node from the npm package `node`. The PATH of the processes below contains only this folder. */
function installNode(folder: string, major: string): { version: string; env: NodeJS.ProcessEnv } {
  const [nodeFolder, bin] = [join(folder, 'node'), join(folder, 'bin')]
  mkdirSync(nodeFolder, { recursive: true })
  mkdirSync(bin)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--prefix', nodeFolder, `node@${major}`], {
    shell: isWindows,
  })
  const nodeName = isWindows ? 'node.exe' : 'node'
  const node = join(nodeFolder, 'node_modules', 'node', 'bin', nodeName)
  symlinkSync(node, join(bin, nodeName))
  // npx starts the command with a shell.
  if (!isWindows) symlinkSync('/bin/sh', join(bin, 'sh'))
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)
  const env = { PATH: bin, HOME: join(folder, 'home'), npm_config_cache: join(folder, 'cache'), FAIRWAY_DRAIN_S: '0' }
  return { version, env: isWindows ? { ...process.env, ...env } : env }
}

interface StartTimes {
  /** Time in seconds from the start of the command to the reply with the first route, excluding npx. */
  readonly seconds: number
  readonly npxSeconds: number
  /** Whether the start compiled a map although the package contains a compiled map. */
  readonly isCompiling: boolean
}

async function measureStart(folder: string, env: NodeJS.ProcessEnv): Promise<StartTimes> {
  const args = [
    findNpx(),
    '--yes',
    `./${basename(tarball)}`,
    'serve',
    '--port',
    '0',
    '--data-dir',
    join(folder, 'data'),
  ]
  const startedMs = performance.now()
  const child = spawn(join(folder, 'bin', isWindows ? 'node.exe' : 'node'), args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // npx does not forward signals to its command, so a process group receives them.
    detached: !isWindows,
  })
  const closed = once(child, 'close')
  let [url, firstLineMs, isCompiling] = ['', 0, false]
  for await (const line of createInterface({ input: child.stdout })) {
    firstLineMs ||= performance.now()
    isCompiling ||= line.includes('first start: compiling')
    url = /API\s+(http:\/\/localhost:\d+)\/v1/.exec(line)?.[1] ?? ''
    if (url) break
  }
  if (!url) throw new Error('the server ended before it was ready')
  child.stdout.resume()
  const { regions } = (await (await fetch(`${url}/tiles/map.json`)).json()) as { regions: { bounds: number[] }[] }
  await requestRoute(url, regions[0]?.bounds ?? [])
  const endedMs = performance.now()
  if (isWindows || child.pid === undefined) child.kill()
  else process.kill(-child.pid, 'SIGTERM')
  await closed
  return { seconds: (endedMs - startedMs) / 1000, npxSeconds: (firstLineMs - startedMs) / 1000, isCompiling }
}

/** Requests a route through the middle of the map that spans a tenth of its size. */
async function requestRoute(url: string, [west = 0, south = 0, east = 0, north = 0]: number[]): Promise<void> {
  const at = (share: number) => [south + (north - south) * share, west + (east - west) * share]
  const reply = await fetch(`${url}/v1/route`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: at(0.45), to: at(0.55) }),
  })
  if (!reply.ok) throw new Error(`the route failed with ${reply.status}: ${await reply.text()}`)
}

/**
 * Returns the path of npx. `npm run` sets the path of the running npm, which is not next to the Node of this
 * repository.
 */
function findNpx(): string {
  const npm = process.env.npm_execpath
  if (!npm) throw new Error('run this with npm: npm run package:check')
  return join(dirname(npm), 'npx-cli.js')
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

function describe({ seconds, npxSeconds }: StartTimes): string {
  return `${seconds.toFixed(1)} s (${npxSeconds.toFixed(1)} s of it before the first line of the server)`
}
