// Converts document paths: adds the folder prefix where it is missing, then checks the form (service-spec.md
// section 2.1).
import { documentPathFault } from '../../catalogue/document-path.ts'
import { faulty, type MadeStep, made, refuse, value } from './converted.ts'
import { asText } from './texts.ts'
import { message } from '../../texts/create-message.ts'

/** A path below the prefix stays unchanged; otherwise prefix and path are joined with one `/`. */
export function documentPathStep(prefix: string | undefined): MadeStep {
  const folder = prefix?.replace(/\/$/, '') ?? ''
  const fault = prefix === undefined || folder === '' ? null : documentPathFault(folder)
  if (fault !== null) return faulty(message('conversions.prefix_fault', { prefix: prefix ?? '', fault }))
  return made((text, kept) => {
    const plain = asText(text, kept)
    if (!plain.ok) return plain
    const path = prefix === undefined || text.startsWith(`${folder}/`) ? text : below(folder, text)
    const wrong = documentPathFault(path)
    return wrong === null
      ? value(path)
      : refuse('invalid', message('conversions.not_a_document_path', { fault: wrong }))
  })
}

function below(folder: string, text: string): string {
  return text.startsWith('/') ? `${folder}${text}` : `${folder}/${text}`
}
