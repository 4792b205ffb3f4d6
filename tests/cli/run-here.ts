import { vi } from 'vitest'
import { createProgram, runProgram } from '../../apps/server/commands/program.ts'
import type { CliRun } from './run-cli.ts'

/** Runs `fairway …` in this process, because starting a process for every command would take most of the test time. */
export async function runHere(...args: string[]): Promise<CliRun> {
  const { argv } = process
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text
      return true
    }),
  )
  process.argv = ['node', 'fairway', ...args]
  try {
    return { code: await runProgram(createProgram()), ...written }
  } finally {
    process.argv = argv
    for (const spy of spies) spy.mockRestore()
  }
}
