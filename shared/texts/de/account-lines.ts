// German messages of the advice that stands with an account, and decisions that were moved.
import type { lineMessages as english } from '../en/account-lines.ts'
import type { Translation } from '../texts.ts'

export const lineMessages = {
  excluded: 'Ausgeschlossen: {reason}',
  held: 'Zurückgehalten: {reason}',
  hold_is_due:
    'Der Tag, bis zu dem es zurückgehalten wird, ist da: Heben Sie das auf, oder halten Sie es weiter zurück. Zurückgehalten: {reason}',
  fix_its_cells: 'Probleme in seinen Zellen verhindern das Senden: Korrigieren Sie sie.',
  fix_what_is_named:
    'Der Dienst hat es abgelehnt: Korrigieren Sie, was er nennt, und prüfen Sie dann noch einmal.',
  lost_without_status:
    'Seine Antwort ging verloren, und die Verbindung hat keinen Statuspfad: Nichts zeigt, ob es ankam. Fragen Sie den Plattformbetreiber; kam es nicht an, senden Sie es noch einmal.',
  accepted_without_status:
    'Der Dienst hat es angenommen, und die Verbindung hat keinen Statuspfad: Was daraus wurde, ist nicht lesbar. Fragen Sie den Plattformbetreiber.',
  lost_for_long:
    'Seine Antwort ging vor {age} verloren, und sein Status war seither nicht zu bekommen. Bis er bekannt ist, wird nichts gesendet: Lesen Sie den Status erneut, und fragen Sie den Plattformbetreiber, ob das Konto {key} da ist.',
  lost: 'Seine Antwort ging verloren. Sein Status wird gelesen; bis er bekannt ist, wird nichts gesendet.',
  not_visible:
    'Der Dienst hat es vor {age} angenommen und zeigt es noch nicht. Von selbst wird es nicht noch einmal gesendet: Fragen Sie den Plattformbetreiber, ob es ankam, und lesen Sie den Status erneut.',
  not_known_any_more:
    'Der Dienst hat {status} gesagt und kennt es nicht mehr. Es wird von selbst noch einmal danach gesehen; dauert das an, fragen Sie den Plattformbetreiber.',
  same_for_long:
    'Der Dienst sagt seit {age} {status}: Fragen Sie den Plattformbetreiber, ob es noch weitergeht, und lesen Sie den Status erneut.',
  processed_without_identifier:
    'Der Dienst sagt PROCESSED und hat noch keine Plattformkennung angegeben. Es wird noch einige Male danach gesehen.',
  odd_status_for_long:
    'Der Dienst sagt seit {age} „{status}“, ein Wort, das seine Beschreibung nicht kennt: Fragen Sie den Plattformbetreiber, was es bedeutet.',
  changed_when_done:
    'Nach dem Abschluss geändert (der Dienst sagt jetzt {status}): Ein früherer Bericht ist veraltet.',
  no_status: 'kein Wort',
  shares_identifier:
    'Der Dienst hat seine Plattformkennung auch einem anderen Konto gegeben: Fragen Sie den Plattformbetreiber, zu welchem sie gehört.',
  failed_because: '{why} Beheben Sie das, und senden Sie es noch einmal.',
  failed:
    'Der Dienst konnte es nicht anlegen: Sehen Sie sich sein Problem an, korrigieren Sie es, und senden Sie es noch einmal.',
  dry_run_failed:
    'Sein Probelauf schlug fehl, ein Anlegen würde das auch: Sehen Sie sich sein Problem an, korrigieren Sie es, und senden Sie es noch einmal.',
  cancelled:
    'Der Dienst hat es abgebrochen: Fragen Sie den Plattformbetreiber, oder senden Sie es noch einmal.',
  whose_unsure:
    'Die Plattform hat es; ob dieses Senden es angelegt hat oder kurz zuvor jemand anderes, ist nicht sicher: Vergleichen Sie es mit der Plattform, und fragen Sie den Plattformbetreiber, wer es angelegt hat.',
  already_there:
    'Die Plattform hatte es schon, und es wurde nicht aus diesem Stapel gesendet: Entscheiden Sie, was geschehen soll.',
  created_and_gone:
    'Der Dienst hat gesagt, dass es angelegt wurde, und kennt es nicht mehr: Fragen Sie den Plattformbetreiber, ob es da ist.',
  created_without_identifier:
    'Der Dienst sagt PROCESSED, hat aber keine Plattformkennung angegeben: Fragen Sie den Plattformbetreiber danach.',
  under_a_minute: 'weniger als einer Minute',
  minutes: '{n, plural, one {# Minute} other {# Minuten}}',
  hours: '{n, plural, one {# Stunde} other {# Stunden}}',
  days: '{n, plural, one {# Tag} other {# Tagen}}',
  decision_dropped:
    '{who} war {excluded, select, yes {ausgeschlossen} other {zurückgehalten}} ({reason}) und ist es nicht mehr: {why} Entscheiden Sie noch einmal.',
  decision_moved:
    '{who} war {excluded, select, yes {ausgeschlossen} other {zurückgehalten}} ({reason}). {to} ist jetzt {excluded, select, yes {ausgeschlossen} other {zurückgehalten}}: {why}',
  decision_with_rows:
    '{name} ({n, plural, one {Zeile} other {Zeilen}} {rows}{more, plural, =0 {} other { und # weitere}})',
  decision_the_account: 'Das Konto',
  decision_without_number: 'Ein Konto ohne Nummer',
  decision_moved_with_its_row: 'dieselbe Zeile hat eine andere Nummer.',
  decision_moved_with_fewer_rows: 'einige seiner Zeilen gehören jetzt zu einem anderen Konto.',
  decision_moved_in_file: 'die Datei wurde neu gelesen und hat es dort.',
  decision_moved_in_version: 'die neuere Version der Datei hat es dort.',
  decision_moved_rows: 'die Zeilen sind andere.',
  decision_dropped_when_joined: 'seine Zeilen sind jetzt ein Konto mit anderen Zeilen.',
  decision_dropped_when_parted: 'seine Zeilen sind jetzt mehrere Konten.',
  decision_dropped_as_same_key:
    'mehrere Konten haben seine Nummer, und welches davon es war, ist nicht bekannt.',
  decision_dropped_in_version: 'in der neueren Version der Datei ist sein Konto nicht zu erkennen.',
  decision_dropped_as_gone: 'kein Konto hat seine Nummer und seine Zeilen.',
} as const satisfies Translation<typeof english>
