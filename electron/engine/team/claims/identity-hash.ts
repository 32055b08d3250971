// Names an account in the team's database without saying which it is: a hash of the team, the service and the account's
// identity. Pure. Each account that is sent is named several times, so the hash is made in one call.
import { hash } from 'node:crypto'

/** `service`: of `serviceAt`. `identity`: of `identityOf`. 64 hexadecimal digits. */
export function identityKey(team: string, service: string, identity: string): string {
  return hash('sha256', `${team}\0${service}\0${identity}`)
}

/** The same as the database has it: 32 bytes. */
export function identityHash(team: string, service: string, identity: string): Buffer {
  return Buffer.from(identityKey(team, service, identity), 'hex')
}
