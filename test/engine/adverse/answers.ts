// Replies of the adverse service as data: pieces of bytes with pauses between them, and the way the connection ends.
// Large bodies are created on demand, so that loading a catalogue of hundreds costs nothing.

export type Route = 'token' | 'validate' | 'create' | 'status'

/** The request, for answers that repeat parts of it. */
export type Asked = {
  readonly route: Route
  readonly account: string
  readonly supplier: string
  /** The secret sent with the request: the key at the token endpoint, otherwise the token. */
  readonly secret: string
  /** Milliseconds since 1970 by the service's clock. */
  readonly now: number
  readonly host: string
}

export type Piece =
  | { readonly bytes: (asked: Asked) => Buffer }
  | { readonly waitMs: number }
  /** `keep`: the connection stays open for the next request. `silence`: nothing more is sent, and it stays open. */
  | { readonly end: 'keep' | 'close' | 'reset' | 'silence' }

export type Answer = readonly Piece[]

export type Reply = {
  readonly name: string
  readonly on: Route
  /**
   * `once`, `thrice`: the first requests of each account. `always`: until a person has seen why nothing progresses.
   */
  readonly when: 'once' | 'thrice' | 'always'
  /** The create took effect although it is answered this way. */
  readonly done: boolean
  readonly answer: Answer
}

type Headers = Readonly<Record<string, string | readonly string[]>>
type Body = string | Buffer | ((asked: Asked) => string | Buffer)

const json = 'application/json'

/** Any text as bytes: characters up to U+00FF are the bytes themselves. */
export function raw(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function bodyOf(body: Body, asked: Asked): Buffer {
  const given = typeof body === 'function' ? body(asked) : body
  return typeof given === 'string' ? Buffer.from(given, 'utf8') : given
}

/** A whole reply. A default header is left out where its value is empty. */
export function reply(status: number | string, body: Body, headers: Headers = {}): Answer {
  return [
    {
      bytes: (asked) => {
        const bytes = bodyOf(body, asked)
        const ours = {
          date: new Date(asked.now).toUTCString(),
          'content-type': json,
          'content-length': String(bytes.length),
        }
        return Buffer.concat([head(status, { ...ours, ...headers }), bytes])
      },
    },
    { end: 'keep' },
  ]
}

export function head(status: number | string, headers: Headers): Buffer {
  const line = typeof status === 'string' ? status : `HTTP/1.1 ${status} Adverse`
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === '' ? [] : [`${name}: ${value}`])),
  )
  return raw([line, ...lines, '', ''].join('\r\n'))
}

/** JSON exactly as written here, even if it is invalid. */
export function text(status: number, body: Body, headers: Headers = {}): Answer {
  return reply(status, body, headers)
}

export function value(status: number, body: unknown, headers: Headers = {}): Answer {
  return reply(status, () => JSON.stringify(body), headers)
}

export function page(status: number, body: Body, headers: Headers = {}): Answer {
  return reply(status, body, { 'content-type': 'text/html; charset=utf-8', ...headers })
}

/** Bytes as they are, without a generated head. */
export function bytes(
  make: string | ((asked: Asked) => string | Buffer),
  end: 'keep' | 'close' | 'reset' | 'silence',
): Answer {
  return [
    {
      bytes: (asked) => {
        const made = typeof make === 'string' ? make : make(asked)
        return typeof made === 'string' ? raw(made) : made
      },
    },
    { end },
  ]
}

/** The same bytes in small portions with a pause after each. */
export function trickle(
  whole: (asked: Asked) => Buffer,
  portion: number,
  waitMs: number,
  times: number,
): Answer {
  const part = (at: number): Piece => ({
    bytes: (asked) => whole(asked).subarray(at * portion, (at + 1) * portion),
  })
  return [...Array.from({ length: times }, (_, at) => [part(at), { waitMs }]).flat(), { end: 'silence' }]
}

/** Repetitions that fit into one megabyte (the longest reply that is read) beside `spare` other bytes. */
export function fill(unit: string, spare = 400): string {
  return unit.repeat(Math.floor((1024 * 1024 - spare) / Buffer.byteLength(unit)))
}

/** The correct answer of each endpoint for the requested account. */
export function proper({ route, account, now, secret }: Asked): {
  readonly status: number
  readonly body: object
} {
  switch (route) {
    case 'token':
      return {
        status: 200,
        body: {
          data: {
            obtainPlatformToken: {
              token: `granted-${now}-${secret.length}`,
              payload: { exp: Math.floor(now / 1000) + 3600 },
            },
          },
        },
      }
    case 'validate':
      return { status: 200, body: {} }
    case 'create':
      return { status: 201, body: {} }
    case 'status':
      return { status: 200, body: recordOf(account, now) }
  }
}

export function recordOf(account: string, now: number): Record<string, unknown> {
  const at = new Date(now).toISOString().replace('Z', '000+00:00')
  return {
    status: 'PROCESSED',
    platform_identifier: `P-${account}`,
    created_at: at,
    modified_at: at,
    latest_event: { event: 'EVENT_ACCOUNT_IMPORT_PROCESS_PROCESSED', occurred_at: at, data: null },
    latest_error: null,
  }
}
