// Converts results of the pure mapping code to contract types, and adds the explanations of an account's payload.
import { joinAttr } from '../../../../shared/payload/attr-path.ts'
import type { ConversionProposal } from '../../../../shared/mapping/conversions/propose/propose-conversion.ts'
import {
  type ExplainContext,
  explainOmission,
  explainRequired,
  type Explanation,
} from '../../../../shared/payload/explain-omission.ts'
import type { LinkedSheet, Mapping } from '../../../../shared/mapping/file.ts'
import type {
  ConversionProposalView,
  ExplanationView,
  WhatIfView,
} from '../../../../shared/contract/import/mapping.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import type { WhatIf } from '../../../../shared/mapping/what-if.ts'

/** Reasons why values are left out, and why missing ones are required. */
export function explanationsOf(problems: readonly Problem[], context: ExplainContext): ExplanationView[] {
  const omissions = context.omitted.map((entry) => shown(entry.path, explainOmission(entry, context)))
  const required = problems.flatMap(({ attr, code }) => {
    const why = attr === null || code !== 'required' ? null : explainRequired(attr, context)
    return why === null || attr === null ? [] : [shown(attr, why)]
  })
  return [...omissions, ...required]
}

function shown(path: string, { rule, sentence, paths, cells }: Explanation): ExplanationView {
  return { path, rule, sentence, paths: [...paths], cells: [...cells] }
}

export function proposalView(proposal: ConversionProposal): ConversionProposalView {
  switch (proposal.kind) {
    case 'fits':
    case 'proposed':
      return proposal
    case 'ask':
      return { ...proposal, alternatives: [...proposal.alternatives] }
    case 'table':
      return { ...proposal, unknown: [...proposal.unknown] }
    case 'none':
      return { kind: 'none', reason: proposal.reason, evidence: proposal.dates?.evidence ?? null }
    default:
      return proposal satisfies never
  }
}

export function whatIfViewOf({ before, after, values }: WhatIf): WhatIfView {
  const effect = (one: WhatIf['before']): WhatIfView['before'] => ({
    ...one,
    mapping: [...one.mapping],
    required: { ...one.required, missing: [...one.required.missing] },
    byCode: [...one.byCode],
  })
  return {
    before: effect(before),
    after: effect(after),
    values: values.map((value) => ({
      key: value.key,
      attr: value.attr,
      origin: value.origin,
      ...(value.kind === 'value' ? { value: value.value } : { problem: value.message }),
    })),
  }
}

/** Full payload path of a field that is reported relative to its sheet's item. */
export function fullPath(mapping: Mapping, sheet: string, main: string, field: string): string {
  if (sheet === main) return field
  const below = (links: readonly LinkedSheet[], base: string): string | null => {
    for (const link of links) {
      const item = joinAttr(joinAttr(base, link.list), '*')
      if (link.sheet === sheet) return joinAttr(item, field)
      const deeper = below(link.linked ?? [], item)
      if (deeper !== null) return deeper
    }
    return null
  }
  return below(mapping.linked, '') ?? field
}
