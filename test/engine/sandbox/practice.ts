// Shared setup of the sandbox's tests: a running sandbox with a clock that only the test moves, a sign-in, and calls
// over real HTTP. Everything is closed after each test.
import { Agent, request, type Dispatcher } from 'undici'
import { afterEach } from 'vitest'
import { z } from 'zod'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { paths, statusRecord, tokenReply, validationErrorReply } from '../../../shared/sending/service.ts'

export type Reply = {
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  readonly text: string
  /** Throws when the body is not JSON. */
  readonly json: () => unknown
}

export type Practice = Awaited<ReturnType<typeof practise>>

const open = new Set<() => Promise<void>>()

afterEach(async () => {
  const all = [...open]
  open.clear()
  for (const close of all) await close()
})

export const tokenDocument =
  'mutation ObtainPlatformToken($input: ObtainPlatformTokenInput!) { obtainPlatformToken(input: $input) { token payload refreshToken refreshExpiresIn } }'

/** 2026-03-04T09:30:00.123Z, where every test's clock starts. */
export const start = Date.UTC(2026, 2, 4, 9, 30, 0, 123)

export async function practise(options: SandboxOptions = {}) {
  const sandbox: Sandbox = await createSandbox({ now: () => start, ...options })
  const agent = new Agent()
  const close = async (): Promise<void> => {
    open.delete(close)
    await agent.destroy()
    await sandbox.close()
  }
  open.add(close)

  async function send(method: Dispatcher.HttpMethod, path: string, sent: Sent = {}): Promise<Reply> {
    const { body, headers } = sent
    const url = path.startsWith('http') ? path : `${sandbox.baseUrl}${path}`
    const reply = await request(url, {
      method,
      dispatcher: agent,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(sent.signal === undefined ? {} : { signal: sent.signal }),
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    const text = await reply.body.text()
    return { status: reply.statusCode, headers: reply.headers, text, json: () => JSON.parse(text) as unknown }
  }

  const signIn = async (input: unknown = { APIKey: sandbox.apiKey }): Promise<Reply> =>
    send('POST', paths.token, { body: { query: tokenDocument, variables: { input } } })
  const tokenFrom = (reply: Reply): string =>
    tokenReply.parse(reply.json()).data?.obtainPlatformToken?.token ?? ''

  let token = tokenFrom(await signIn())
  const authorization = (): Record<string, string> => ({ authorization: `Token ${token}` })
  const call = async (method: Dispatcher.HttpMethod, path: string, sent: Sent = {}): Promise<Reply> =>
    send(method, path, { ...sent, headers: { ...authorization(), ...sent.headers } })

  return {
    sandbox,
    send,
    call,
    signIn,
    close,
    token: (): string => token,
    signInAgain: async (): Promise<void> => {
      token = tokenFrom(await signIn())
    },
    validate: async (body: unknown): Promise<Reply> => call('POST', paths.validate, { body }),
    create: async (body: unknown): Promise<Reply> => call('POST', paths.create, { body }),
    status: async (account: string, supplier = 'ACME'): Promise<Reply> =>
      call('GET', statusPath(supplier, account)),
  }
}

export type Sent = {
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

export function statusPath(supplier: string, account: string): string {
  return `${paths.create}${encodeURIComponent(supplier)}/${encodeURIComponent(account)}/`
}

/** A valid account; `changes` are applied on top. */
export function account(number: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    import_supplier: 'ACME',
    external_account_number: number,
    account_type: 'DOMESTIC',
    billing_address: { country: 'GB', street_address: '1 Nowhere Street', postal_code: 'ZZ1 1ZZ' },
    customers: [{ given_name: 'Ina', family_name: 'Sample', landline: '020 7946 0123' }],
    ...changes,
  }
}

/** `attr code` of each error, in the order given. */
export function errorsOf(reply: Reply): string[] {
  return validationErrorReply
    .parse(reply.json())
    .errors.map(({ attr, code }) => `${attr ?? ''} ${code ?? ''}`)
}

export function recordOf(reply: Reply) {
  return statusRecord.parse(reply.json())
}

export function codeOf(reply: Reply): unknown {
  return z.looseObject({ code: z.unknown() }).parse(reply.json()).code
}

/** The error code of a failed connection: `ECONNRESET`, `UND_ERR_SOCKET` … */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'none'
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  }
}
