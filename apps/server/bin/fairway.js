#!/usr/bin/env node
// A clone of the repository may be on a machine with an older Node; npm then installs a newer one with the dependencies.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'

/** The first version with zstd, node:sqlite and type stripping. Keep it in sync with `engines` in package.json. */
const [MIN_MAJOR, MIN_MINOR] = [22, 18]
/** The commands that use a lot of memory. */
const MEMORY_COMMANDS = ['serve', 'compile', 'regions']
/** Arrays larger than this threshold are returned to the system when they are freed. */
const ALLOCATOR_SETTING = 'MALLOC_MMAP_THRESHOLD_'
const V8_FLAG = '--max-semi-space-size'
/** Set for the child process, which stops when this process is killed and can no longer forward signals. */
const WRAPPED = 'FW_WRAPPED'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major > MIN_MAJOR || (major === MIN_MAJOR && minor >= MIN_MINOR)) await runHere()
else runOnNewerNode()

async function runHere() {
  hideWarnings()
  limitMemory()
  if (process.env.npm_command === 'start' || process.env.npm_command === 'exec') stopWithParent()
  // The compile cache is valid only for the same flags. Otherwise, collectGarbage would set this flag after some code
  // is cached.
  v8.setFlagsFromString('--expose-gc')
  // Halves the startup time from the second start on. Threads read the folder from the environment.
  const { directory } = module.enableCompileCache()
  if (directory && !process.env.NODE_COMPILE_CACHE) process.env.NODE_COMPILE_CACHE = directory
  // The bundle is missing after `npm install --ignore-scripts`. The sources run too, but start more slowly.
  const bundle = new URL('../dist/main.js', import.meta.url)
  if (process.env[WRAPPED] && process.channel) {
    process.once('disconnect', () => process.kill(process.pid, 'SIGINT'))
    process.channel.unref()
  }
  await import(existsSync(bundle) ? bundle.href : '../main.ts')
}

/**
 * Suppresses the warnings that SQLite and process.execve are experimental. The parts of SQLite that Fairway uses are
 * the same in later versions of Node, and everything also works without process.execve.
 */
function hideWarnings() {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = (warning, ...rest) => {
    if (!/^(SQLite|process\.execve) is an experimental feature/.test(String(warning))) emitWarning(warning, ...rest)
  }
}

/**
 * Starts this program again in the same process, with settings that only work from the start. By default, the memory
 * allocator keeps the arrays that were freed, and V8 lets the heap for new objects grow to 32 MB. With these settings,
 * freed memory returns to the system. The restart takes 25 ms.
 */
function limitMemory() {
  const [, , command] = process.argv
  const isSet = process.env[ALLOCATOR_SETTING] !== undefined || process.execArgv.some((flag) => flag.includes(V8_FLAG))
  if (process.platform !== 'linux' || isSet || !MEMORY_COMMANDS.includes(command)) return
  // The restarted program would lose its IPC channel.
  if (!process.execve || process.channel) return
  const flags = [...process.execArgv, `${V8_FLAG}=4`]
  const args = [process.execPath, ...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const allocator = { [ALLOCATOR_SETTING]: '262144', MALLOC_TRIM_THRESHOLD_: '262144', MALLOC_ARENA_MAX: '2' }
  process.execve(process.execPath, args, { ...process.env, ...allocator })
}

/** npm sends signals to its shell, which ends without passing them on. The server then has another parent. */
function stopWithParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}

function runOnNewerNode() {
  const newerNode = findNewerNode()
  if (!newerNode) {
    process.stderr.write(
      `fairway: Node.js ${process.versions.node} is too old; install ${MIN_MAJOR}.${MIN_MINOR} or newer from https://nodejs.org\n`,
    )
    process.exitCode = 1
    return
  }
  const child = spawn(newerNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [WRAPPED]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`fairway: the Node.js that npm installed cannot be started: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

/** Returns the path of the development dependency `node`, which an installed package does not have. */
function findNewerNode() {
  try {
    const folder = dirname(module.createRequire(import.meta.url).resolve('node/package.json'))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}
