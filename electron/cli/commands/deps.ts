// Parts that every command gets: the signal of Ctrl-C, and a place for its exit code.
import type { Command, Option } from 'commander'

export type CommandDeps = {
  /** Aborted by Ctrl-C or a termination signal. */
  readonly signal: AbortSignal
  /** Sets the exit code of the process; without a call it is 0. */
  readonly end: (code: number) => void
}

export function withOptions(command: Command, ...lists: readonly (readonly Option[])[]): Command {
  for (const option of lists.flat()) command.addOption(option)
  return command
}
