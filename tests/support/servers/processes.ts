import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface ProcessOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningProcess {
  /** Undefined if the program could not be started. In this case, `exited` resolves too. */
  readonly pid: number | undefined
  /** Resolves when the process and all processes that inherited its output have exited. Never rejects. */
  readonly exited: Promise<Exit>
  /** Returns the standard output and standard error so far, in order of arrival. */
  output(): string
  lastLines(count?: number): string
  /** Resolves when the output satisfies `ready`. Throws an error with the last lines if the process exits first. */
  waitFor(ready: RegExp | ((output: string) => boolean), timeoutMs?: number): Promise<void>
  /** Ends the process and resolves when it has exited. A process that ignores the signal for `graceMs` is killed. */
  end(signal?: NodeJS.Signals, graceMs?: number): Promise<Exit>
}

/** Running processes. The processes are killed if a test run ends before its `dispose`. */
const living = new Set<ChildProcess>()
const lastActions = new Set<() => void>()
function killLiving(): void {
  for (const child of living) child.kill('SIGKILL')
  for (const action of lastActions) action()
}

/** Registers an action for the end of the run, whatever the cause. The returned function unregisters the action. */
export function atTheEnd(action: () => void): () => void {
  lastActions.add(action)
  return () => lastActions.delete(action)
}
process.on('exit', killLiving)
// Vitest stops its workers with SIGTERM, and a user stops a benchmark with Ctrl-C. Signals do not trigger `exit`.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => {
    killLiving()
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  })

export function startProcess(command: string, args: readonly string[], options: ProcessOptions = {}): RunningProcess {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const changes = new EventEmitter()
  let output = ''
  let exit: Exit | undefined
  const collect = (text: string): void => {
    output += text
    changes.emit('change')
  }

  living.add(child)
  child.stdout.setEncoding('utf8').on('data', collect)
  child.stderr.setEncoding('utf8').on('data', collect)
  child.on('error', (error) => collect(`${error.message}\n`))
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      living.delete(child)
      exit = { code, signal }
      resolve(exit)
      changes.emit('change')
    })
  })

  const lastLines = (count = 20): string => output.trimEnd().split('\n').slice(-count).join('\n')
  return {
    pid: child.pid,
    exited,
    output: () => output,
    lastLines,
    async waitFor(ready, timeoutMs = 180_000) {
      const isReady = ready instanceof RegExp ? (text: string) => ready.test(text) : ready
      const signal = AbortSignal.timeout(timeoutMs)
      while (!isReady(output)) {
        if (exit !== undefined) throw new Error(`${command} ended with ${toText(exit)}:\n${lastLines()}`)
        await once(changes, 'change', { signal }).catch((cause) => {
          throw new Error(`${command} was not ready within ${timeoutMs} ms:\n${lastLines()}`, { cause })
        })
      }
    },
    async end(signal = 'SIGTERM', graceMs = 60_000) {
      child.kill(signal)
      const overdue = setTimeout(() => child.kill('SIGKILL'), graceMs)
      return exited.finally(() => clearTimeout(overdue))
    },
  }
}

/** Runs a program until it exits and returns its output. Throws an error with the last lines if the program fails. */
export async function run(command: string, args: readonly string[], options: ProcessOptions = {}): Promise<string> {
  const program = startProcess(command, args, options)
  const exit = await program.exited
  if (exit.code !== 0) throw new Error(`${command} ended with ${toText(exit)}:\n${program.lastLines()}`)
  return program.output()
}

export function findOnPath(name: string): string | undefined {
  return pathFolders()
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

export function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function toText({ code, signal }: Exit): string {
  return signal ?? `code ${code}`
}
