// A service between engine and sandbox that quotes a value in every answer: in each problem's sentence, and in a field of
// its own. It refuses to validate the accounts that are named, with a problem of one field.
import { createServer, type IncomingMessage } from 'node:http'
import { atEnd } from './harness.ts'

type Quoting = {
  readonly quote: string
  /** Account number, with the field that is refused; null: the whole account. */
  readonly refused: Readonly<Record<string, string | null>>
}

/** @returns its address, to be used in place of the sandbox's */
export async function quotingService(sandbox: string, { quote, refused }: Quoting): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request)
      const named = Object.keys(refused).find((key) => body.includes(`"${key}"`))
      const isValidation = (request.url ?? '').includes('validate')
      const answer =
        named !== undefined && isValidation
          ? refusal(refused[named] ?? null, quote)
          : await forwarded(`${sandbox}${request.url ?? ''}`, request, body)
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(quoted(answer.text, quote))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  return `http://127.0.0.1:${address.port}`
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

async function forwarded(url: string, request: IncomingMessage, body: string) {
  const { authorization, 'content-type': type } = request.headers
  const reply = await fetch(url, {
    method: request.method ?? 'GET',
    headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
    ...(body !== '' && { body }),
  })
  return { status: reply.status, text: await reply.text() }
}

function refusal(attr: string | null, quote: string): { status: number; text: string } {
  const problem = { attr, code: 'invalid', detail: `The value ${quote} is refused.` }
  return {
    status: 400,
    text: JSON.stringify({ type: 'validation_error', detail: problem.detail, errors: [problem] }),
  }
}

function quoted(text: string, quote: string): string {
  return /^\{\s*"/.test(text) ? text.replace('{', `{"echo":${JSON.stringify(`You sent ${quote}.`)},`) : text
}
