// German messages about batches that a purge leaves, and why.
import type { purgeMessages as english } from '../en/purge.ts'
import type { Translation } from '../texts.ts'

export const purgeMessages: Translation<typeof english> = {
  loading: 'Er wird gerade geladen.',
  handed_over: 'Er wurde übergeben. Holen Sie ihn zuerst zurück: Wie das geht, zeigt sein Schritt Bericht.',
  unconfirmed:
    '{accounts, plural, one {# Konto ist unbestätigt: Ob es angelegt wurde, ist noch nicht bekannt.} other {# Konten sind unbestätigt: Ob sie angelegt wurden, ist noch nicht bekannt.}}',
  under_way: '{accounts, plural, one {# Konto ist unterwegs.} other {# Konten sind unterwegs.}}',
  in_doubt:
    '{accounts, plural, one {# Konto wurde vielleicht gesendet, ohne dass dieser Datenordner es weiß. Schließen Sie es vorher aus, oder lassen Sie seinen Status lesen.} other {# Konten wurden vielleicht gesendet, ohne dass dieser Datenordner es weiß. Schließen Sie sie vorher aus, oder lassen Sie ihren Status lesen.}}',
  to_fix:
    '{accounts, plural, one {# Konto wurde freigegeben und ist nicht abgeschlossen. Korrigieren und senden Sie es, oder schließen Sie es vorher aus.} other {# Konten wurden freigegeben und sind nicht abgeschlossen. Korrigieren und senden Sie sie, oder schließen Sie sie vorher aus.}}',
  rechecking:
    '{accounts, plural, one {# Konto wird noch einmal geprüft.} other {# Konten werden noch einmal geprüft.}}',
  busy: 'Carryover arbeitet noch daran. Versuchen Sie es danach noch einmal.',
  not_merged:
    'Eine neuere Version seiner Datei ist noch nicht mit ihm zusammengeführt. Führen Sie beide zusammen, oder trennen Sie sie.',
  recent: 'Er hat sich erst vor Kurzem geändert.',
}
