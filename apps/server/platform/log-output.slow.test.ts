import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTempDir } from '../../../tests/support/servers/temp-dir.ts'
import { MAX_PENDING_BYTES } from './log-output.ts'

const LINE_BYTES = 200

/**
 * Returns Node arguments for a program that logs lines, reports on standard error that it has finished, and continues
 * when told to.
 */
function logLines(count: number, last = ''): string[] {
  const program = `
    import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)}
    const logger = createLogger('info', { thread: 7 })
    const filler = 'x'.repeat(${LINE_BYTES - 100})
    for (let index = 0; index < ${count}; index++) logger.infoJson('"index":' + index + ',"filler":"' + filler + '"', 'line')
    process.stderr.write('logged')
    process.stdin.once('data', () => {
      ${last}
      process.stdin.destroy()
      const timer = setInterval(() => {}, 1000)
      process.on('SIGTERM', () => { logger.flush(); clearInterval(timer) })
    })`
  return ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
}

interface Line {
  readonly index?: number
  readonly msg: string
  readonly dropped?: number
  readonly level: string
  readonly thread: number
}

function parseLines(output: string): Line[] {
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** Checks that every line was either written whole, in order, or counted as dropped. */
function expectComplete(lines: readonly Line[], count: number): void {
  const written = lines.filter(({ msg }) => msg === 'line')
  const reports = lines.filter(({ dropped }) => dropped !== undefined)
  expect(written.map(({ index }) => index)).toEqual(written.map((_, index) => index))
  expect(reports).toMatchObject([{ level: 'warn', thread: 7, dropped: count - written.length }])
  expect(written.length * LINE_BYTES).toBeGreaterThan(MAX_PENDING_BYTES / 2)
}

/** More lines than memory and the buffers of the system hold. */
const TOO_MANY = 20_000

test('logging continues while the reader of a socket has stopped, and drops lines', async () => {
  const child = spawn(process.execPath, logLines(TOO_MANY), { stdio: ['pipe', 'pipe', 'pipe'] })
  // Nothing reads standard output yet.
  expect(String(await once(child.stderr, 'data'))).toBe('logged')
  const output: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
  child.stdin.end('go on')
  await expect.poll(() => String(Buffer.concat(output))).toContain('"dropped"')
  child.kill('SIGTERM')
  await once(child, 'exit')
  expectComplete(parseLines(String(Buffer.concat(output))), TOO_MANY)
})

test('logging continues while the reader of a pipe has stopped, and drops lines', async () => {
  const folder = await createTempDir()
  onTestFinished(() => folder.dispose())
  const gate = join(folder.path, 'gate')
  await once(spawn('mkfifo', [gate]), 'exit')
  // The reader begins when the gate opens.
  const script = `"$@" | { read -r line < '${gate}'; cat; }`
  const child = spawn('bash', ['-c', script, 'bash', process.execPath, ...logLines(TOO_MANY)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  expect(String(await once(child.stderr, 'data'))).toBe('logged')
  const output: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
  child.stdin.end('go on')
  await once(spawn('bash', ['-c', `echo > '${gate}'`]), 'exit')
  await expect.poll(() => String(Buffer.concat(output))).toContain('"dropped"')
  process.kill(-Number(child.pid), 'SIGTERM')
  await once(child, 'exit')
  expectComplete(parseLines(String(Buffer.concat(output))), TOO_MANY)
})

test('a process whose log reader has stopped can exit', async () => {
  const child = spawn(process.execPath, logLines(TOO_MANY, 'logger.flush(); process.exit(3)'), {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  await once(child.stderr, 'data')
  child.stdin.end('go on')
  expect((await once(child, 'exit'))[0]).toBe(3)
})

test('a fatal error is written before the process ends', async () => {
  const last = `logger.fatal({ err: new Error('boom') }, 'cannot continue'); process.exit(4)`
  const child = spawn(process.execPath, logLines(3, last), { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end('go on')
  const lines = parseLines(await text(child.stdout))
  expect(lines.map(({ msg }) => msg)).toEqual(['line', 'line', 'line', 'cannot continue'])
})

test('lines are appended to a file', async () => {
  const folder = await createTempDir()
  onTestFinished(() => folder.dispose())
  const file = join(folder.path, 'log')
  for (let run = 0; run < 2; run++) {
    const child = spawn(process.execPath, logLines(1000, 'logger.flush(); process.exit()'), {
      stdio: ['pipe', openSync(file, 'a'), 'ignore'],
    })
    child.stdin?.end('go on')
    await once(child, 'exit')
  }
  expect(parseLines(await readFile(file, 'utf8')).map(({ index }) => index)).toEqual(
    [0, 1].flatMap(() => Array.from({ length: 1000 }, (_, index) => index)),
  )
})

test('logging continues without a reader', async () => {
  const child = spawn(process.execPath, logLines(TOO_MANY, 'process.exit(5)'), { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdout.destroy()
  expect(String(await once(child.stderr, 'data'))).toBe('logged')
  child.stdin.end('go on')
  expect((await once(child, 'exit'))[0]).toBe(5)
})
