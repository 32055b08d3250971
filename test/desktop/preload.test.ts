// Tests the preload: it gives the page exactly one object.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { builtPreload, openPage, root, startProgram } from './desktop-harness.ts'
import { runPreload } from './built-preload.ts'

const silent = { postMessage: () => undefined, invoke: async () => null, sendSync: () => null }

test('the built preload is one file that needs Electron and nothing else', () => {
  expect(runPreload(builtPreload(), silent).required).toEqual(['electron'])
})

test('the preload gives the page exactly one object, of functions only', () => {
  const before = Object.keys(globalThis)
  const { world, bridge } = runPreload(builtPreload(), silent)
  expect(Object.keys(world)).toEqual(['carryover'])
  expect(Object.values(bridge()).map((member) => typeof member)).toEqual(Array(9).fill('function'))
  expect(Object.keys(globalThis)).toEqual(before)
})

test('the object has exactly the members expected by the window', () => {
  const file = join(root, 'renderer', 'app', 'host', 'desktop-bridge.ts')
  const { program } = parseSync(file, readFileSync(file, 'utf8'), { sourceType: 'module' })
  const expected: string[] = []
  new Visitor({
    TSTypeAliasDeclaration: (node) => {
      if (node.id.name !== 'DesktopBridge' || node.typeAnnotation.type !== 'TSTypeLiteral') return
      for (const member of node.typeAnnotation.members)
        if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
          expected.push(member.key.name)
    },
  }).visit(program)
  expect(expected.length).toBeGreaterThan(0)
  expect(Object.keys(runPreload(builtPreload(), silent).bridge()).sort()).toEqual(expected.sort())
})

test('the page can send text to the engine and nothing else', async () => {
  const { fake, window } = await startProgram()
  const { bridge, client } = openPage(fake, window())
  bridge.postMessage({ id: 1, url: '/batches/list' })
  bridge.postMessage(new Uint8Array([1, 2, 3]))
  expect(await client.batches.list()).toEqual([])
})

test('a file without a path on the disk gets no access grant', async () => {
  const sent: unknown[] = []
  const { bridge } = runPreload(builtPreload(), {
    ...silent,
    sendSync: (...args) => void sent.push(args),
  })
  expect(bridge().pathOf({})).toBe('')
  expect(sent).toEqual([])
  expect(bridge().pathOf({ at: '/files/a.xlsx' })).toBe('/files/a.xlsx')
  expect(sent).toEqual([['carryover:grant', '/files/a.xlsx']])
})
