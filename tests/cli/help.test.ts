import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../../apps/server/commands/program.ts'
import { version } from '../../apps/server/platform/version.ts'
import { command, runCli } from './run-cli.ts'
import { runHere } from './run-here.ts'

/** Lists the words of every command, such as `admin list`. */
function listCommands(command: Command, path: readonly string[] = []): string[][] {
  const own = command.commands.map((one) => [...path, one.name()])
  return [...own, ...command.commands.flatMap((one) => listCommands(one, [...path, one.name()]))]
}
const commands = listCommands(createProgram())

/** Command groups without an action. */
const groups = ['admin', 'regions', 'traffic', 'models', 'odd', 'zones', 'terrain', 'tiles']

/** Required options. Without them, a command would report the missing options first. */
const required: Readonly<Record<string, readonly string[]>> = {
  'admin issue-key': ['--email', 'a@example.com', '--plan', 'pro'],
  'admin set-plan': ['--plan', 'pro'],
  'admin extend-trial': ['--days', '1'],
  'admin downgrade': ['--to', '0.1'],
  'regions publish': ['--to', 'published'],
  compile: ['--region', 'porto'],
}

test('fairway --help lists the commands and the exit codes', async () => {
  const { code, stdout } = await runCli(['--help'])
  expect(code).toBe(0)
  for (const name of ['serve', 'compile', 'regions', 'traffic', 'admin', 'config'])
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
  for (const exitCode of [0, 1, 2, 3, 4, 5]) expect(stdout).toMatch(new RegExp(`\\b${exitCode} \\w`))
})

test('fairway exits normally if the reader of its output has stopped reading', async () => {
  const child = spawn(process.execPath, [command, '--help'])
  child.stdout.destroy()
  const errors = text(child.stderr)
  const [code] = await once(child, 'exit')
  expect({ code, errors: await errors }).toEqual({ code: 0, errors: '' })
})

test.skipIf(!existsSync('/dev/full'))('fairway says that its output cannot be written', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [command, '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  const expected = 'fairway: the output cannot be written: ENOSPC: no space left on device, write\n'
  expect({ status, stderr }).toEqual({ status: 1, stderr: expected })
})

test('fairway --version prints the version', async () => {
  expect(await runHere('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

describe.each(commands.map((words) => ({ name: words.join(' '), words })))('fairway $name', ({ name, words }) => {
  test('--help explains it', async () => {
    const { code, stdout, stderr } = await runHere(...words, '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: fairway ${name} \\[options\\]`))
    // `mcp` calls a running service, so it reads neither data nor configuration.
    if ([...groups, 'mcp'].includes(name)) return
    expect(stdout).toContain('--data-dir <dir>')
    expect(stdout).toContain('--config <file>')
    // The server always logs JSON lines.
    if (name !== 'serve') expect(stdout).toContain('--json')
  })

  test('names an unknown option, with exit code 2', async () => {
    const { code, stdout, stderr } = await runHere(...words, ...(required[name] ?? []), '--nope')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain("unknown option '--nope'")
  })
})

test('names an unknown command, with exit code 2', async () => {
  const { code, stdout, stderr } = await runHere('srve')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain("unknown command 'srve'")
  expect(stderr).toContain('--help')
})
