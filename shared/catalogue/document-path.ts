// Checks the form of document paths (service-spec.md section 2.1). Documents are only referenced and never opened.
// The form matters because the receiver joins the path to a root location.
import { message, type Message } from '../texts/create-message.ts'

/** The error in a document path, as the end of a sentence; null when the path is valid. */
export function documentPathFault(text: string): Message | null {
  if (!text.startsWith('/')) return message('conversions.path_begins_wrong')
  if (text.endsWith('/')) return message('conversions.path_names_folder')
  if (text.includes('//')) return message('conversions.path_doubles_slash')
  if (text.includes('\\')) return message('conversions.path_has_backslash')
  if (/\p{Cc}/u.test(text)) return message('conversions.path_has_control_characters')
  if (/%(?:2f|5c|2e)/i.test(text)) return message('conversions.path_is_encoded')
  if (text.split('/').some((part) => part === '..' || part === '.'))
    return message('conversions.path_has_dots')
  return null
}
