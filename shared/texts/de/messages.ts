// The German messages of engine and contract, by room, with the keys of the English ones.
import type { messages as english } from '../en/messages.ts'
import type { Translation } from '../texts.ts'
import { accountMessages } from './accounts.ts'
import { conversionMessages } from './mapping/conversions.ts'
import { editMessages } from './fixing/edits.ts'
import { fixingMessages } from './fixing/fixing.ts'
import { handoverMessages } from './handover.ts'
import { hostMessages } from './hosts.ts'
import { importMessages } from './import/import.ts'
import { joinMessages } from './join.ts'
import { knowledgeMessages } from './team/knowledge.ts'
import { mappingMessages } from './mapping/mapping.ts'
import { networkMessages } from './network.ts'
import { purgeMessages } from './purge.ts'
import { questionMessages } from './fixing/questions.ts'
import { repairMessages } from './fixing/repairs.ts'
import { reportMessages } from './report.ts'
import { issueMessages, ruleMessages } from './rules.ts'
import { sendingMessages } from './sending.ts'
import { serviceMessages } from './service.ts'
import { sheetMessages } from './sheet/sheet.ts'
import { storeMessages } from './store.ts'
import { systemMessages } from './system.ts'
import { copyMessages } from './team/copies.ts'
import { teamMessages } from './team/team.ts'
import { versionMessages } from './fixing/versions.ts'

export const messages = {
  accounts: accountMessages,
  conversions: conversionMessages,
  copies: copyMessages,
  edits: editMessages,
  fixing: fixingMessages,
  handover: handoverMessages,
  hosts: hostMessages,
  import: importMessages,
  issues: issueMessages,
  join: joinMessages,
  knowledge: knowledgeMessages,
  mapping: mappingMessages,
  network: networkMessages,
  purge: purgeMessages,
  questions: questionMessages,
  repairs: repairMessages,
  report: reportMessages,
  rules: ruleMessages,
  sending: sendingMessages,
  service: serviceMessages,
  sheet: sheetMessages,
  store: storeMessages,
  system: systemMessages,
  team: teamMessages,
  versions: versionMessages,
} as const satisfies Translation<typeof english>
