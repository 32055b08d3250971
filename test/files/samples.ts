// The samples that are committed: small, one of each shape. Run this file to write them again; a test fails when they
// no longer are what the generator writes.
import { join } from 'node:path'
import { generateAccounts, type Sample, type SampleOptions } from './generate.ts'

export const samplesFolder = join(import.meta.dirname, 'samples')

export const committedSamples = [
  { name: 'wide-50', shape: 'wide', format: 'csv', count: 50, damage: 0.1, seed: 50 },
  { name: 'linked-500', shape: 'linked', format: 'xlsx', count: 500, damage: 0.1, seed: 500 },
  { name: 'grouped-60', shape: 'grouped', format: 'xlsx', count: 60, damage: 0.1, seed: 60 },
] as const satisfies readonly (Omit<SampleOptions, 'folder'> & { readonly name: string })[]

export async function writeSamples(folder: string): Promise<Sample[]> {
  const written: Sample[] = []
  for (const options of committedSamples) written.push(await generateAccounts({ ...options, folder }))
  return written
}

if (import.meta.main) {
  for (const sample of await writeSamples(samplesFolder)) process.stdout.write(`${sample.file}\n`)
}
