// Names an account in the team's database without saying which it is: a hash of the team, the service and the account's
// identity. Pure.
import { createHmac } from 'node:crypto'

/** `service`: of `serviceAt`. `identity`: of `identityOf`. 32 bytes. */
export function identityHash(team: string, service: string, identity: string): Buffer {
  return createHmac('sha256', team).update(service).update('\0').update(identity).digest()
}
