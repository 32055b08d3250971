// Tests a mapping draft that follows changes made elsewhere: it takes them in, keeps its own, and shows the source
// of each.
import { expect, it } from 'vitest'
import { type Applied, followed } from '../../../../renderer/steps/map/draft/follow-draft.ts'
import { mappingFile, type MappingInput } from '../../../../shared/mapping/file.ts'

const applied = (changes: Partial<MappingInput> = {}, more: Partial<Applied> = {}): Applied => ({
  mapping: mappingFile.parse({
    version: 1,
    key: 'No',
    columns: [
      { column: 'No', field: 'number' },
      { column: 'Born', field: 'born' },
    ],
    fixed: [{ field: 'kind', value: 'A' }],
    ...changes,
  }),
  catalogue: 'example',
  supplier: 'ACME',
  connection: 1,
  ...more,
})
const follow = (own: Applied, from: Applied, now: Applied | null) => followed({ ...own, from }, now)
const fixedB = {
  fixed: [
    { field: 'kind', value: 'A' },
    { field: 'country', value: 'GB' },
  ],
}
const ignored = {
  columns: [
    { column: 'Born', ignore: true as const },
    { column: 'No', field: 'number' },
  ],
}

it('is unchanged while the batch is unchanged, in whatever order its properties are listed', () => {
  const { catalogue, ...rest } = applied()
  expect(follow(applied(ignored), applied(), { ...rest, catalogue })).toBeNull()
  expect(follow(applied(), applied(), null)).toBeNull()
})

it('takes the values of the batch if it has no changes of its own', () => {
  expect(follow(applied(), applied(), applied(fixedB))).toEqual({
    draft: { ...applied(fixedB), from: applied(fixedB) },
    own: false,
  })
})

it('has no own changes left once the batch has saved them', () => {
  const own = applied(ignored, { supplier: 'BOLT' })
  expect(follow(own, applied(), own)).toEqual({ draft: { ...own, from: own }, own: false })
})

it('keeps its own changes beside outside ones, and its own if both changed the same thing', () => {
  const own = applied({ ...ignored, fixed: [{ field: 'kind', value: 'B' }] }, { supplier: 'BOLT' })
  const now = applied(
    {
      columns: [
        { column: 'No', field: 'account' },
        { column: 'Born', field: 'born' },
      ],
      fixed: [
        { field: 'kind', value: 'C' },
        { field: 'country', value: 'GB' },
      ],
    },
    { connection: 2 },
  )
  const next = follow(own, applied(), now)
  expect(next?.own).toBe(true)
  expect(next?.draft).toMatchObject({ supplier: 'BOLT', connection: 2, from: now })
  expect(next?.draft.mapping.columns).toEqual([
    { column: 'Born', ignore: true },
    { column: 'No', field: 'account' },
  ])
  expect(next?.draft.mapping.fixed).toEqual([
    { field: 'kind', value: 'B' },
    { field: 'country', value: 'GB' },
  ])
})

it('omits an item removed on either side', () => {
  const own = applied({ columns: [{ column: 'No', field: 'number' }] })
  const next = follow(own, applied(), applied({ fixed: [] }))
  expect(next?.draft.mapping.columns).toEqual([{ column: 'No', field: 'number' }])
  expect(next?.draft.mapping.fixed).toEqual([])
})
