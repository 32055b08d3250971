// Tests which addresses of a team's database are taken, what they mean, and that none holds a password.
import { describe, expect, test } from 'vitest'
import { parseTeamAddress } from '../../../electron/engine/team/database/address.ts'
import { troubleIn, valueOf } from './team-fixture.ts'

describe('an address', () => {
  test('names host, port, user and database, and asks for TLS', () => {
    expect(valueOf(parseTeamAddress(' postgres://dana@db.example.org:6432/migration '))).toEqual({
      host: 'db.example.org',
      port: 6432,
      user: 'dana',
      database: 'migration',
      tls: true,
      shown: 'db.example.org:6432/migration',
    })
  })

  test('may leave out the port and encode its names', () => {
    expect(valueOf(parseTeamAddress('postgresql://d%40na@db/m%2F1'))).toMatchObject({
      port: 5432,
      user: 'd@na',
      database: 'm/1',
    })
  })

  test.each(['postgres://d@localhost/m', 'postgres://d@127.0.0.1/m', 'postgres://d@[::1]:5433/m'])(
    'of this machine needs no TLS, and has it on request: %s',
    (address) => {
      expect(valueOf(parseTeamAddress(address)).tls).toBe(false)
      expect(valueOf(parseTeamAddress(`${address}?sslmode=verify-full`)).tls).toBe(true)
      expect(valueOf(parseTeamAddress(address, true)).tls).toBe(true)
    },
  )

  test('may name the folder of a UNIX socket', () => {
    expect(valueOf(parseTeamAddress('postgres://d@/m?host=/run/postgresql'))).toMatchObject({
      host: '/run/postgresql',
      tls: false,
    })
  })

  test.each(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'no-verify'])(
    'of another machine cannot switch the check of the certificate off by sslmode=%s',
    (mode) => {
      expect(troubleIn(parseTeamAddress(`postgres://d@db.example.org/m?sslmode=${mode}`))).toContain(
        `address: The address asks for sslmode=${mode}. Carryover connects to other machines by sslmode=verify-full only.`,
      )
    },
  )

  test.each(['postgres://d:secret@db/m', 'postgres://d@db/m?password=secret', 'postgres://d:@db/m'])(
    'with a password is refused, without repeating it: %s',
    (address) => {
      const trouble = troubleIn(parseTeamAddress(address))
      expect(trouble).toContain('address: The address holds a password.')
      expect(trouble).not.toContain('secret')
    },
  )

  test('with another parameter is refused, which is named', () => {
    expect(troubleIn(parseTeamAddress('postgres://d@db/m?options=-cfsync'))).toBe(
      'address: The address holds options, which Carryover does not know. Leave it out.',
    )
  })

  test.each([
    '',
    'db/m',
    'mysql://d@db/m',
    'postgres://db/m',
    'postgres://d@db',
    'postgres://d@/m',
    'postgres://d@db:0/m',
    'postgres://d@db:99999/m',
    'postgres://d@one,two/m',
    'postgres://d@db/m?host=other',
    'postgres://d@db/%zz',
  ])('is refused where it is none: %j', (address) => {
    expect(troubleIn(parseTeamAddress(address))).toContain(
      'address: This is no address of a team’s database.',
    )
  })
})
