// Tests TLS to a team's database: whose certificate is accepted, and a server that wants ours.
import { expect, test } from 'vitest'
import { openTeamDatabase } from '../../../../electron/engine/team/database/connect.ts'
import type { Postgres } from '../../../support/postgres/postgres.ts'
import type { TlsOptions } from '../../../support/postgres/certificates.ts'
import { z } from 'zod'
import { openTeam, ownPostgres, settingsFor, troubleIn, valueOf } from '../team-fixture.ts'

const anyRow = z.unknown()

async function secured(
  tls: TlsOptions = {},
): Promise<Postgres & { readonly files: NonNullable<Postgres['certificates']> }> {
  const server = await ownPostgres({ tls })
  if (server.certificates === null) throw new Error('The server has no certificates.')
  return { ...server, files: server.certificates }
}

test('the authority’s file makes the connection secure, also on this machine', async () => {
  const server = await secured()
  const database = await openTeam(server, server.url, { caFile: server.files.authorityFile })
  const row = z.object({ ssl: z.boolean(), version: z.string() })
  expect(
    valueOf(await database.run(row, 'SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()')),
  ).toEqual([{ ssl: true, version: 'TLSv1.3' }])
})

test('a certificate of an unknown authority is refused, and no password is sent', async () => {
  const server = await secured()
  for (const caFile of [null, server.files.otherAuthorityFile]) {
    const database = await openTeam(server, `${server.url}?sslmode=verify-full`, { caFile })
    expect(troubleIn(await database.check())).toMatch(
      /^tls: There is no secure connection to the team’s database: the certificate of 127\.0\.0\.1:\d+\/postgres is signed by .*Nothing was sent to it\.$/,
    )
  }
  expect(server.log()).not.toContain('authentication failed')
})

test('a certificate for another name is refused', async () => {
  const server = await secured({ names: ['other.test'] })
  const database = await openTeam(server, server.url, { caFile: server.files.authorityFile })
  expect(troubleIn(await database.check())).toContain('tls: There is no secure connection')
  expect(troubleIn(await database.check())).toContain('is for')
})

test('a server without TLS is refused where TLS is wanted', async () => {
  const server = await ownPostgres()
  const database = await openTeam(server, `${server.url}?sslmode=verify-full`)
  expect(troubleIn(await database.check())).toContain('tls: There is no secure connection')
})

test('a server that wants TLS refuses a connection without it', async () => {
  const server = await secured()
  const database = await openTeam(server, server.url)
  expect(troubleIn(await database.check())).toContain('refused: ')
})

test('a server that wants a client certificate gets ours, and refuses us without it', async () => {
  const server = await secured({ requiresClientCertificate: true })
  const { authorityFile: caFile, clientCertificateFile, clientKeyFile } = server.files
  const without = await openTeam(server, server.url, { caFile })
  expect(troubleIn(await without.check())).toContain('refused: ')
  const database = await openTeam(server, server.url, {
    caFile,
    clientCertificate: clientCertificateFile,
    clientKey: clientKeyFile,
  })
  expect(troubleIn(await database.run(anyRow, 'SELECT 1'))).toBe('done')
})

test('files that hold no certificate are refused before anything is opened', async () => {
  const caFile = import.meta.filename
  const opened = await openTeamDatabase(settingsFor('postgres://d@db.example.org/m', { caFile }), {
    password: null,
    passphrase: null,
  })
  expect(troubleIn(opened)).toMatch(/^tls: .*holds no certificates/)
})
