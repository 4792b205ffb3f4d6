import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Runs a server in a separate process that reports its CPU time. */
export class ChildServer {
  private readonly child: ChildProcess
  readonly port: number
  private constructor(child: ChildProcess, port: number) {
    this.child = child
    this.port = port
  }

  static async start(module: URL, args: readonly string[], env: Record<string, string> = {}): Promise<ChildServer> {
    const child = fork(fileURLToPath(module), args, {
      // No server benchmark needs the world gazetteer or the sea map.
      env: {
        ...process.env,
        FAIRWAY_GAZETTEER: 'false',
        FAIRWAY_SEAS: 'false',
        FAIRWAY_MAP_TILES: 'false',
        FAIRWAY_DEFAULT_ZONES: 'false',
        FAIRWAY_DRAIN_S: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    let output = ''
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-10_000)
        const match = /http:\/\/localhost:(\d+)/.exec(output)
        if (match) resolve(Number(match[1]))
      })
      child.once('exit', () => reject(new Error(`the server exited:\n${output}`)))
    })
    return new ChildServer(child, port)
  }

  /** Returns the user and system CPU time of all threads of the process, in seconds. */
  async cpuSeconds(): Promise<number> {
    this.child.send('cpu')
    const [message] = (await once(this.child, 'message')) as [{ cpu: NodeJS.CpuUsage }]
    return (message.cpu.user + message.cpu.system) / 1e6
  }

  /**
   * Returns the CPU time of threads whose names begin with one of the prefixes, in seconds. Returns undefined if the
   * system does not report it.
   */
  threadSeconds(...names: readonly string[]): number | undefined {
    const tasks = `/proc/${this.child.pid}/task`
    if (!existsSync(tasks)) return undefined
    let nanoseconds = 0
    for (const task of readdirSync(tasks)) {
      const read = (file: string): string => {
        try {
          return readFileSync(`${tasks}/${task}/${file}`, 'utf8')
        } catch {
          return '' // The thread has ended.
        }
      }
      const name = read('comm')
      if (names.some((begin) => name.startsWith(begin))) nanoseconds += Number(read('schedstat').split(' ', 1)[0])
    }
    return nanoseconds / 1e9
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.kill('SIGTERM')
    await once(this.child, 'exit')
  }
}
