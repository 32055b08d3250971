// Requests that the web host refuses, each with exactly one fault, grouped by reply.
// CODE, TOKEN and PORT are placeholders for a valid code, a valid token and the host's port.
import type { Ask } from './web-harness.ts'

export type Case = {
  readonly name: string
  readonly ask: Ask
  readonly status: number
  readonly code: string
}

const session: Ask = { method: 'POST', target: '/api/session', body: '{"code":"CODE"}' }
export const download: Ask = {
  method: 'POST',
  target: '/api/download',
  body: '{"batch":1,"file":"results.csv"}',
  bearer: 'TOKEN',
}
export const upload: Ask = {
  method: 'PUT',
  target: '/api/upload?name=a.csv',
  body: 'a,b\n1,2\n',
  bearer: 'TOKEN',
}
export const foreign = 'http://127.0.0.1:9'

const inChunks = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }
const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

export const cases: readonly Case[] = [
  ...refused(400, 'bad_target', {
    'a target with two slashes': { target: '//evil.test/' },
    'an absolute target': { target: 'http://evil.test/' },
    'an absolute target of our own': { target: 'http://127.0.0.1:PORT/' },
    'the target *': { method: 'OPTIONS', target: '*' },
    'a tunnel': { method: 'CONNECT', target: 'evil.test:443' },
  }),
  ...refused(400, 'one_host', {
    'no Host': { headers: { Host: null } },
    'two Hosts': { headers: { Host: ['127.0.0.1:PORT', 'evil.test'] } },
    'the right Host twice': { headers: { Host: ['127.0.0.1:PORT', '127.0.0.1:PORT'] } },
  }),
  ...refused(421, 'wrong_host', {
    'a name that was bound to us': { headers: { Host: 'evil.test:PORT' } },
    localhost: { headers: { Host: 'localhost:PORT' } },
    'a Host without port': { headers: { Host: '127.0.0.1' } },
    'a Host that begins like ours': { headers: { Host: '127.0.0.1:PORT.evil.test' } },
    'the same machine in other digits': { headers: { Host: '127.1:PORT' } },
    'an empty Host': { headers: { Host: '' } },
  }),
  ...refused(405, 'method_not_allowed', {
    ...each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'], (method) => [
      `${method} of the document`,
      { method },
    ]),
    'GET of the exchange': { target: '/api/session' },
    'GET of a download': { target: '/api/download', bearer: 'TOKEN' },
    'POST of an upload': { ...upload, method: 'POST' },
    'a preflight': {
      method: 'OPTIONS',
      target: '/api/download',
      headers: { Origin: foreign, 'Access-Control-Request-Method': 'POST' },
    },
  }),
  ...refused(403, 'not_same_origin', {
    ...each(['cross-site', 'same-site'], (site) => [
      `the document from ${site}`,
      { headers: { 'Sec-Fetch-Site': site } },
    ]),
    ...each(['cross-site', 'same-site', 'none', 'SAME-ORIGIN', ''], (site) => [
      `a file of the window from "${site}"`,
      { target: '/assets/main.js', headers: { 'Sec-Fetch-Site': site } },
    ]),
    'a request that does not say from where': { headers: { 'Sec-Fetch-Site': null } },
    'a request that says it twice': { headers: { 'Sec-Fetch-Site': ['same-origin', 'none'] } },
    'an exchange typed by hand': { ...session, headers: { 'Sec-Fetch-Site': 'none' } },
    'an exchange from another port': { ...session, headers: { 'Sec-Fetch-Site': 'same-site' } },
  }),
  ...refused(403, 'wrong_origin', {
    'an exchange without Origin': { ...session, headers: { Origin: null } },
    ...each(
      [
        'null',
        foreign,
        'http://localhost:PORT',
        'https://127.0.0.1:PORT',
        'http://127.0.0.1:PORT/',
        'http://127.0.0.1:PORT.evil.test',
      ],
      (origin) => [`an exchange with the Origin ${origin}`, { ...session, headers: { Origin: origin } }],
    ),
    'two Origins': { ...session, headers: { Origin: ['http://127.0.0.1:PORT', foreign] } },
    'a GET with a foreign Origin': { target: '/assets/main.js', headers: { Origin: foreign } },
    'a download with a foreign Origin': { ...download, headers: { Origin: foreign } },
    'an upload without Origin': { ...upload, headers: { Origin: null } },
  }),
  ...refused(401, 'token_missing', {
    'a download without token': { ...download, headers: { Authorization: null } },
    'an upload without token': { ...upload, headers: { Authorization: null } },
    'a GET below /api without token': { target: '/api/batches' },
    'the socket’s address without token': { target: '/api/socket' },
    'a token in the query': {
      ...upload,
      target: '/api/upload?name=a.csv&token=TOKEN',
      headers: { Authorization: null },
    },
    'a token in a cookie': { ...download, headers: { Authorization: null, Cookie: 'token=TOKEN' } },
  }),
  ...refused(401, 'token_wrong', {
    'a wrong token': { ...download, bearer: 'wrong' },
    'a token and one letter more': { ...download, bearer: 'TOKENx' },
    'the code instead of the token': { ...download, bearer: 'CODE' },
    'another scheme': { ...download, headers: { Authorization: 'Basic TOKEN' } },
    'no scheme': { ...download, headers: { Authorization: 'TOKEN' } },
    'two tokens': { ...download, headers: { Authorization: ['Bearer TOKEN', 'Bearer TOKEN'] } },
  }),
  ...refused(415, 'wrong_content_type', {
    ...each(
      [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json-patch+json',
      ],
      (type) => [`an exchange as ${type}`, { ...session, headers: { 'Content-Type': type } }],
    ),
    'an exchange of no type': { ...session, headers: { 'Content-Type': null } },
    'a download asked for as text': { ...download, headers: { 'Content-Type': 'text/plain' } },
    'an upload as text': { ...upload, headers: { 'Content-Type': 'text/plain' } },
  }),
  ...refused(413, 'too_large', {
    'an oversize exchange': { ...session, body: JSON.stringify({ code: 'x'.repeat(20_000) }) },
    'an oversize exchange in chunks': { ...session, headers: inChunks, body: chunked('x'.repeat(20_000)) },
    'a GET with a body': { headers: { 'Content-Length': '5' }, body: 'hello' },
    'an oversize upload': { ...upload, body: 'x'.repeat(2000) },
    'an oversize upload in chunks': { ...upload, headers: inChunks, body: chunked('x'.repeat(2000)) },
  }),
  ...refused(400, 'not_json', {
    'an exchange that is not JSON': { ...session, body: '{"code":' },
    'an exchange that is not UTF-8': { ...session, body: Buffer.from([0x22, 0xff, 0x22]) },
  }),
  ...refused(400, 'unreadable', {
    'a body of two lengths': { ...session, headers: { 'Content-Length': ['15', '16'] } },
    'a body of a length and in chunks': { ...session, headers: { 'Transfer-Encoding': 'chunked' } },
  }),
  ...refused(400, 'bad_request', {
    'an exchange of another shape': { ...session, body: '{"code":"CODE","more":1}' },
    'an exchange of a list': { ...session, body: '[]' },
    ...each(
      [
        'results.csv/../../carryover.sqlite',
        '../carryover.sqlite',
        '..%2fcarryover.sqlite',
        'results.csv\\u0000',
        '/etc/passwd',
        'carryover.sqlite',
        'summary.HTML',
      ],
      (file) => [`a download of ${file}`, { ...download, body: `{"batch":1,"file":"${file}"}` }],
    ),
    ...each(['"1/../.."', '-1', '1.5', '0', '1e99', 'null'], (batch) => [
      `a download of batch ${batch}`,
      { ...download, body: `{"batch":${batch},"file":"results.csv"}` },
    ]),
  }),
  ...refused(400, 'bad_file_name', {
    ...each(
      [
        '',
        '.',
        '..',
        '../a.csv',
        '..%2Fa.csv',
        'a%2Fb.csv',
        '%2Fetc%2Fpasswd',
        '..%5Ca.csv',
        'C%3A%5Ca.csv',
        'a%00.csv',
        'a%0Ab.csv',
        'a.csv&name=b.csv',
        'a.csv&path=/etc',
      ],
      (name) => [`an upload named "${name}"`, { ...upload, target: `/api/upload?name=${name}` }],
    ),
    'an upload without a name': { ...upload, target: '/api/upload?' },
  }),
  ...refused(400, 'empty_file', { 'an empty upload': { ...upload, body: '' } }),
  ...refused(404, 'no_report', { 'a download of a batch that is not there': download }),
  ...refused(404, 'not_found', {
    'an upload without a query': { ...upload, target: '/api/upload' },
    ...each(
      [
        '/index.html',
        '/assets',
        '/assets/',
        '/assets/notes.unknown',
        '/assets/../index.html',
        '/assets/%2e%2e/index.html',
        '/..%2f..%2fcarryover.sqlite',
        '/%2e%2e/data/carryover.sqlite',
        '/assets/main.js%00.png',
        '/assets\\..\\index.html',
        '/%5c..%5cdata',
        '/./',
        '/?',
        '/?code=CODE',
        '/%',
        '/assets/main.js?v=1',
        '/%61pi/session',
        '/API/session',
        '/favicon.ico',
        '/etc/passwd',
        '/C:/Windows/win.ini',
      ],
      (target) => [`the address ${target}`, { target }],
    ),
    ...each(['/api', '/api/', '/api/unknown', '/api/session/', '/api/../api/download'], (target) => [
      `the call ${target} with a token`,
      { target, bearer: 'TOKEN' },
    ]),
  }),
  ...refused(426, 'socket_only', {
    'the socket’s address without upgrade': { target: '/api/socket', bearer: 'TOKEN' },
  }),
]

function refused(status: number, code: string, asks: Readonly<Record<string, Ask>>): Case[] {
  return Object.entries(asks).map(([name, ask]) => ({ name, ask, status, code }))
}

function each(values: readonly string[], make: (value: string) => [string, Ask]): Record<string, Ask> {
  return Object.fromEntries(values.map(make))
}
