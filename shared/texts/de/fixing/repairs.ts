// German messages of repaired fix files that are applied to their batch.
import type { Translation } from '../../texts.ts'
import type { repairMessages as english } from '../../en/fixing/repairs.ts'

export const repairMessages = {
  of: 'Korrekturen aus {file}',
  not_known:
    '„{file}“ ist eine Korrekturdatei eines anderen Datenordners oder eines entfernten Stapels. Sie kann als eigener Stapel geladen werden.',
  other_batch:
    '„{file}“ ist eine Korrekturdatei von „{name}“, nicht von diesem Stapel. Öffnen Sie jenen Stapel und übernehmen Sie sie dort.',
  column_added: 'Der Stapel hat keine Spalte „{column}“, also wird sie nicht benutzt.',
  column_unclear:
    'Der Stapel hat {here, plural, one {# Spalte} other {# Spalten}} „{column}“ und die Datei {there}, also ist nicht klar, welche welche ist. Keine davon wird benutzt.',
  row_added: 'Diese Zeile wurde hinzugefügt. Mit ihr geschieht nichts.',
  row_of_other_file: 'Diese Zeile gehört zu einer anderen Korrekturdatei. Mit ihr geschieht nichts.',
  row_not_known: 'Die Korrekturdatei wurde ohne diese Zeile geschrieben. Mit ihr geschieht nichts.',
  row_deleted: 'Diese Zeile wurde in der Datei gelöscht oder geleert. Im Stapel bleibt sie, wie sie ist.',
  row_gone: 'Diese Zeile ist nicht mehr im Stapel.',
  read_again:
    'Die Dateien des Stapels wurden seither neu gelesen, und an dieser Stelle ist jetzt eine andere Zeile.',
  row_twice:
    'Die Zeile ist {n}-mal mit verschiedenen Texten in der Datei: {answers}. Wählen Sie einen davon.',
  mixed_up:
    'Der ausgeblendete Verweis dieser Zeile gehört zu einer anderen: Das Blatt wurde ohne die ausgeblendete Spalte sortiert. Mit ihr geschieht nichts.',
  edited_here: 'Die Zelle wurde hier geändert, nachdem die Korrekturdatei geschrieben war.',
  column_locked: 'Diese Spalte verbindet Zeilen mit Konten. {why}',
} as const satisfies Translation<typeof english>
