// The engine as a window in a browser has it: what a restart left unfinished goes on, and the practice service stands
// beside it as a connection that is ready to use.
import { join } from 'node:path'
import { networkFiles } from '../../shared/sending/network-settings.ts'
import type { ConnectionView } from '../../shared/contract/views.ts'
import { type Failure, type Result, success } from '../engine/system/failure.ts'
import { connectPractice } from '../engine/sending/sandbox-connection.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { clearUploads } from '../web/uploads.ts'
import { type Session, tryOpenSession } from './session.ts'

export type WindowSession = Pick<Session, 'client' | 'router' | 'close'>

/** `damaged`: the database was found to be damaged while it was open; the session is to be closed. */
export async function openWindowSession(
  folder: string,
  options: {
    readonly samplePath: string
    readonly practice: boolean
    readonly damaged: (failure: Failure) => void
  },
): Promise<Result<WindowSession>> {
  // First, because it takes the data folder's lock: a second start is reported at once.
  const { samplePath, damaged } = options
  const opened = await tryOpenSession(folder, { samplePath, damaged })
  if (!opened.ok) return opened
  const session = opened.value
  // Ended after the engine, which waits for the answers to what it has sent.
  const endings = [session.close]
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0)) await end()
  }
  try {
    await takeUpUnfinished(session)
    if (options.practice) {
      const sandbox = await createSandbox({ storage: join(folder, 'sandbox.sqlite') })
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

/** What a restart left half read or half built goes on; files that were uploaded for earlier windows are taken away. */
async function takeUpUnfinished({ client, folder }: Session): Promise<void> {
  const batches = await client.batches.list()
  if (!batches.some(({ stage }) => stage === 'reading'))
    await clearUploads(folder, certificateFiles(await client.connections.list()))
  for (const { id, stage } of batches)
    if (stage === 'reading' || stage === 'building') await client.batches.continueLoading({ batch: id })
}

/** Connections read their certificates and keys whenever they connect. */
function certificateFiles(connections: readonly ConnectionView[]): string[] {
  return connections.flatMap(({ settings }) =>
    networkFiles.map((file) => settings.network[file]).filter((path) => path !== null),
  )
}
