// The SQL script that makes a role for the members of a team: it uses the team and changes nothing of it by itself. Its
// owner, or the server's administrator, runs it once; later steps keep the rights up to date. Pure.
import { escapeIdentifier, escapeLiteral } from 'pg'
import { rights } from './schema/rights.ts'

/**
 * SQL for the team's database, to be run by its owner. Makes the role if it is missing; its password has to be set
 * apart from the script, and is in none of its lines.
 * @param database the database's name, as in the team's address
 */
export function memberRoleScript(role: string, database: string): string {
  const name = escapeIdentifier(role)
  const make = `BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = ${escapeLiteral(role)}) THEN
    CREATE ROLE ${name} LOGIN;
  END IF;
END`
  return `DO ${escapeLiteral(make)};
GRANT CONNECT ON DATABASE ${escapeIdentifier(database)} TO ${name};
REVOKE ALL ON SCHEMA carryover FROM ${name};
GRANT USAGE ON SCHEMA carryover TO ${name};
${rights}`
}
