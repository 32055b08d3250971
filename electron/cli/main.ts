// The process of the command line: its arguments, its signals, its pipes and its exit code. What it does is program.ts.
import { runProgram } from './program.ts'
import { ofThisProcess } from './terminal/invocation.ts'
import { interruption, outliveClosedPipes } from './terminal/signals.ts'

outliveClosedPipes()
process.exitCode = await runProgram(process.argv.slice(2), ofThisProcess(interruption()))
