// Tests headers of two rows: group titles above column names are joined to them where the names alone would not tell
// the columns apart, and title lines above a table are left alone.
import { describe, expect, it } from 'vitest'
import { joinedHeaders } from '../../../electron/engine/import/sheet/header/header-groups.ts'

const header = ['Account No', 'Street', 'Town', 'Street', 'Town', 'Balance']

describe('a header of two rows', () => {
  it('gives the columns below a title the title before their name', () => {
    expect(joinedHeaders(['', 'Supply address', '', 'Billing address'], header)).toEqual([
      'Account No',
      'Supply address / Street',
      'Supply address / Town',
      'Billing address / Street',
      'Billing address / Town',
      'Balance',
    ])
  })

  it.each([
    ['no row above', undefined],
    ['a title line', ['Northwind extract']],
    ['a line with a date', ['Made on', '2026-03-04']],
    ['titles that all stand above different names', ['', 'Supply', '', '', '', 'Money']],
  ])('is left as it is with %s', (_, upper) => {
    const names =
      _ === 'titles that all stand above different names' ? ['No', 'A', 'B', 'C', 'D', 'E'] : header
    expect(joinedHeaders(upper, names)).toEqual(names)
  })
})
