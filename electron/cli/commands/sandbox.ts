// Command `sandbox`: runs our own data-import service on this machine, for practice and tests, until it is
// interrupted.
import type { Command } from 'commander'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { print } from '../terminal/terminal.ts'
import { portNumber, positiveNumber, wholeNumber } from '../options/numbers.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'
import { dataTexts } from '../texts/data.ts'

type SandboxOptions = {
  readonly port?: number
  readonly data?: string
  readonly catalogue?: string
  readonly speed?: number | 'instant'
  readonly supplier?: readonly string[]
  readonly operator?: true
  readonly seed?: number
  readonly ledger?: string
}

export function addSandboxCommand(program: Command, { invocation }: CommandDeps): void {
  program
    .command('sandbox')
    .description(helpTexts.commands.sandbox)
    .option('--port <n>', helpTexts.options.sandboxPort, portNumber)
    .option('--data <file>', helpTexts.options.sandboxData)
    .option('--catalogue <file>', helpTexts.options.sandboxCatalogue)
    .option('--speed <x>', helpTexts.options.sandboxSpeed, (text) =>
      text === 'instant' ? text : positiveNumber(text),
    )
    .option(
      '--supplier <code=status>',
      helpTexts.options.sandboxSupplier,
      (text, all: string[] | undefined) => [...(all ?? []), text],
    )
    .option('--operator', helpTexts.options.sandboxOperator)
    .option('--seed <n>', helpTexts.options.sandboxSeed, wholeNumber)
    .option('--ledger <file>', helpTexts.options.sandboxLedger)
    .action((options: SandboxOptions) => runSandbox(options, invocation))
}

const kinds = {
  ongoing: { status: 'ongoing', dryRun: false },
  paused: { status: 'paused', dryRun: false },
  complete: { status: 'complete', dryRun: false },
  'dry-run': { status: 'ongoing', dryRun: true },
} as const

function supplierFrom(text: string): {
  code: string
  status: 'ongoing' | 'paused' | 'complete'
  dryRun: boolean
} {
  const at = text.lastIndexOf('=')
  const code = at < 0 ? text : text.slice(0, at)
  // The service's own spelling is accepted too.
  const kind =
    at < 0
      ? 'ongoing'
      : text
          .slice(at + 1)
          .toLowerCase()
          .replace('_', '-')
  if (code.trim() === '' || !Object.hasOwn(kinds, kind)) {
    refuse(dataTexts.files.sandboxSupplier({ text }))
  }
  return { code, ...kinds[kind as keyof typeof kinds] }
}

async function runSandbox(options: SandboxOptions, invocation: Invocation): Promise<void> {
  // Loaded on use, so that help and errors of other commands appear at once.
  const { createSandbox } = await import('../../sandbox/sandbox.ts')
  const catalogue = options.catalogue === undefined ? undefined : await readCatalogueFile(options.catalogue)
  const suppliers = (options.supplier ?? []).map(supplierFrom)
  const sandbox = await createSandbox({
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.data === undefined ? {} : { storage: resolve(options.data) }),
    ...(catalogue === undefined ? {} : { catalogue }),
    ...(options.speed === undefined ? {} : { speed: options.speed }),
    ...(suppliers.length === 0 ? {} : { suppliers }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(options.ledger === undefined ? {} : { ledgerFile: resolve(options.ledger) }),
    operator: options.operator ?? false,
  }).catch((error: Error) => refuse(error.message))
  const { baseUrl, tokenUrl, apiKey, operatorUrl } = sandbox
  await print(invocation, `${JSON.stringify({ ready: true, baseUrl, tokenUrl, apiKey, operatorUrl })}\n`)
  const { signal } = invocation
  await new Promise<void>((resolveWait) => {
    if (signal.aborted) resolveWait()
    else signal.addEventListener('abort', () => resolveWait(), { once: true })
  })
  await sandbox.close()
}

async function readCatalogueFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown
  } catch (error) {
    return refuse(
      dataTexts.files.catalogueNotUsable({
        file,
        why: error instanceof Error ? error.message : String(error),
      }),
    )
  }
}
