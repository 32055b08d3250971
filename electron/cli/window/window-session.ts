// Engine session for a window in a browser: it resumes work that a restart left unfinished, and runs the practice
// service as a connection that is ready to use.
import { networkFiles } from '../../../shared/sending/network-settings.ts'
import type { TeamView } from '../../../shared/contract/team/team.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { type Failure, type Result, success } from '../../engine/system/failure.ts'
import type { DataKey } from '../../engine/store/database/data-key.ts'
import { connectPractice, practiceStorage } from '../../engine/sending/connections/sandbox-connection.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { clearUploads } from '../../web/files/uploads.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { type Session, tryOpenSession } from '../data-folder/session.ts'

export type WindowSession = Pick<Session, 'client' | 'router' | 'close'>

/** `damaged`: the database turned out to be damaged while open; the session must be closed. */
export async function openWindowSession(
  folder: string,
  invocation: Invocation,
  options: {
    readonly samplePath: string
    readonly practice: boolean
    readonly damaged: (failure: Failure) => void
    /** The key that a person gave for an encrypted folder. */
    readonly given: DataKey | null
  },
): Promise<Result<WindowSession>> {
  // First, because it takes the data folder's lock: a second start is reported at once.
  const { samplePath, damaged, given } = options
  const key = given === null ? {} : { given }
  const opened = await tryOpenSession(folder, invocation, { samplePath, damaged, ...key })
  if (!opened.ok) return opened
  const session = opened.value
  // Closed after the engine, which waits for the answers to its requests.
  const endings = [session.close]
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0)) await end()
  }
  try {
    await takeUpUnfinished(session)
    if (options.practice) {
      const sandbox = await createSandbox(practiceStorage(folder))
      endings.push(() => sandbox.close())
      const id = await connectPractice(session, sandbox)
      await session.client.connections.setKey({ id, key: sandbox.apiKey })
    }
  } catch (error) {
    await close()
    throw error
  }
  return success({ client: session.client, router: session.router, close })
}

/** Resumes reading and building that a restart interrupted, and deletes files uploaded for earlier windows. */
async function takeUpUnfinished({ client, folder }: Session): Promise<void> {
  const batches = await client.batches.list()
  if (!batches.some(({ stage }) => stage === 'reading'))
    await clearUploads(folder, [
      ...certificateFiles(await client.connections.list()),
      ...teamFiles(await client.team.get()),
    ])
}

function teamFiles(team: TeamView | null): string[] {
  return team === null ? [] : networkFiles.map((file) => team[file]).filter((path) => path !== null)
}

/** Connections read their certificates and keys on each connect, and so does the team. */
function certificateFiles(connections: readonly ConnectionView[]): string[] {
  return connections.flatMap(({ settings }) =>
    networkFiles.map((file) => settings.network[file]).filter((path) => path !== null),
  )
}
