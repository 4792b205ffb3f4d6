import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CompileJob } from './compile-process.ts'

interface Message {
  readonly stage?: string
  readonly fraction?: number
  readonly error?: string
}

/**
 * Compiles and publishes a map in a separate process. Resolves with the error message, or with undefined if the map was
 * published.
 */
export function compileUpload(
  job: CompileJob,
  onProgress: (stage: string, fraction: number) => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let error: string | undefined
    const child = fork(fileURLToPath(new URL('./compile-process.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // The compiler must not outlive the service.
    const stop = () => child.kill()
    process.once('exit', stop)
    child.on('message', (message: Message) => {
      error = message.error ?? error
      if (message.stage !== undefined) onProgress(message.stage, message.fraction ?? 0)
    })
    child.once('error', ({ message }) => {
      error = message
    })
    child.once('exit', (code, signal) => {
      process.removeListener('exit', stop)
      if (code !== 0) error ??= `the compiler ended with ${signal ?? `code ${code}`}; the map may need more memory`
      resolve(error)
    })
    child.send(job)
  })
}
