import { type CompileExtract, compileExtract as compile, NoRoads } from '@fairway/dataset'
import { CommandFailed, exitCodes } from './exit.ts'

/** Compiles an extract. An extract without roads fails the command with a message instead of a stack. */
export const compileExtract: CompileExtract = async (options) => {
  try {
    return await compile(options)
  } catch (error) {
    if (error instanceof NoRoads) throw new CommandFailed(exitCodes.failed, error.message)
    throw error
  }
}
