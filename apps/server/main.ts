import { exitCodes } from './commands/exit.ts'
import { createProgram, runProgram } from './commands/program.ts'

let hasLostOutput = false
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // A reader such as `head` may stop reading. The command then completes its work without output.
  if (code === 'EPIPE' || hasLostOutput) return
  hasLostOutput = true
  process.exitCode ||= exitCodes.failed
  process.stderr.write(`fairway: the output cannot be written: ${message}\n`)
})
// There is no other place to report a failure to write errors.
process.stderr.on('error', () => {})

const exitCode = await runProgram(createProgram())
// The output may have failed before or after this point.
process.exitCode ||= exitCode
