import { type CompileExtract, compileExtract as compile, NoRoadsError } from '@fairway/dataset'
import { CommandError, exitCodes } from './exit.ts'

/** Compiles an extract. If the extract has no roads, the command fails with a message instead of a stack trace. */
export const compileExtract: CompileExtract = async (options) => {
  try {
    return await compile(options)
  } catch (error) {
    if (error instanceof NoRoadsError) throw new CommandError(exitCodes.failed, error.message)
    throw error
  }
}
