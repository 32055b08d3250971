// Tests the program's IPC: it accepts messages only from the main frame of our own window at our exact origin, and
// only arguments of the declared shape.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { channels } from '../../electron/desktop/page/channels.ts'
import { FakeContents, fakeIpcRenderer, type Frame, frameAt } from './fake-electron.ts'
import { openPage, type Program, startProgram } from './desktop-harness.ts'

const ours = 'app://carryover/'

/** The sender of a message: its contents and frame. */
const strangers: readonly [string, (program: Program) => { contents: FakeContents; frame: Frame | null }][] =
  [
    ['another window', () => stranger(new FakeContents())],
    [
      'another window whose frame has our frame’s numbers',
      ({ window }) => {
        const other = new FakeContents()
        Object.assign(other.mainFrame, window().webContents.mainFrame)
        return stranger(other)
      },
    ],
    [
      'a frame inside our page that has the main frame’s numbers',
      ({ window }) => {
        const { mainFrame } = window().webContents
        return { contents: window().webContents, frame: { ...mainFrame, parent: mainFrame } }
      },
    ],
    ['a frame that is gone', ({ window }) => ({ contents: window().webContents, frame: null })],
    ['a frame inside our page', ({ window }) => child(window().webContents, ours)],
    ['a foreign frame inside our page', ({ window }) => child(window().webContents, 'https://example.com/')],
    [
      'a frame of ours that is not the main one',
      ({ window }) => ({ contents: window().webContents, frame: frameAt(ours) }),
    ],
    [
      'our window at another origin',
      ({ window }) => moved(window().webContents, 'https://example.com/', 'https://example.com'),
    ],
    [
      'our window at an origin that begins like ours',
      ({ window }) => moved(window().webContents, 'app://carryover.example/', 'app://carryover.example'),
    ],
    [
      'our window at another page of our origin',
      ({ window }) => moved(window().webContents, 'app://carryover/other.html', 'app://carryover'),
    ],
    ['our window with an opaque origin', ({ window }) => moved(window().webContents, ours, 'null')],
  ]

function stranger(contents: FakeContents) {
  return { contents, frame: contents.mainFrame }
}
function child(contents: FakeContents, url: string) {
  return {
    contents,
    frame: frameAt(
      url,
      contents.mainFrame,
      new URL(url).protocol === 'app:' ? 'app://carryover' : new URL(url).origin,
    ),
  }
}
function moved(contents: FakeContents, url: string, origin: string) {
  Object.assign(contents.mainFrame, { url, origin })
  return stranger(contents)
}

/** Whether the port was accepted: then it stays open, otherwise it is closed at once. */
async function isTaken(give: (port: MessagePort) => void): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const closed = new Promise<false>((resolve) => port1.once('close', () => resolve(false)))
  const answered = new Promise<true>((resolve) => port1.once('message', () => resolve(true)))
  give(port2)
  // The engine ignores invalid messages, so the test sends a real call.
  port1.postMessage(JSON.stringify({ i: '1', p: { u: '/batches/list', b: { json: {} } } }))
  const taken = await Promise.race([closed, answered])
  port1.close()
  return taken
}

describe('a message is refused from', () => {
  test.each(strangers)('%s', async (_who, whoOf) => {
    const program = await startProgram()
    const { contents, frame } = whoOf(program)
    program.fake.answers.paths.push('/files/a.xlsx', '/files')
    const ipc = fakeIpcRenderer(program.fake, contents, frame)
    await expect(ipc.invoke(channels.pickFile, 'spreadsheet')).rejects.toThrow('Refused.')
    await expect(ipc.invoke(channels.pickFiles, 'spreadsheet')).rejects.toThrow('Refused.')
    await expect(ipc.invoke(channels.pickFolder)).rejects.toThrow('Refused.')
    await expect(ipc.invoke(channels.showFile, program.folder)).rejects.toThrow('Refused.')
    await expect(ipc.invoke(channels.language, 'de')).rejects.toThrow('Refused.')
    expect(ipc.sendSync(channels.grant, '/files/a.xlsx')).toBe(false)
    expect(await isTaken((port) => ipc.postMessage(channels.engine, null, [port]))).toBe(false)
    // No dialog was opened and nothing shown.
    expect(program.fake.answers.paths).toHaveLength(2)
    expect(program.fake.shown).toEqual([])
  })
})

test('messages of our own page are accepted at every step of the window', async () => {
  const { fake, window } = await startProgram()
  window().webContents.mainFrame.url = 'app://carryover/#/batch/1/fix'
  const ipc = fakeIpcRenderer(fake, window().webContents)
  fake.answers.paths.push('/files/a.xlsx')
  expect(await ipc.invoke(channels.pickFile, 'spreadsheet')).toBe('/files/a.xlsx')
  expect(ipc.sendSync(channels.grant, '/files/b.xlsx')).toBe(true)
  expect(await isTaken((port) => ipc.postMessage(channels.engine, null, [port]))).toBe(true)
})

describe('arguments of the wrong shape are refused', () => {
  test.each([
    ['pick a file', channels.pickFile, []],
    ['pick a file', channels.pickFile, ['executable']],
    ['pick a file', channels.pickFile, [{ toString: 'spreadsheet' }]],
    ['pick a file', channels.pickFile, ['spreadsheet', 'more']],
    ['pick files', channels.pickFiles, ['executable']],
    ['pick a folder', channels.pickFolder, ['/etc']],
    ['show a file', channels.showFile, []],
    ['show a file', channels.showFile, ['']],
    ['show a file', channels.showFile, [7]],
    ['show a file', channels.showFile, [['/tmp/a']]],
    ['show a file', channels.showFile, [`/${'a'.repeat(40_000)}`]],
  ])('%s %s %j', async (_what, channel, args) => {
    const { fake, window } = await startProgram()
    fake.answers.paths.push('/files/a.xlsx')
    await expect(fakeIpcRenderer(fake, window().webContents).invoke(channel, ...args)).rejects.toThrow(
      'Refused.',
    )
    expect(fake.answers.paths).toHaveLength(1)
  })

  test('requests for access grants', async () => {
    const { fake, window } = await startProgram()
    const ipc = fakeIpcRenderer(fake, window().webContents)
    for (const args of [[], [''], [null], ['/a', '/b'], [{ path: '/a' }]])
      expect(ipc.sendSync(channels.grant, ...args)).toBe(false)
  })

  test('the engine’s port with a message, or two ports', async () => {
    const { fake, window } = await startProgram()
    const ipc = fakeIpcRenderer(fake, window().webContents)
    const other = new MessageChannel()
    expect(await isTaken((port) => ipc.postMessage(channels.engine, { hello: 1 }, [port]))).toBe(false)
    expect(await isTaken((port) => ipc.postMessage(channels.engine, null, [port, other.port1]))).toBe(false)
    ipc.postMessage(channels.engine, null)
    other.port2.close()
  })
})

test('messages of a closed window are ignored', async () => {
  const program = await startProgram({ platform: 'darwin' })
  const { contents } = { contents: program.window().webContents }
  program.window().close()
  expect(program.window().isDestroyed()).toBe(true)
  const ipc = fakeIpcRenderer(program.fake, contents)
  await expect(ipc.invoke(channels.pickFolder)).rejects.toThrow('Refused.')
})

test('messages on other channels are ignored', async () => {
  const { fake } = await startProgram()
  const heard = [...fake.ipcMain.eventNames(), ...fake.ipcMain.handlers.keys()].map(String)
  expect(heard.sort()).toEqual(Object.values(channels).sort())
})

test('a reloaded page gets a new port, and the old one is closed', async () => {
  const { fake, window } = await startProgram()
  const first = openPage(fake, window())
  expect(await first.client.batches.list()).toEqual([])
  const second = openPage(fake, window())
  await first.closed
  expect(await second.client.batches.list()).toEqual([])
})
