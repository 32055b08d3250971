// Builds the tree of a catalogue's fields. A list and its item become one node. Pure functions.
import type { FieldView } from '../../../shared/contract/views.ts'
import type { TreeNode } from './tree.tsx'

/** `customers.*.consents` → `customers`: the path of the field that holds it. */
function parentPath(path: string): string {
  const parts = path.split('.')
  parts.pop()
  if (parts.at(-1) === '*') parts.pop()
  return parts.join('.')
}

/** Fields whose title or path contains the text, with their descendants and ancestors. Empty text: all fields. */
export function fieldTree(fields: readonly FieldView[], text = ''): TreeNode<FieldView>[] {
  const wanted = text.trim().toLowerCase()
  const below = new Map<string, FieldView[]>()
  for (const field of fields) {
    if (field.path.endsWith('.*')) continue
    const parent = parentPath(field.path)
    below.set(parent, [...(below.get(parent) ?? []), field])
  }
  function nodesBelow(path: string, shown: boolean): TreeNode<FieldView>[] {
    return (below.get(path) ?? []).flatMap((field) => {
      const hit =
        shown ||
        wanted === '' ||
        field.title.toLowerCase().includes(wanted) ||
        field.path.toLowerCase().includes(wanted)
      const children = nodesBelow(field.path, hit)
      return hit || children.length > 0 ? [{ id: field.path, data: field, children }] : []
    })
  }
  return nodesBelow('', false)
}
