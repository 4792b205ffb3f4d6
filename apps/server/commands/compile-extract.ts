import { type CompileExtract, compileExtract as compile, NoRoadsError } from '@fairway/dataset'
import { CommandError, exitCodes } from './exit.ts'

/** Compiles an extract. An extract without roads fails the command with a message instead of a stack. */
export const compileExtract: CompileExtract = async (options) => {
  try {
    return await compile(options)
  } catch (error) {
    if (error instanceof NoRoadsError) throw new CommandError(exitCodes.failed, error.message)
    throw error
  }
}
