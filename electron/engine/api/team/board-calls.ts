// API calls of the team's board: reading it, and the target of the whole migration.
import { basename } from 'node:path'
import type { TargetLoadEvent } from '../../../../shared/contract/team/board.ts'
import { identityFields, identityTemplate } from '../../../../shared/payload/identity.ts'
import { serviceAt } from '../../../../shared/sending/connection.ts'
import { supplierField } from '../../../../shared/sending/service.ts'
import { message } from '../../../../shared/texts/message.ts'
import { previewSheets } from '../../import/loading.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { findKeyColumns, type KeyColumns } from '../../team/board/key-columns.ts'
import { keysOfFile, type KeyPiece, loadTarget, type TargetLoad } from '../../team/board/load-target.ts'
import { readBoard } from '../../team/board/read-board.ts'
import { dropTargetKeys, removeTarget } from '../../team/board/targets.ts'
import { desktopOf } from '../../team/settings.ts'
import { type CallContext, connectionOf, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { known, opened, readable } from './opened-team.ts'

type Input = Inputs['team']['loadTarget']

export function boardCalls(context: CallContext) {
  const calls = os.team
  return {
    board: calls.board.handler(async ({ errors }) => {
      const desktop = desktopOf(context.store.settings)
      return known(await readBoard(readable(context, errors), desktop, context.clock.now()), errors)
    }),
    loadTarget: calls.loadTarget.handler(async function* ({ input, errors, signal }) {
      yield* load(context, input, errors, signal ?? new AbortController().signal)
    }),
    removeTarget: calls.removeTarget.handler(async ({ input, errors }) => {
      const { database, session } = opened(context, errors)
      known(await removeTarget(database, session.desktop, input.target), errors)
      known(await dropTargetKeys(database), errors)
    }),
  }
}

async function* load(
  context: CallContext,
  input: Input,
  errors: Refuse,
  signal: AbortSignal,
): AsyncGenerator<TargetLoadEvent> {
  const { database, session, team } = opened(context, errors)
  const { settings } = connectionOf(context, input.connection, errors)
  const { source, supplier } = input
  const fields = identityFields(identityTemplate(settings.statusPath))
  const columns = unwrap(await columnsOf(context, input, fields, settings.catalogue), errors)
  const target: TargetLoad = {
    database,
    team,
    desktop: session.desktop,
    service: serviceAt(settings.baseUrl),
    supplier,
    name: 'path' in source ? (source.name ?? basename(source.path)).slice(0, 400) : '',
    column: columns.column,
  }
  const keys =
    'path' in source ? keysOfFile(context.reader, source.path, columns, signal) : pasted(source.keys, columns)
  for await (const event of loadTarget(target, keys)) {
    if (event.kind === 'refused') unwrap({ ok: false, failure: event.failure }, errors)
    else yield event
  }
}

async function columnsOf(
  { reader, catalogues }: CallContext,
  { source, supplier, column }: Input,
  fields: readonly string[],
  catalogue: string | null,
): Promise<Result<KeyColumns>> {
  if (fields.length === 0) return failed('input', 'target_no_identity', message('team.target_no_identity'))
  if ('keys' in source) return columnsOfPasted(fields, supplier)
  const sheets = await previewSheets(reader, [{ path: source.path, options: {} }])
  if (!sheets.ok) return sheets
  const chosen = await catalogues.choose({ id: catalogue ?? 'example' })
  if (!chosen.ok) return chosen
  return findKeyColumns(sheets.value, {
    fields,
    supplier,
    column: column ?? null,
    catalogue: chosen.value.catalogue,
  })
}

/** Each pasted key is the one part that is not the supplier. */
function columnsOfPasted(fields: readonly string[], supplier: string): Result<KeyColumns> {
  const parts = fields.map((field) => (field === supplierField && supplier !== '' ? supplier : 0))
  return parts.filter((part) => part === 0).length === 1
    ? success({ sheet: '', parts, column: null })
    : failed('input', 'target_no_supplier', message('team.target_no_supplier'))
}

async function* pasted(keys: readonly string[], { parts }: KeyColumns): AsyncGenerator<KeyPiece> {
  const identityOf = (key: string): string =>
    JSON.stringify(parts.map((part) => (typeof part === 'string' ? part : key)))
  yield { identities: keys.map(identityOf), bytes: 0, bytesTotal: 0 }
}
