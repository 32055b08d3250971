// Tests attacks on the command line by other users of the machine, by a file or by an address: reading a key,
// disabling certificate checks, or controlling the terminal.
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { environmentOfChild, refusedEnvironment } from '../../../electron/engine/system/environment.ts'
import { oneLine, visible } from '../../../electron/cli/terminal/terminal.ts'
import { carryover, freshFolder, refusedWith, runWords, startSandbox, reported } from './command-line.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

const entry = join(import.meta.dirname, '..', '..', '..', 'electron', 'cli', 'carryover.js')

describe('a file with a secret', () => {
  it('is refused if other users can read it', async (context) => {
    if (process.platform === 'win32') context.skip('because Windows has no such modes')
    const sandbox = await startSandbox()
    const folder = freshFolder()
    const file = join(folder, 'key')
    writeFileSync(file, sandbox.apiKey, { mode: 0o600 })
    for (const [option, what] of [
      ['--api-key-file', 'key file'],
      ['--proxy-password-file', 'file'],
      ['--client-passphrase-file', 'file'],
    ] as const) {
      chmodSync(file, 0o640)
      const ended = await carryover(
        [...runWords(sandbox, folder, '--supplier', 'ACME'), option, file],
        sandbox.apiKey,
      )
      expect(reported(ended)).toEqual(
        refusedWith(3, `The ${what} ${file} can be used by others on this machine (its mode is 640)`),
      )
      expect(ended.stderr).toContain(`chmod 600 ${file}`)
    }
    chmodSync(file, 0o600)
    const taken = await carryover([
      ...runWords(sandbox, folder, '--supplier', 'ACME'),
      '--api-key-file',
      file,
      '--yes',
    ])
    expect(taken.stderr).not.toContain('can be used by others')
    expect(sandbox.ledger.entries().some(({ route }) => route === 'token')).toBe(true)
  })
})

describe('the environment', () => {
  it('is refused at the start if it turns off certificate checks', () => {
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' }
    const ended = spawnSync(process.execPath, [entry, 'batches'], { env, encoding: 'utf8' })
    expect(ended.status).toBe(3)
    expect(ended.stderr).toMatch(
      /^carryover: Carryover does not start while NODE_TLS_REJECT_UNAUTHORIZED is 0/,
    )
    expect(ended.stdout).toBe('')
  })

  test.each([
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_TLS_REJECT_UNAUTHORIZED is 0/],
    [{ NODE_OPTIONS: '--max-old-space-size=99 --tls-keylog=/tmp/x' }, /--tls-keylog/],
    [
      {
        NODE_TLS_REJECT_UNAUTHORIZED: '1',
        NODE_OPTIONS: '--max-old-space-size=99',
        NODE_EXTRA_CA_CERTS: '/x.pem',
      },
      /^$/,
    ],
  ])('%j', (env, words) => {
    expect(inEnglish(refusedEnvironment(env) ?? '')).toMatch(words)
  })

  it('of a child process holds no secret and no variable that exposes connections', () => {
    expect(
      environmentOfChild({
        PATH: '/bin',
        NODE_EXTRA_CA_CERTS: '/x.pem',
        NODE_TLS_REJECT_UNAUTHORIZED: '1',
        SSLKEYLOGFILE: '/tmp/keys',
        CARRYOVER_API_KEY: 'k',
        CARRYOVER_PROXY_PASSWORD: 'p',
        CARRYOVER_CLIENT_PASSPHRASE: 'c',
      }),
    ).toEqual({ PATH: '/bin', NODE_EXTRA_CA_CERTS: '/x.pem' })
  })
})

/** Colours, a title, a link, C1, deletion, text direction, an overwriting line, and invisible characters. */
const hostile =
  '\u001B[31m\u001B]0;title\u0007\u001B]8;;http://evil.test\u001B\\\u009B2J\u0085\u007F\u202E\u2066\u200B\u2028\rcarryover: all is well\u0000\u{E0041}'
/** Characters that a command may write when its output is not a terminal. */
const harmless =
  /^(?:(?!\p{Cc})[^\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|[\t\n])*$/u

describe('the terminal', () => {
  it('gets control characters as numbers, and other characters unchanged', () => {
    expect(visible(hostile)).toMatch(harmless)
    expect(visible('\u001B[31mred\r\u202E')).toBe('\\u001b[31mred\\u000d\\u202e')
    expect(visible('Größe 日本 עברית 👩‍👩‍👧 “quoted” …\n\tnext')).toBe(
      'Größe 日本 עברית 👩‍👩‍👧 “quoted” …\n\tnext',
    )
    expect(oneLine('one\n\ncarryover: two\r\n')).toBe('one carryover: two\\u000d ')
  })

  it('gets escaped JSON with the same value', () => {
    const value = { text: hostile, 'na\u0085me': ['\u202E'] }
    expect(visible(JSON.stringify(value))).toMatch(harmless)
    expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(value)
  })

  it('is written to by only one file of the command line', () => {
    const folder = join(import.meta.dirname, '..', '..', '..', 'electron', 'cli')
    const writers = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        name.endsWith('.ts') &&
        /(?:stdout|stderr)\.write|console\./.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(writers).toEqual([join('terminal', 'terminal.ts')])
  })

  it('gets no control characters or fake lines from headers, cells and file names', async () => {
    const folder = freshFolder()
    const file = join(folder, `a\u001B[31m\u202E\ncarryover: all is well.csv`)
    writeFileSync(file, `"Head${hostile}\nrow","Other\u001B[2J"\n"${hostile}",2\n`)
    for (const words of [
      ['suggest', file],
      ['read', file],
      ['payloads', file, '--mapping', join(folder, 'none\u001B[31m.json')],
      ['payloads', file],
    ]) {
      const ended = await carryover(words)
      expect(ended.stdout).toMatch(harmless)
      expect(ended.stderr).toMatch(harmless)
      expect(ended.stderr).not.toMatch(/^carryover: all is well/m)
    }
  })
})
