// German messages of accounts: editing, duplicates, building, and calls about them.
import type { accountMessages as english } from '../en/accounts.ts'
import type { Translation } from '../texts.ts'
import { lineMessages } from './account-lines.ts'

export const accountMessages = {
  ...lineMessages,
  locked_queued: 'es wartet auf das Senden. Ziehen Sie es zuerst zurück.',
  locked_on_its_way:
    'es ist unterwegs, und was gesendet wurde, muss bleiben, was angezeigt wird. Warten Sie, bis es fertig ist.',
  locked_created: 'es wurde auf der Plattform angelegt.',
  locked_there: 'die Plattform hat es schon.',
  not_editable: 'Das Konto {key} kann nicht geändert werden: {why}',
  key_locked:
    'Diese Spalte ordnet Zeilen den Konten zu, und Konten dieses Stapels wurden schon gesendet. Korrigieren Sie sie in der Datei, und laden Sie die Datei als neuen Stapel.',
  mask_as_value:
    'Die Maske eines vertraulichen Werts kann nicht in eine Zelle geschrieben werden: Sie würde den Wert ersetzen. Zeigen Sie zuerst die vertraulichen Werte, oder tippen Sie den neuen Wert ein. Nichts wurde geändert.',
  problem_of_masked:
    'Der Dienst lehnt diesen vertraulichen Wert ab. Zeigen Sie die vertraulichen Werte, um seine Meldung zu lesen.',
  edit_of_masked: 'Ein vertraulicher Wert wurde geändert',
  masked_refused:
    'Unsere Prüfung weist diesen vertraulichen Wert zurück. Zeigen Sie die vertraulichen Werte unter „Korrigieren“ an, um den Grund zu lesen.',
  proposed_for_masked:
    'Die Werte dieser Spalte passen zu dieser Umwandlung. Sie sind vertraulich: Zeigen Sie sie unter „Korrigieren“ an, um sie zu vergleichen.',
  not_proposed_for_masked:
    'Diese Spalte ist vertraulich, und ein Vorschlag würde ihre Werte aufführen. Zeigen Sie die vertraulichen Werte unter „Korrigieren“ an, um einen zu erhalten.',
  being_built:
    'Die Konten werden neu gebildet. Nehmen Sie die Änderung noch einmal vor, wenn das fertig ist.',
  no_such_rows: 'Keine dieser Zeilen ist noch im Stapel. Nichts wurde geändert.',
  released:
    'Konten von Stapel {batch} sind freigegeben und würden unterdessen gesendet. Ziehen Sie im Schritt „Freigeben“ zurück, was in der Warteschlange ist, und warten Sie, bis der Rest fertig ist.',
  none_built: 'Stapel {batch} hat kein gebildetes Konto {account}.',
  sends_nothing_at: 'Das Konto {key} sendet unter {attr} nichts; es gibt nichts herauszunehmen.',
  key_cell:
    'Eine Zelle, die {attr} füllt, ordnet ihre Zeile auch dem Konto {key} zu. Korrigieren Sie diese Zelle, statt sie zu leeren.',
  stays_by_fixed:
    '{attr} des Kontos {key} würde weiterhin gesendet: {paths} {n, plural, one {ist} other {sind}} für den ganzen Stapel festgelegt, nicht durch eine Zelle. Nehmen Sie {n, plural, one {es} other {sie}} aus der Zuordnung.',
  stays_by_mapping:
    '{attr} des Kontos {key} würde weiterhin gesendet, obwohl jede Zelle leer wäre, die es füllt. Sehen Sie sich die Zuordnung seiner Felder an.',
  feeds_elsewhere: 'Die Spalte füllt {field}; das hat dieses Konto nicht.',
  taken_from_row:
    '{field} wird aus Zeile {row} genommen: Die Zeilen eines Kontos müssen darin übereinstimmen.',
  names_the_account: 'Kennzeichnet das Konto. Wird nicht gesendet.',
  feeds_nothing: 'Dieser Spalte ist kein Feld zugeordnet; nichts davon wird gesendet.',
  no_merge_of: 'Diese Konten können nicht zusammengeführt werden. Konto {key}: {why}',
  no_merge_of_columns:
    'Diese Konten können hier nicht zusammengeführt werden. Die Nummer steht in mehreren Spalten. Korrigieren Sie sie in der Tabelle.',
  number_of_columns: 'Die Nummer steht in mehreren Spalten. Korrigieren Sie sie in der Tabelle.',
  number_taken: 'Ein anderes Konto hat die Nummer {key}. Wählen Sie eine andere.',
  new_number: 'Neue Nummer {key}',
  new_numbers: 'Neue Nummern für {accounts} Konten',
  no_row_any_more: 'Das Konto hat keine Zeile mehr. Nichts wurde geändert.',
  merge: '{accounts} Konten zusammengeführt zu {key} (Zeile {row})',
  number_not_merged:
    'Die Nummer selbst kann beim Zusammenführen nicht gewählt werden. Korrigieren Sie sie in der Tabelle.',
  merged_into: 'Zusammengeführt in {key}, Zeile {row}',
  copy_of_kept: 'Kopie einer anderen Zeile, die behalten wurde',
  on_rows:
    '{n, plural, one {Zeile} other {Zeilen}} {rows}{more, plural, =0 {} other { und # weiteren}} von {sheet}',
  duplicate_was_sent:
    'Dasselbe Konto, in {where}, wurde schon gesendet. Dieses wird nicht gesendet: Schließen Sie es aus, oder geben Sie ihm eine eigene Nummer.',
  duplicate:
    'Dasselbe Konto steht auch in {where}. Keines davon wird gesendet, bis Sie eines behalten und die anderen ausschließen, sie zusammenführen oder jedem eine eigene Nummer geben.',
  linked_rows_undecided:
    '{n, plural, one {Zeile} other {Zeilen}} {rows} von {sheet}{more, select, yes { und weitere} other {}} haben dieselbe Nummer. Sagen Sie, zu welchem Konto jede davon gehört; nichts wurde geändert.',
  linked_row_keyless:
    'Zeile {linked} von {sheet} gehört zu einem Konto, das zusammengeführt würde, und Zeile {row}, die bliebe, hat keinen Schlüssel, den sie bekommen könnte. Nichts wurde geändert: Geben Sie zuerst Zeile {row} ihren Schlüssel.',
  catalogue_no_schema: 'Der Katalog ist kein gültiges JSON Schema (2020-12): {why}.',
  payload_too_large:
    'Die Daten des Kontos haben {bytes, number} Bytes, und die Verbindung sendet höchstens {most, number} in einer Anfrage: Es wird nicht gesendet. Kürzen Sie das Konto, oder fragen Sie den Plattformbetreiber, was der Dienst annimmt.',
  no_such_cell: 'Das Konto {key} hat keine solche Zelle.',
  rows_changed:
    'Nichts wurde getan: Die Zeilen haben sich geändert, seit sie angezeigt wurden (jetzt passend: {total, number}). Prüfen Sie sie, und wählen Sie dann noch einmal.',
  not_excludable:
    'Das Konto {key} kann nicht ausgeschlossen werden: {created, select, yes {es wurde auf der Plattform angelegt} other {es ist unterwegs}}.',
  put_back_already: 'Das wurde schon zurückgenommen, oder seine Konten wurden seither neu gebildet.',
  row_without_parent:
    'Keine Zeile des Blatts „{parent}“ hat den Schlüssel dieser Zeile, deshalb gehört sie zu keinem Konto. Korrigieren Sie ihren Schlüssel, oder fügen Sie die Zeile hinzu, zu der sie gehört.',
  row_cut_off:
    'Die Zeile des Blatts „{parent}“, zu der diese Zeile gehört, gehört selbst zu keinem Konto, deshalb auch diese nicht. Korrigieren Sie den Schlüssel jener Zeile.',
  row_without_key:
    'Diese Zeile hat keinen Schlüssel einer Zeile des Blatts „{parent}“, deshalb gehört sie zu keinem Konto. Tragen Sie ihren Schlüssel ein.',
} as const satisfies Translation<typeof english>
