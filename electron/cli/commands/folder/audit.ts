// Declares the commands `audit verify` and `audit export`, about the audit log of a data folder.
import type { Command } from 'commander'
import type { AuditOptions } from '../../data-folder/audit.ts'
import { dataDirOption, jsonOption } from '../../options/common.ts'
import type { CommandDeps } from '../deps.ts'
import { helpTexts } from '../../texts/help.ts'

const implementation = () => import('../../data-folder/audit.ts')

export function addAuditCommand(program: Command, { invocation, end }: CommandDeps): void {
  const audit = program.command('audit').description(helpTexts.commands.audit)
  audit
    .command('verify')
    .description(helpTexts.commands.auditVerify)
    .argument('[file]', helpTexts.options.auditFile)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (file: string | undefined, options: AuditOptions) =>
      end(await (await implementation()).verifyAudit(file ?? null, options, invocation)),
    )
  audit
    .command('export')
    .description(helpTexts.commands.auditExport)
    .addOption(dataDirOption())
    .action(async (options: AuditOptions) => (await implementation()).exportAudit(options, invocation))
}
