// Declares the commands `connections list`, `show`, `set` and `remove`.
import { type Command, Option } from 'commander'
import type { ConnectionOptions, SetOptions } from '../data-folder/connections.ts'
import { dataDirOption } from '../options/common.ts'
import { settingOptions } from '../options/settings.ts'
import { withOptions } from './deps.ts'

const implementation = () => import('../data-folder/connections.ts')

export function addConnectionsCommand(program: Command): void {
  const connections = program
    .command('connections')
    .description('the saved connections: address, environment, catalogue and limits of each service')
  addReadingCommands(connections)
  addChangingCommands(connections)
}

function addReadingCommands(connections: Command): void {
  connections
    .command('list')
    .description('list the saved connections')
    .addOption(dataDirOption)
    .option('--json', 'print each connection as a JSON line')
    .action(async (options: ConnectionOptions) => (await implementation()).listConnections(options))
  connections
    .command('show')
    .description('print all settings of a connection')
    .argument('<name>')
    .addOption(dataDirOption)
    .option('--json', 'print it as JSON')
    .action(async (name: string, options: ConnectionOptions) =>
      (await implementation()).showConnection(name, options),
    )
}

function addChangingCommands(connections: Command): void {
  withOptions(
    connections
      .command('set')
      .description('add a connection, or change settings of one; prints what changed'),
    settingOptions.map(({ option }) => option),
    [dataDirOption, new Option('--json', 'print it, and what changed, as JSON')],
  )
    .argument('<name>')
    .action(async (name: string, options: SetOptions) =>
      (await implementation()).setConnection(name, options),
    )
  connections
    .command('remove')
    .description('remove a connection that no batch uses')
    .argument('<name>')
    .addOption(dataDirOption)
    .option('--json', 'print its name as JSON')
    .action(async (name: string, options: ConnectionOptions) =>
      (await implementation()).removeConnection(name, options),
    )
}
