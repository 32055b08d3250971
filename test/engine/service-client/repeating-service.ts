// Service that repeats the key and the token in every answer, as a program in debug mode or a gateway does.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Repeating = Awaited<ReturnType<typeof createRepeatingService>>

/** `key` is the one used to sign in. */
export async function createRepeatingService(key: string) {
  const token = 'eyJhbGciOiJub25lIn0.canary/token+of=the-service.s1g'
  const seen: string[] = []
  const forms = [key, token].flatMap((secret) => [
    secret,
    JSON.stringify(JSON.stringify(secret)).slice(1, -1),
    [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    encodeURIComponent(secret),
    Buffer.from(`ab:${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ])
  const words = `You sent ${forms.join(' and ')}.`
  const places = new Map<string, number>()

  const server = createServer((request, response) => {
    void bodyOf(request).then((sent) => {
      const target = request.url ?? ''
      seen.push(`${request.method} ${target}`)
      const answer = (status: number, body: unknown, type = 'application/json'): void => {
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        response.writeHead(status, {
          'content-type': type,
          'x-request-key': key,
          date: new Date().toUTCString(),
        })
        response.end(text)
      }
      if (target === '/v1/graphql/') {
        if (!sent.includes(JSON.stringify(key).slice(1, -1)))
          return answer(200, { errors: [{ message: words }] })
        return answer(200, { data: { obtainPlatformToken: { token, payload: null } } })
      }
      const number = /R-\d+/.exec(target + sent)?.[0] ?? ''
      if (target.endsWith('/validate/')) {
        if (number !== 'R-1') return answer(number === '' ? 400 : 200, number === '' ? refused() : {})
        return answer(400, refused())
      }
      if (request.method === 'POST') {
        places.set(number, (places.get(number) ?? 0) + 1)
        if (number === 'R-2') return answer(400, { code: `code ${token}`, detail: words })
        if (number === 'R-3') return answer(502, `<p>${words}</p>`, `text/html; key=${key}`)
        if (number === 'R-4') return answer(201, `{"broken": "${words}`)
        return answer(201, { echo: words })
      }
      if (!places.has(number)) return answer(404, { code: 'not_found', detail: words })
      return answer(200, {
        status: number === 'R-5' ? 'ERRORED' : 'PROCESSED',
        platform_identifier: number === 'R-6' ? token : number,
        created_at: new Date().toISOString(),
        latest_event: { event: words, occurred_at: null, data: { code: key, detail: words } },
        latest_error: { code: token, detail: words, domain: words },
      })
    })
  })
  const refused = () => ({
    code: 'account_failed_validation',
    detail: words,
    errors: [
      { attr: `${key}.${token}`, code: token, detail: words },
      { attr: 'customers.0.family_name', code: key, detail: JSON.stringify({ authorization: token }) },
    ],
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    /** Every encoding in which it writes them. */
    forms,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
