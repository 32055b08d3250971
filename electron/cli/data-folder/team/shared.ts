// Commands of what the members of a team share. Each waits until the team's database has answered, and until the item has
// reached it or the reason is known why it has not.
import { setTimeout as wait } from 'node:timers/promises'
import type { SharedItem, SharedItemName, SharedKind } from '../../../../shared/contract/team/knowledge.ts'
import { sharedKinds } from '../../../../shared/contract/team/knowledge.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { exitCodes, interrupted } from '../../terminal/exit.ts'
import type { Invocation } from '../../terminal/invocation.ts'
import { spoken } from '../../terminal/spoken.ts'
import { print, say } from '../../terminal/terminal.ts'
import { teamTexts as words } from '../../texts/team.ts'
import type { Session } from '../session.ts'
import { linesOf, type TeamOptions, untilAnswered, withTeam } from './team.ts'

export type ResolveOptions = TeamOptions & { readonly mine?: true; readonly theirs?: true }

/** Milliseconds until a command goes on although the item has not reached the team, and between two looks. */
const settledMs = 20_000
const lookEveryMs = 50

/** Exit code 2 where an item needs a person. */
export function sharedCommand(options: TeamOptions, invocation: Invocation): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    await untilRead(session)
    const items = await session.client.knowledge.list()
    if (options.json === true) await print(invocation, `${JSON.stringify(spoken(items))}\n`)
    else await print(invocation, linesOf(items.length === 0 ? [words.sharedNone] : items.map(lineOf)))
    return items.some(needsPerson) ? exitCodes.attention : exitCodes.done
  })
}

export function shareCommand(
  kind: string,
  key: string,
  options: TeamOptions,
  invocation: Invocation,
): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    const name = named(kind, key)
    await untilRead(session)
    await session.client.knowledge.share(name)
    const item = await untilSettled(session, name)
    if (item !== undefined && item.state !== 'in_step') {
      await print(
        invocation,
        linesOf([item.state === 'changed_here' ? words.sharedLater(name) : lineOf(item)]),
      )
      return exitCodes.attention
    }
    await print(invocation, linesOf([words.sharedDone({ ...name, version: item?.version ?? 0 })]))
    return exitCodes.done
  })
}

export function unshareCommand(
  kind: string,
  key: string,
  options: TeamOptions,
  invocation: Invocation,
): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    const name = named(kind, key)
    await untilRead(session)
    const before = (await session.client.knowledge.list()).find(isNamed(name))
    await session.client.knowledge.unshare(name)
    await untilItems(session, (items) => {
      const item = items.find(isNamed(name))
      return item === undefined || item.version !== before?.version
    })
    await print(invocation, linesOf([words.unsharedDone(name)]))
    return exitCodes.done
  })
}

/** Without a choice: what differs, and exit code 2. */
export function resolveCommand(
  kind: string,
  key: string,
  options: ResolveOptions,
  invocation: Invocation,
): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    const name = named(kind, key)
    await untilRead(session)
    const { item, differences } = await session.client.knowledge.compare(name)
    if (options.mine !== true && options.theirs !== true) {
      const side = (text: string | null): string => text ?? words.differenceNone
      await print(
        invocation,
        linesOf([
          lineOf(item),
          ...differences.map(({ part, mine, theirs }) =>
            words.difference({ part: sentenceOf(part), mine: side(mine), theirs: side(theirs) }),
          ),
        ]),
      )
      say(invocation, words.resolveHow)
      return exitCodes.attention
    }
    const take = options.mine === true ? 'mine' : 'theirs'
    await session.client.knowledge.resolve({ ...name, take, version: item.version })
    await untilSettled(session, name)
    await print(
      invocation,
      linesOf([take === 'mine' ? words.resolvedMine(name) : words.resolvedTheirs(name)]),
    )
    return exitCodes.done
  })
}

/** What others changed is read and used first. */
async function untilRead(session: Session): Promise<void> {
  await untilAnswered(session)
  await session.client.knowledge.refresh()
}

function named(kind: string, key: string): SharedItemName {
  // Commander has checked it.
  return { kind: sharedKinds.find((one): one is SharedKind => one === kind) ?? 'template', key }
}

const isNamed =
  ({ kind, key }: SharedItemName) =>
  (item: SharedItem): boolean =>
    item.kind === kind && item.key === key

const needsPerson = ({ state }: SharedItem): boolean =>
  state === 'conflict' || state === 'asks' || state === 'refused'

/** Until the team has it, or a reason is known why not. */
async function untilSettled(session: Session, name: SharedItemName): Promise<SharedItem | undefined> {
  await untilItems(session, (items) => {
    const item = items.find(isNamed(name))
    return item === undefined || item.why !== null || !['changed_here', 'waits'].includes(item.state)
  })
  return (await session.client.knowledge.list()).find(isNamed(name))
}

async function untilItems(
  { client, invocation }: Session,
  holds: (items: readonly SharedItem[]) => boolean,
): Promise<void> {
  const until = performance.now() + settledMs
  while (!holds(await client.knowledge.list())) {
    const isAway = (await client.team.get())?.state === 'away'
    if (isAway || performance.now() > until) return
    if (invocation.signal.aborted) throw interrupted()
    await wait(lookEveryMs)
  }
}

function lineOf({ kind, key, name, state, why, version, member, at }: SharedItem): string {
  return words.sharedItem({
    kind,
    key,
    name: name === key ? 'same' : 'other',
    shownName: name,
    version: String(version),
    member,
    at,
    state,
    why: sentenceOf(why) ?? '',
    hasWhy: why === null ? 'no' : 'yes',
  })
}
