// Declares the commands of the team: `team init`, `join`, `status`, `leave`, `pause`, `resume`, `board`, `target`,
// `leave-out`, those of what the members share (`team shared`, `share`, `unshare`, `resolve`), of copies, and of who
// administers the database (`team role`, `verify`).
// Passwords come from the environment or are asked for at the terminal, never from an argument.
import { Argument, type Command, Option } from 'commander'
import type {
  AddressOptions,
  JoinOptions,
  LeaveOutOptions,
  PauseOptions,
  QuietOptions,
  TeamOptions,
} from '../data-folder/team/team.ts'
import type {
  HandOverToTeamOptions,
  KeepCopiesOptions,
  TakeOverFromTeamOptions,
} from '../data-folder/team/copies.ts'
import type { RoleOptions } from '../data-folder/team/administration.ts'
import type { LoadOptions, RemoveOptions } from '../data-folder/team/target.ts'
import type { ResolveOptions } from '../data-folder/team/shared.ts'
import { sharedKinds } from '../../../shared/contract/team/knowledge.ts'
import { dataDirOption, jsonOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import { type Hours, quietHoursFrom } from '../options/quiet-hours.ts'
import { type CommandDeps, withOptions } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

const sharing = () => import('../data-folder/team/shared.ts')
const implementation = () => import('../data-folder/team/team.ts')
const administration = () => import('../data-folder/team/administration.ts')
const copies = () => import('../data-folder/team/copies.ts')

export function addTeamCommand(program: Command, deps: CommandDeps): void {
  const team = program.command('team').description(helpTexts.commands.team)
  addMembership(team, deps)
  addViews(team, deps)
  addTarget(team, deps)
  addPauses(team, deps)
  addCopies(team, deps)
  addKeeping(team, deps)
  addShared(team, deps)
  addAdministration(team, deps)
}

function addressOptions(): Option[] {
  const { options } = helpTexts
  return [
    new Option('--ca-file <file>', options.teamCaFile),
    new Option('--client-certificate <file>', options.teamClientCertificate),
    new Option('--client-key <file>', options.teamClientKey),
  ]
}

function addMembership(team: Command, { invocation, end }: CommandDeps): void {
  const { commands, options } = helpTexts
  withOptions(team.command('init').description(commands.teamInit), addressOptions())
    .argument('<address>', options.teamAddress)
    .action(async (address: string, given: AddressOptions) =>
      (await implementation()).initCommand(address, given, invocation),
    )
  withOptions(team.command('join').description(commands.teamJoin), addressOptions(), [dataDirOption()])
    .argument('<address>', options.teamAddress)
    .requiredOption('--name <name>', options.teamName)
    .action(async (address: string, given: JoinOptions) => {
      end(await (await implementation()).joinCommand(address, given, invocation))
    })
  team
    .command('leave')
    .description(commands.teamLeave)
    .addOption(dataDirOption())
    .action(async (given: TeamOptions) => (await implementation()).leaveCommand(given, invocation))
  team
    .command('leave-out')
    .description(commands.teamLeaveOut)
    .argument('<desktop>', options.teamDesktop)
    .addOption(dataDirOption())
    .option('--yes', options.yesLeaveOut)
    .action(async (desktop: string, given: LeaveOutOptions) => {
      end(await (await implementation()).leaveOutCommand(desktop, given, invocation))
    })
}

function addViews(team: Command, { invocation, end }: CommandDeps): void {
  const { commands, options } = helpTexts
  team
    .command('status')
    .description(commands.teamStatus)
    .addOption(dataDirOption())
    .option('--json', options.jsonTeam)
    .action(async (given: TeamOptions) => {
      end(await (await implementation()).statusCommand(given, invocation))
    })
  team
    .command('board')
    .description(commands.teamBoard)
    .addOption(dataDirOption())
    .option('--json', options.jsonTeam)
    .action(async (given: TeamOptions) => (await implementation()).boardCommand(given, invocation))
}

function addTarget(team: Command, { invocation, end }: CommandDeps): void {
  const { commands, options } = helpTexts
  const commandsOfTarget = () => import('../data-folder/team/target.ts')
  const target = team.command('target').description(commands.teamTarget)
  const ofTarget = (name: string, description: string): Command =>
    target.command(name).description(description).addOption(dataDirOption())
  ofTarget('load', commands.teamTargetLoad)
    .argument('<file>', options.targetFile)
    .option('--connection <name>', options.teamConnection)
    .option('--supplier <code>', options.targetSupplier)
    .option('--column <header>', options.targetColumn)
    .option('--json', options.jsonTeam)
    .action(async (file: string, given: LoadOptions) =>
      (await commandsOfTarget()).loadTargetCommand(file, given, invocation),
    )
  ofTarget('show', commands.teamTargetShow)
    .option('--json', options.jsonTeam)
    .action(async (given: TeamOptions) => (await commandsOfTarget()).showTargetCommand(given, invocation))
  ofTarget('remove', commands.teamTargetRemove)
    .argument('[number]', options.targetNumber, wholeNumberAboveZero)
    .option('--yes', options.yesRemoveTarget)
    .action(async (number: number | undefined, given: RemoveOptions) => {
      end(await (await commandsOfTarget()).removeTargetCommand(number, given, invocation))
    })
}

function addPauses(team: Command, { invocation }: CommandDeps): void {
  const { commands, options } = helpTexts
  const connection = (): Option => new Option('--connection <name>', options.teamConnection)
  const where = (): Option[] => [
    dataDirOption(),
    connection(),
    new Option('--supplier <code>', options.teamSupplier),
  ]
  withOptions(team.command('pause').description(commands.teamPause), where())
    .option('--reason <text>', options.teamReason)
    .action(async (given: PauseOptions) => (await implementation()).pauseCommand(given, invocation))
  withOptions(team.command('resume').description(commands.teamResume), where()).action(
    async (given: PauseOptions) => (await implementation()).resumeCommand(given, invocation),
  )
  withOptions(team.command('quiet-hours').description(commands.teamQuietHours), [
    dataDirOption(),
    connection(),
    new Option('--time-zone <name>', options.teamTimeZone),
  ])
    .argument('<hours>', options.teamHours, quietHoursFrom)
    .action(async (hours: readonly Hours[], given: QuietOptions) =>
      (await implementation()).quietHoursCommand(hours, given, invocation),
    )
}

const batchArgument = (): Argument =>
  new Argument('<batch>', helpTexts.options.batchNumber).argParser(wholeNumberAboveZero)
const passphraseOption = (): Option =>
  new Option('--passphrase-file <file>', helpTexts.options.passphraseFile)

function addCopies(team: Command, { invocation, end }: CommandDeps): void {
  const { commands, options } = helpTexts
  withOptions(team.command('copies').description(commands.teamCopies), [
    dataDirOption(),
    jsonOption(),
  ]).action(async (given: TeamOptions) => (await copies()).copiesCommand(given, invocation))
  withOptions(team.command('hand-over').description(commands.teamHandOver), [
    passphraseOption(),
    dataDirOption(),
    jsonOption(),
  ])
    .addArgument(batchArgument())
    .action(async (batch: number, given: HandOverToTeamOptions) =>
      (await copies()).handOverToTeamCommand(batch, given, invocation),
    )
  withOptions(team.command('take-over').description(commands.teamTakeOver), [
    new Option('--connection <name>', options.takeOverConnection),
    passphraseOption(),
    new Option('--yes', options.yesTeamTakeOver),
    dataDirOption(),
    jsonOption(),
  ])
    .argument('<copy>', options.teamCopy)
    .action(async (copy: string, given: TakeOverFromTeamOptions) => {
      end(await (await copies()).takeOverFromTeamCommand(copy, given, invocation))
    })
  withOptions(team.command('withdraw').description(commands.teamWithdraw), [dataDirOption()])
    .addArgument(batchArgument())
    .action(async (batch: number, given: TeamOptions) =>
      (await copies()).withdrawCommand(batch, given, invocation),
    )
}

function addKeeping(team: Command, { invocation }: CommandDeps): void {
  const { commands, options } = helpTexts
  withOptions(team.command('keep-copies').description(commands.teamKeepCopies), [
    new Option('--connection <name>', options.teamConnection),
    new Option('--batch <number>', options.keepBatch).argParser(wholeNumberAboveZero),
    new Option('--every <minutes>', options.keepEvery).argParser(wholeNumberAboveZero),
    passphraseOption(),
    new Option('--readable', options.keepReadable),
    dataDirOption(),
    jsonOption(),
  ])
    .addArgument(new Argument('<on-or-off>', options.keepOnOff).choices(['on', 'off']))
    .action(async (what: 'on' | 'off', given: KeepCopiesOptions) =>
      (await copies()).keepCopiesCommand(what, given, invocation),
    )
}

function addShared(team: Command, { invocation, end }: CommandDeps): void {
  const { commands, options } = helpTexts
  const item = (name: string, description: string): Command =>
    team
      .command(name)
      .description(description)
      .addArgument(new Argument('<kind>', options.sharedKind).choices(sharedKinds))
      .argument('<name>', options.sharedName)
      .addOption(dataDirOption())
  team
    .command('shared')
    .description(commands.teamShared)
    .addOption(dataDirOption())
    .option('--json', options.jsonTeam)
    .action(async (given: TeamOptions) => {
      end(await (await sharing()).sharedCommand(given, invocation))
    })
  item('share', commands.teamShare).action(async (kind: string, name: string, given: TeamOptions) => {
    end(await (await sharing()).shareCommand(kind, name, given, invocation))
  })
  item('unshare', commands.teamUnshare).action(async (kind: string, name: string, given: TeamOptions) => {
    end(await (await sharing()).unshareCommand(kind, name, given, invocation))
  })
  item('resolve', commands.teamResolve)
    .addOption(new Option('--mine', options.sharedMine).conflicts('theirs'))
    .option('--theirs', options.sharedTheirs)
    .action(async (kind: string, name: string, given: ResolveOptions) => {
      end(await (await sharing()).resolveCommand(kind, name, given, invocation))
    })
}

function addAdministration(team: Command, { invocation, end }: CommandDeps): void {
  const { commands, options } = helpTexts
  team
    .command('role')
    .description(commands.teamRole)
    .argument('<address>', options.teamAddress)
    .option('--name <role>', options.roleName, 'carryover_member')
    .action(async (address: string, given: RoleOptions) =>
      (await administration()).roleCommand(address, given, invocation),
    )
  withOptions(team.command('verify').description(commands.teamVerify), [
    dataDirOption(),
    jsonOption(),
  ]).action(async (given: TeamOptions) => {
    end(await (await administration()).verifyTeamCommand(given, invocation))
  })
}
