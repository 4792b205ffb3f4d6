import type { CompileExtract } from '@fairway/dataset/compile-options.ts'
import { CommandFailed, exitCodes } from './exit.ts'

/** Loads the compiler on demand, because other commands would start more slowly otherwise. */
export const compileExtract: CompileExtract = async (options) => {
  const compiler = await import('@fairway/dataset/compile.ts')
  try {
    return await compiler.compileExtract(options)
  } catch (error) {
    if (error instanceof compiler.NoRoads) throw new CommandFailed(exitCodes.failed, error.message)
    throw error
  }
}
