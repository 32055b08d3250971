// The library of the command line, commander, in the current language: the titles of its help, and what it says of a
// mistake in a call. It has no hook for these sentences, so they are recognised and replaced.
import { Command, Help } from 'commander'
import { helpTexts } from '../texts/help.ts'
import { currentFormat } from '../../../shared/texts/current.ts'

const { program: words, mistakes } = helpTexts

/** Its subcommands are of this class too. */
export class SpokenCommand extends Command {
  override createCommand(name?: string): Command {
    return new SpokenCommand(name)
  }

  override error(message: string, options?: Parameters<Command['error']>[1]): never {
    return super.error(currentFormat().language === 'en' ? message : spokenMistake(message), options)
  }
}

const usual = new Help()

/** For `configureHelp`. */
export const spokenHelp = {
  styleTitle: (title: string) => titles()[title] ?? title,
  commandUsage: (command: Command) =>
    usual.commandUsage(command).replace('[options]', words.anyOptions).replace('[command]', words.anyCommand),
  subcommandTerm: (command: Command) =>
    usual
      .subcommandTerm(command)
      .replace('[options]', words.anyOptions)
      .replace('[command]', words.anyCommand),
  optionDescription: (option: Parameters<Help['optionDescription']>[0]) =>
    usual
      .optionDescription(option)
      .replace('(choices: ', `(${words.choices}: `)
      .replace(/(\(|, )default: (?="[^"]*"\)$)/, `$1${words.standard}: `),
}

function titles(): Readonly<Record<string, string>> {
  return {
    'Usage:': words.usage,
    'Arguments:': words.argumentsTitle,
    'Options:': words.optionsTitle,
    'Commands:': words.commandsTitle,
  }
}

type Parts = readonly string[]

const patterns: readonly (readonly [RegExp, (parts: Parts) => string])[] = [
  [/^error: unknown option (.+)$/, ([option = '']) => mistakes.unknownOption({ option })],
  [/^error: unknown command (.+)$/, ([command = '']) => mistakes.unknownCommand({ command })],
  [/^error: missing required argument (.+)$/, ([name = '']) => mistakes.missingArgument({ name })],
  [/^error: option (.+) argument missing$/, ([option = '']) => mistakes.optionArgumentMissing({ option })],
  [/^error: required option (.+) not specified$/, ([option = '']) => mistakes.optionMissing({ option })],
  [
    /^error: option ('.+') argument ('.*') is invalid\. (.+)$/s,
    ([option = '', value = '', why = '']) =>
      mistakes.optionValueInvalid({ option, value, why: spokenChoices(why) }),
  ],
  [
    /^error: command-argument value ('.*') is invalid for argument ('.+')\. (.+)$/s,
    ([value = '', name = '', why = '']) => mistakes.argumentInvalid({ value, name, why: spokenChoices(why) }),
  ],
  [
    /^error: too many arguments(?: for ('.+'))?\. Expected (\d+) arguments? but got (\d+): (.*)\.$/s,
    ([command, expected = '', given = '', values = '']) =>
      mistakes.tooManyArguments({
        command: command === undefined ? '' : mistakes.tooManyArgumentsFor({ command }),
        expected: Number(expected),
        given,
        values,
      }),
  ],
]

/** A sentence that is not known stays as it is. */
function spokenMistake(message: string): string {
  const [first = '', ...suggestion] = message.split(/\n(?=\(Did you mean )/)
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(first)
    if (found !== null) return [say(found.slice(1)), ...suggestion.map(spokenSuggestion)].join('\n')
  }
  return message
}

function spokenChoices(why: string): string {
  const choices = /^Allowed choices are (.+)\.$/.exec(why)?.[1]
  return choices === undefined ? why : mistakes.allowedChoices({ choices })
}

function spokenSuggestion(text: string): string {
  const [, several, names = ''] = /^\(Did you mean (one of )?(.+)\?\)$/.exec(text) ?? []
  return several === undefined ? mistakes.didYouMean({ name: names }) : mistakes.didYouMeanOneOf({ names })
}
