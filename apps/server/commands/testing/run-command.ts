import type { CompileExtract } from '@fairway/dataset'
import { vi } from 'vitest'
import { createProgram, runProgram } from '../program.ts'
import { fakeCompiler } from './fake-compiler.ts'

export interface CommandRun {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `fairway …` in this process with a fake compiler. */
export async function runCommand(
  args: readonly string[],
  compiler: CompileExtract = fakeCompiler,
): Promise<CommandRun> {
  const { argv } = process
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += chunk
      return true
    }),
  )
  process.argv = ['node', 'fairway', ...args]
  try {
    return { code: await runProgram(createProgram([], compiler)), ...output }
  } finally {
    process.argv = argv
    for (const spy of spies) spy.mockRestore()
  }
}
