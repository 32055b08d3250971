// Lens of one cell: its value in the account's payload, its conversion, and the latest validation of it. Everything
// is read from the stored payloads and the origins that were built with them.
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { generalPath, readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import type { cellLens } from '../../../shared/contract/accounts.ts'
import { fedColumns } from '../../../shared/mapping/fed-columns.ts'
import { omissionsOfCell, pathsOfCell } from '../../../shared/payload/lens.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import { type ValidatedPass, revealedBy } from '../../../shared/fixing/passes.ts'
import type { CellRef } from '../../../shared/sheet/sheet.ts'
import type { AccountView } from '../../../shared/contract/views.ts'
import type { Pass } from '../store/accounts/account-history.ts'
import type { Account } from '../store/accounts/account-row.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import { message, type Message, type Said } from '../../../shared/texts/message.ts'

export type CellLens = z.infer<typeof cellLens>

/** A cell by its sheet's position, row number and zero-based column; null if there is no such cell. */
export function lensOf(
  store: Store,
  batch: StoredBatch,
  account: Account,
  at: { readonly sheet: number; readonly row: number; readonly column: number },
): CellLens | null {
  const sheet = store.rows.sheets(batch.id).find((one) => one.position === at.sheet)
  const column = sheet?.info.columns.find((one) => one.index === at.column)
  const row = store.rows.row(batch.id, at.sheet, at.row)
  if (sheet === undefined || column === undefined || row === null || account.payload_id === null) return null
  const cell: CellRef = { sheet: sheet.info.name, row: at.row, column: column.name }
  const now = payloadOf(store, account.payload_id)
  const titleOf = titlesOf(batch)
  const paths = pathsOfCell(cell, now)
  const omitted = omissionsOfCell(cell, now)
  const fed = batch.mapped === null ? [] : feeding(batch.mapped.mapping, cell)
  const feeds = paths.length > 0 || omitted.length > 0
  return {
    text: row.cells[at.column] ?? '',
    filledFrom: row.kept?.[at.column]?.filled?.row ?? null,
    paths: paths.map((path) => ({ ...path, with: [...path.with], title: titleOf(path.attr) })),
    conversion: fed[0]?.conversion ?? null,
    omitted: omitted.map(({ path, payloadPath, reason, message }) => ({
      path: payloadPath ?? path,
      title: titleOf(payloadPath ?? path),
      reason,
      message,
    })),
    unused: feeds ? null : whyUnused(cell, fed, now, batch.mapped?.mapping ?? null),
    local: account.dirty === null ? { at: store.history.checkedAt(account.payload_id) } : null,
    service: serviceOf(store, account, cell, paths),
    problems: store.history
      .problems(account.id)
      .flatMap(({ place, source, attr, code, message, stale, overruling }) => {
        const cells = place.kind === 'cell' ? [place.cell] : place.kind === 'section' ? place.cells : []
        const here = cells.some(
          (one) => one.sheet === cell.sheet && one.row === cell.row && one.column === cell.column,
        )
        return here ? [{ source, attr, code, message, stale, overruling }] : []
      }),
  }
}

/** The latest pass with the one before it; null until there are two that can be compared. */
export function latestPassOf(store: Store, account: number): AccountView['latestPass'] {
  const [latest, before] = store.history.latestPasses(account)
  const now = validatedPass(store, latest)
  const then = validatedPass(store, before)
  return now === null || then === null
    ? null
    : { problems: now.named.length, revealed: revealedBy(now, then) }
}

/** Null for a validation whose problems were not stored. */
function validatedPass(store: Store, pass: Pass | undefined): ValidatedPass | null {
  if (pass === undefined || pass.named === null) return null
  return { payload: payloadOf(store, pass.payload).payload, named: pass.named }
}

function payloadOf(store: Store, id: number) {
  const { body, origins, omitted } = store.accounts.payload(id)
  return { payload: JSON.parse(body.toString('utf8')) as unknown, origins, omitted }
}

function serviceOf(
  store: Store,
  account: Account,
  cell: CellRef,
  paths: ReturnType<typeof pathsOfCell>,
): CellLens['service'] {
  const [latest] = store.history.latestPasses(account.id)
  if (latest === undefined) return null
  const about = pathsOfCell(cell, payloadOf(store, latest.payload)).map(({ value }) => value)
  return {
    at: latest.at,
    pass: store.history.passes(account.id),
    verdict: latest.verdict,
    current: latest.payload === account.payload_id,
    sameHere: isDeepStrictEqual(
      about,
      paths.map(({ value }) => value),
    ),
    about,
  }
}

/** The fields that the mapping assigns to a column. */
function feeding(mapping: Mapping, cell: CellRef): ReturnType<typeof fedColumns> {
  return fedColumns(mapping, mapping.sheet ?? cell.sheet).filter(
    (one) => one.sheet === cell.sheet && one.column === cell.column,
  )
}

function whyUnused(
  cell: CellRef,
  fed: ReturnType<typeof fedColumns>,
  { origins }: ReturnType<typeof payloadOf>,
  mapping: Mapping | null,
): Message {
  const field = fed[0]?.field
  if (field !== undefined) {
    const other = Object.values(origins).find(
      (origin) => !('fixed' in origin) && origin.sheet === cell.sheet && origin.column === cell.column,
    )
    return other === undefined || 'fixed' in other
      ? message('accounts.feeds_elsewhere', { field })
      : message('accounts.taken_from_row', { field, row: other.row })
  }
  if (mapping?.key === cell.column) return message('accounts.names_the_account')
  return message('accounts.feeds_nothing')
}

function titlesOf(batch: StoredBatch): (path: string) => Said {
  const read = batch.mapped === null ? null : readCatalogue(batch.mapped.catalogue)
  if (read === null || !read.ok) return (path) => path
  return (path) => read.catalogue.fieldAt(generalPath(path))?.label ?? path
}
