// Tests the packaging configuration against the packager's own schema and the requirements of a
// packaged program.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
// The packager reads its configuration with this library, which is the packager's own dependency, so it is resolved
// from there.
const packager = createRequire(
  createRequire(join(root, 'package.json')).resolve('electron-builder/package.json'),
)
const yaml = z
  .object({ load: z.function({ input: [z.string()], output: z.unknown() }) })
  .parse(packager('js-yaml'))

const target = z.object({ target: z.string(), arch: z.array(z.string()) })
const parts = z.looseObject({
  appId: z.string(),
  npmRebuild: z.boolean(),
  asarUnpack: z.array(z.string()),
  files: z.array(z.string()),
  electronFuses: z.record(z.string(), z.boolean()),
  linux: z.looseObject({ target: z.array(target) }),
  mac: z.looseObject({ target: z.array(target) }),
  win: z.looseObject({ target: z.array(target) }),
})

function read(): unknown {
  return yaml.load(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))
}

function validator() {
  const schema: unknown = JSON.parse(readFileSync(packager.resolve('app-builder-lib/scheme.json'), 'utf8'))
  return new Ajv({ strict: false, allErrors: true }).compile(z.record(z.string(), z.unknown()).parse(schema))
}

describe('the packaging configuration', () => {
  test('is valid for the packager', () => {
    const validate = validator()
    const valid = validate(read())
    expect(validate.errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('would be refused with a misspelt option', () => {
    expect(validator()({ ...parts.parse(read()), npmRebuid: false })).toBe(false)
  })

  test('disables every way to run other code in the packaged program', () => {
    expect(parts.parse(read()).electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      grantFileProtocolExtraPrivileges: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
    })
  })

  test('has a SQLite binary for every target system and processor', () => {
    const { linux, mac, win } = parts.parse(read())
    const platforms = { linux, darwin: mac, win32: win }
    const wanted = Object.entries(platforms).flatMap(([platform, { target: targets }]) =>
      targets.flatMap(({ arch }) => arch.map((processor) => `${platform}-${processor}.node`)),
    )
    const there = readdirSync(join(root, 'node_modules', 'better-sqlite3', 'prebuilds'))
    expect(wanted.length).toBeGreaterThan(5)
    expect(there).toEqual(expect.arrayContaining(wanted))
  })

  test('contains one native file, unpacked, and rebuilds nothing', () => {
    const { asarUnpack, files, npmRebuild } = parts.parse(read())
    const binaries = files.filter((pattern) => pattern.includes('prebuilds'))
    expect(binaries).toEqual([
      '!node_modules/better-sqlite3/prebuilds/**',
      `node_modules/better-sqlite3/prebuilds/\${platform}-\${arch}.node`,
    ])
    expect(asarUnpack).toEqual(['node_modules/better-sqlite3/prebuilds/*.node'])
    expect(npmRebuild).toBe(false)
  })
})
