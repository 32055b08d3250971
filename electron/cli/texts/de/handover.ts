// German texts of handing a batch over and opening project files.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { handover as english } from '../en/handover.ts'

export const handover = {
  handedOver:
    'Stapel {batch} „{name}“ ({accounts, plural, one {# Konto} other {# Konten}}) wurde mit {path} übergeben{encrypted, select, yes {, verschlüsselt mit der Passphrase} other {, nicht verschlüsselt: Wer die Datei hat, kann sie lesen}}. Von hier wird nichts davon gesendet, bis er zurückkommt.',
  copiesNotKnown:
    'Öffnen Sie die Datei nur in einem anderen Datenordner. Carryover kann nicht wissen, ob eine Kopie von ihr in einem dritten geöffnet wird.',
  found:
    'Eine Projektdatei von „{name}“, {accounts, plural, one {# Konto} other {# Konten}}, geschrieben am {at} von {operator}.',
  onlyHere:
    'Sie darf nur in einem Datenordner geöffnet werden: Wird eine Kopie von ihr anderswo geöffnet, kann Carryover das nicht wissen. Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden. Wird sie nur hier geöffnet? Geben Sie ja ein:',
  opened:
    'Stapel {batch} „{name}“ wurde geöffnet. Seine Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden.',
  returned: 'Stapel {batch} „{name}“ kam zurück und ersetzt Stapel {replaced}.',
  since: 'Zwischen {from} und {to}, von {names}:',
  nobody: 'niemandem',
  ending: '  {ending}: {before} vorher, {after} jetzt',
  work: '  {edits, plural, one {# Änderung} other {# Änderungen}}, {waves, plural, one {# Welle} other {# Wellen}} freigegeben, {attempts, plural, one {# Anlage} other {# Anlagen}} gesendet; {held, plural, one {# Konto ist} other {# Konten sind}} jetzt zurückgehalten',
  otherIsGone:
    'Stapel {batch} „{name}“ wurde am {at} übergeben. Arbeitet jemand anderswo mit ihm weiter, senden beide. Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden; wo der Dienst keinen Status zu lesen gibt, wissen nur Sie es. Die Projektdatei kann danach nicht zurückkommen. Arbeitet niemand mit ihm weiter? Geben Sie ja ein:',
  unlocked:
    'Mit Stapel {batch} „{name}“ geht es hier weiter. Seine Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden.',
  isElsewhere:
    'Stapel {batch} wurde übergeben: Von hier wird nichts davon gesendet. Öffnen Sie die Projektdatei, die zurückkommt, mit „take-over“, oder entsperren Sie ihn mit „unlock-batch“.',
  needsYes: 'Nichts wurde getan: Ohne Terminal geben Sie --yes an.',
  nothingDone: 'Nichts wurde getan.',
} as const satisfies Translation<typeof english>
