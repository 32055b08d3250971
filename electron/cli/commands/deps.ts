// Parts that every command gets: what it was called with, and a place for its exit code.
import type { Command, Option } from 'commander'
import type { Invocation } from '../terminal/invocation.ts'

export type CommandDeps = {
  readonly invocation: Invocation
  /** Sets the exit code of the process; without a call it is 0. */
  readonly end: (code: number) => void
}

export function withOptions(command: Command, ...lists: readonly (readonly Option[])[]): Command {
  for (const option of lists.flat()) command.addOption(option)
  return command
}
