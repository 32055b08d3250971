// Declares the commands `connections list`, `show`, `set` and `remove`.
import { type Command, Option } from 'commander'
import type { ConnectionOptions, SetOptions } from '../data-folder/connections.ts'
import { dataDirOption } from '../options/common.ts'
import { settingOptions } from '../options/settings.ts'
import { type CommandDeps, withOptions } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

const implementation = () => import('../data-folder/connections.ts')

export function addConnectionsCommand(program: Command, deps: CommandDeps): void {
  const connections = program.command('connections').description(helpTexts.commands.connections)
  addReadingCommands(connections, deps)
  addChangingCommands(connections, deps)
}

function addReadingCommands(connections: Command, { invocation }: CommandDeps): void {
  connections
    .command('list')
    .description(helpTexts.commands.connectionsList)
    .addOption(dataDirOption())
    .option('--json', helpTexts.options.jsonConnections)
    .action(async (options: ConnectionOptions) =>
      (await implementation()).listConnections(options, invocation),
    )
  connections
    .command('show')
    .description(helpTexts.commands.connectionsShow)
    .argument('<name>')
    .addOption(dataDirOption())
    .option('--json', helpTexts.options.jsonConnection)
    .action(async (name: string, options: ConnectionOptions) =>
      (await implementation()).showConnection(name, options, invocation),
    )
}

function addChangingCommands(connections: Command, { invocation }: CommandDeps): void {
  withOptions(
    connections.command('set').description(helpTexts.commands.connectionsSet),
    settingOptions.map(({ option }) => option),
    [dataDirOption(), new Option('--json', helpTexts.options.jsonConnectionSet)],
  )
    .argument('<name>')
    .action(async (name: string, options: SetOptions) =>
      (await implementation()).setConnection(name, options, invocation),
    )
  connections
    .command('remove')
    .description(helpTexts.commands.connectionsRemove)
    .argument('<name>')
    .addOption(dataDirOption())
    .option('--json', helpTexts.options.jsonName)
    .action(async (name: string, options: ConnectionOptions) =>
      (await implementation()).removeConnection(name, options, invocation),
    )
}
