// Tests that every connection setting can be given on the command line, and nothing else.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesFrom, settingOptions, settingsFrom } from '../../electron/cli/options/settings.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { settingsOfRun } from '../../shared/sending/connection-changes.ts'

/** The object inside defaults and prefaults; null for a value. */
function objectIn(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable)
    return objectIn(schema.unwrap())
  return null
}

function pathsOf(schema: z.ZodObject, before = ''): string[] {
  return Object.entries(schema.shape).flatMap(([name, inner]) => {
    const object = objectIn(inner)
    return object === null ? [`${before}${name}`] : pathsOf(object, `${before}${name}.`)
  })
}

const said = (...words: readonly [string, string][]): Record<string, unknown> => {
  const given: Record<string, unknown> = {}
  for (const [long, text] of words) {
    const option = settingOptions.find((one) => one.option.long === long)?.option
    if (option === undefined) throw new Error(`no option ${long}`)
    const name = option.attributeName()
    given[name] = option.parseArg === undefined ? text : option.parseArg(text, given[name])
  }
  return given
}

describe('the options of settings', () => {
  it('cover every setting and nothing else', () => {
    const given = new Set(settingOptions.flatMap(({ paths }) => paths))
    expect([...given].toSorted()).toEqual(pathsOf(connectionSettings).toSorted())
  })

  it('have unique names and a description each', () => {
    const names = settingOptions.map(({ option }) => option.long)
    expect(new Set(names).size).toBe(names.length)
    for (const { option } of settingOptions) expect(option.description.length).toBeGreaterThan(5)
  })

  const usual = connectionSettings.parse({
    baseUrl: 'https://a.example',
    tokenUrl: 'https://a.example/v1/graphql/',
  })
  const reported = settingOptions.flatMap(({ option }) => {
    const text =
      /\(default: ([^)]+)\)/.exec(option.description)?.[1] ??
      /"(\w+)" \(default\)/.exec(option.description)?.[1]
    return text === undefined || text.startsWith('the ') ? [] : [[option.long ?? '', text] as const]
  })

  it.each(reported)('%s has the default shown in its help: %s', (long, text) => {
    expect(settingsFrom(usual, said([long, text]))).toEqual(usual)
  })

  const before = connectionSettings.parse({
    baseUrl: 'https://a.example',
    tokenUrl: 'https://a.example/v1/graphql/',
    suppliers: [{ code: 'ACME', note: 'Sends a letter.' }],
    limits: { rate: 5 },
  })

  it('change only the settings that they name', () => {
    const given = said(
      ['--header-template', 'Bearer {token}'],
      ['--token-answer', 'login'],
      ['--token-field', 'jwt'],
      ['--token-key-field', 'apiKey'],
      ['--attr-prefix', 'payload'],
      ['--phone-country', 'none'],
      ['--status-path', 'none'],
      ['--supplier-note', 'BOLT=Nothing.'],
      ['--rate', 'none'],
      ['--timeout', '1.5'],
      ['--poll', '400'],
      ['--stuck-pending', '2d'],
      ['--adaptive', 'off'],
    )
    expect(settingsFrom(before, given)).toEqual({
      ...before,
      headerTemplate: 'Bearer {token}',
      tokenAnswer: 'login',
      tokenField: 'jwt',
      tokenKeyField: 'apiKey',
      attrPrefix: 'payload',
      phoneRegion: null,
      statusPath: null,
      suppliers: [...before.suppliers, { code: 'BOLT', note: 'Nothing.' }],
      limits: {
        ...before.limits,
        rate: null,
        validateTimeoutMs: 1500,
        createTimeoutMs: 1500,
        pollFirstMs: 400_000,
        pollLongestMs: 400_000,
        adaptive: false,
        stuckAfterMs: { ...before.limits.stuckAfterMs, pending: 2 * 86_400_000 },
      },
    })
  })

  it('also change the token address if it was the default', () => {
    expect(settingsFrom(before, said(['--base-url', 'https://b.example'])).tokenUrl).toBe(
      'https://b.example/v1/graphql/',
    )
    const own = { ...before, tokenUrl: 'https://login.example/' }
    expect(settingsFrom(own, said(['--base-url', 'https://b.example'])).tokenUrl).toBe(
      'https://login.example/',
    )
  })

  it('replace the kind and the address of a proxy together', () => {
    const proxied = settingsFrom(
      before,
      said(['--proxy', 'http://proxy.example:8080'], ['--proxy-user', 'ann']),
    )
    expect(proxied.network).toEqual({
      ...before.network,
      proxy: 'manual',
      proxyUrl: 'http://proxy.example:8080',
      proxyUser: 'ann',
    })
    expect(settingsFrom(proxied, said(['--proxy', 'none'])).network).toMatchObject({
      proxy: 'none',
      proxyUrl: null,
    })
    expect(settingsFrom(before, said(['--proxy', 'pac:http://wpad.example/x.pac'])).network).toMatchObject({
      proxy: 'pac',
      pacUrl: 'http://wpad.example/x.pac',
    })
  })

  it('are named in the error for an invalid value', () => {
    expect(() => settingsFrom(before, said(['--header-template', 'Token']))).toThrow(/^--header-template: /)
    expect(() => settingsFrom(before, said(['--phone-country', 'GBR']))).toThrow(/^--phone-country: /)
    expect(() => settingsFrom(before, said(['--proxy', 'pac:wpad']))).toThrow(
      /^--proxy: must be an http or https address without user name[^\n]*$/,
    )
  })

  it('of a run do not change the address, the environment or the catalogue', () => {
    const changes = {
      ...changesFrom(said(['--rate', '9'])),
      baseUrl: 'https://b.example',
      environment: 'test',
      catalogue: '1',
    }
    expect(settingsOfRun(before, changes)).toEqual({ ...before, limits: { ...before.limits, rate: 9 } })
    expect(settingsOfRun(before, { 'limits.rate': -1 })).toBeNull()
  })
})
