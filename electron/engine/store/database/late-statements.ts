// Compiles each SQL statement at its first use. The stores name about 600 statements when the program starts, and a
// session uses a part of them: compiling all took most of the time in which a workspace opens. An error in a statement's
// text is thrown at its first use.
import type { Database, Statement } from 'better-sqlite3'

/**
 * What `Statement` has and nobody uses here is left out, so that its use fails at once. How it returns rows is said
 * where it is prepared, before its first use.
 */
type LateStatement = Pick<Statement, 'run' | 'get' | 'all' | 'iterate'> & {
  pluck(): LateStatement
  raw(): LateStatement
}

/** The same connection, with `prepare` replaced. */
export function prepareLate(database: Database): Database {
  const prepare = database.prepare.bind(database)
  database.prepare = ((source: string) => lateStatement(() => prepare(source))) as typeof database.prepare
  return database
}

function lateStatement(compile: () => Statement): LateStatement {
  const modes = new Set<'pluck' | 'raw'>()
  const compiled = (): Statement => {
    const now = compile()
    for (const mode of modes) now[mode]()
    // From now on a call goes to the compiled statement without a function in between.
    statement.run = now.run.bind(now)
    statement.get = now.get.bind(now)
    statement.all = now.all.bind(now)
    statement.iterate = now.iterate.bind(now)
    return now
  }
  const statement: LateStatement = {
    run: (...given) => compiled().run(...given),
    get: (...given) => compiled().get(...given),
    all: (...given) => compiled().all(...given),
    iterate: (...given) => compiled().iterate(...given),
    pluck: () => withMode('pluck'),
    raw: () => withMode('raw'),
  }
  const withMode = (mode: 'pluck' | 'raw'): LateStatement => {
    modes.add(mode)
    return statement
  }
  return statement
}
