// Tests the list of Carryover's components: every locked package is in it and has an integrity hash.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'carryover-materials-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      /** The install path, if it differs from the name. */
      name: z.string().optional(),
      version: z.string(),
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
})
const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const locked = Object.entries(packages).filter(([path]) => path !== '')
const nameOf = (path: string, alias: string | undefined): string =>
  alias ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every locked package has its integrity, except optional ones of other systems missing in a registry', () => {
  for (const [path, { integrity, optional, os, cpu }] of locked)
    if (integrity === undefined)
      expect([path, optional === true && (os ?? cpu) !== undefined]).toEqual([path, true])
    else expect([path, /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)]).toEqual([path, true])
})

test('the bill of materials and the list of licences contain every locked package', () => {
  const made = spawnSync(process.execPath, [join(root, '.scripts', 'bill-of-materials.js'), folder], {
    encoding: 'utf8',
  })
  expect(made).toMatchObject({ status: 0 })
  // For an alias, npm puts the alias into `name`; the package's original name is here.
  const component = z.object({ 'bom-ref': z.string() })
  const sbom = z
    .object({ bomFormat: z.literal('CycloneDX'), components: z.array(component) })
    .parse(JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')))
  const listed = new Set(sbom.components.map((listedAs) => listedAs['bom-ref']))
  const licences = readFileSync(join(folder, 'licences.csv'), 'utf8')
  for (const [path, { name: alias, version }] of locked) {
    const name = nameOf(path, alias)
    expect([path, listed.has(`${name}@${version}`)]).toEqual([path, true])
    expect([path, licences.includes(`"${name}","${version}",`)]).toEqual([path, true])
  }
})
