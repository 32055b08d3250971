// German messages of question packs and their answers, and the texts written into their workbooks.
import type { questionMessages as english } from '../../en/fixing/questions.ts'
import type { Translation } from '../../texts.ts'

export const questionMessages = {
  // Questions, for an owner of the data.
  which_phone: 'Welche Telefonnummer?',
  which_email: 'Welche E-Mail-Adresse?',
  which_date: 'Welches Datum ist „{column}“?',
  which_time: 'Welcher Zeitpunkt ist „{column}“?',
  which_choice: 'Welcher Wert für „{column}“?',
  what_should: 'Was soll in „{column}“ stehen?',
  how_shorter: 'Wie lässt sich das kürzer sagen?',
  nothing_there: 'Dort steht nichts.',
  nothing_but_needed: 'Dort steht nichts, und die Plattform braucht es.',
  not_taken: 'Dort steht {text}, was die Plattform nicht annimmt.',
  no_choice: 'Dort steht {text}, was keiner der zulässigen Werte ist.',
  choose_from_list: 'Bitte wählen Sie aus der Liste.',
  test_address: 'Dort steht {text}, was wie eine Testadresse aussieht; die Plattform lehnt sie ab.',
  in_future: 'Dort steht {text}, was in der Zukunft liegt.',
  no_such_date: 'Dort steht {text}, ein Tag, den es nicht gibt.',
  two_digit_year: 'Dort steht {text} mit einem nur zweistelligen Jahr.',
  no_such_time: 'Dort steht {text}, eine Uhrzeit, die es nicht gibt.',
  ambiguous_time:
    'Dort steht {text}, eine Uhrzeit, die es an diesem Tag wegen der Zeitumstellung zweimal gab.',
  too_long: 'Dort steht {text} mit {length} Zeichen; höchstens {most} passen.',
  too_long_unknown: 'Dort steht {text} mit {length} Zeichen, mehr als die Plattform annimmt.',
  too_short: 'Dort steht {text}, was zu kurz ist.',
  too_short_of: 'Dort steht {text}, was zu kurz ist: Mindestens {least} Zeichen sind nötig.',
  too_large: 'Dort steht {text}, was zu groß ist.',
  too_large_of: 'Dort steht {text}, was zu groß ist: Höchstens {most} wird angenommen.',
  too_small: 'Dort steht {text}, was zu klein ist.',
  too_small_of: 'Dort steht {text}, was zu klein ist: Mindestens {least} wird angenommen.',
  digits_lost: 'Dort steht {text}, was in einer Tabelle Ziffern verloren hat. Bitte schreiben Sie alle.',
  error_cell: 'Dort steht {text}, ein Fehler der Tabelle.',
  part_missing: 'In dem, was dort steht, {text}, fehlt ein Teil.',
  conflicting: 'Dort steht {text}, was sich zwischen Zeilen desselben Kontos unterscheidet.',
  cannot_read:
    'Dort steht {text}, was sich nicht als {kind, select, date {Datum} time {Zeitpunkt} number {Zahl} whole {ganze Zahl} yes {Ja oder Nein} email {E-Mail-Adresse} other {das, was dort hingehört,}} lesen lässt.',
  not_accepted: 'Dort steht {text}, was nicht angenommen wurde.',
  write_like: 'Bitte schreiben Sie es wie {example}.',
  also: 'Außerdem: {words}',
  platform_says: 'Die Plattform sagt: {words}',
  many_say_this: 'So steht es in {n, number} Zellen.',
  cells: '{n, number} Zellen',

  // The workbook.
  sheet_read_me: 'Bitte lesen',
  file_name: '{batch} Fragen {day}',
  unnamed_batch: 'Stapel',
  sheet_questions: 'Fragen',
  sheet_lists: 'Listen',
  header_number: 'Nr.',
  header_key: 'Konto',
  header_sheet: 'Blatt',
  header_row: 'Zeile in Ihrer Datei',
  header_column: 'Spalte',
  header_text: 'Jetzt steht dort',
  header_asked: 'Frage',
  header_answer: 'Ihre Antwort',
  header_reference: 'Referenz',
  header_of_file: '{column} (Ihre Datei)',
  leave_empty: 'leer lassen',
  title: 'Fragen zu {name}',
  introduction:
    'Wir übertragen Ihre Konten. In {accounts, plural, one {# Konto} other {# Konten}} fehlt etwas oder ist nicht verwendbar, daher stellen wir Ihnen {questions, plural, one {# Frage} other {# Fragen}}.',
  what_to_do: 'Was zu tun ist',
  step_sheet: '1. Gehen Sie zum Blatt „{sheet}“. Jede Zeile fragt nach einer Sache.',
  step_answer: '2. Schreiben Sie den richtigen Wert in die gelbe Zelle unter „{header}“.',
  step_answer_or_list:
    '2. Schreiben Sie den richtigen Wert in die gelbe Zelle unter „{header}“, oder wählen Sie ihn aus der Liste, wo es eine gibt.',
  step_empty: '3. Wo nichts stehen soll, schreiben Sie: {word}',
  step_unknown:
    '4. Was Sie nicht wissen, lassen Sie frei. Sie können die Datei mit einigen Antworten senden und den Rest später.',
  step_send: '5. Speichern Sie die Datei, und senden Sie sie zurück.',
  only_yellow:
    'Nur die gelben Zellen können geändert werden. Schreiben Sie Zahlen, wie sie sind, mit ihren Nullen: Es wird nichts berechnet.',
  send_back_by: 'Bitte senden Sie sie bis {due} zurück.',
  ask_contact: 'Wenn etwas unklar ist, fragen Sie {contact}.',

  // Making a pack and reading answers.
  batch_busy:
    '{n, plural, one {# Konto wird} other {# Konten werden}} nach einer Änderung noch geprüft, also ist noch nicht bekannt, was falsch ist. Warten Sie, bis das fertig ist.',
  nothing_to_ask:
    'Hier gibt es keine falsche Zelle, nach der gefragt werden kann. Wählen Sie andere Probleme, oder erlauben Sie vertrauliche Felder.',
  too_many:
    'Das sind {n, number} Fragen, und ein Blatt fasst {most, number}. Fragen Sie nach einer Ursache auf einmal.',
  name_taken:
    'Während der Fragebogen geschrieben wurde, entstand in {folder} eine Datei {file}. Sie wurde nicht ersetzt, und es wurde kein Fragebogen behalten. Erstellen Sie ihn noch einmal: Er bekommt dann einen anderen Namen.',
  pack_cancelled: 'Der Fragebogen wurde abgebrochen. Es wurde nichts davon behalten.',
  stopped: 'Es wurde angehalten. Nichts wurde geändert.',
  reading_stopped: 'Das Lesen wurde angehalten. Nichts wurde geändert.',
  no_pack:
    '„{file}“ hat kein Blatt mit den Spalten „{number}“, „{account}“ und „{answer}“ und ist daher kein Fragebogen. Wählen Sie die Arbeitsmappe, die zurückkam.',
  batch_number: 'Stapel {batch}',
  other_batch:
    '„{file}“ beantwortet Fragen zu „{name}“, nicht zu diesem Stapel. Öffnen Sie jenen Stapel, und übernehmen Sie die Antworten dort.',
  pack_unknown:
    '„{file}“ beantwortet Fragen, die nicht von hier gestellt wurden oder deren Stapel entfernt wurde. Wählen Sie die Arbeitsmappe, die für diesen Stapel zurückkam.',
  answers_gone:
    'Diese Antworten sind nicht mehr im Speicher: Die Datei wurde erneut gelesen, oder Carryover wurde neu gestartet. Lesen Sie die Datei erneut.',
  sent_since:
    'Konto {key} wurde gesendet, nachdem die Antworten gelesen wurden. Lesen Sie die Datei erneut: Die Antworten können jetzt nicht übernommen werden.',
  edited_since:
    'In diesem Stapel wurde etwas geändert, nachdem die Antworten gelesen wurden. Lesen Sie die Datei erneut, und prüfen Sie, was sich geändert hat.',
  answers_of: 'Antworten aus {file}',

  // Why an answer is not merged as it is.
  not_merged: '{why} Sie wird nicht übernommen.',
  row_of_other_pack: 'Es ist eine Zeile eines anderen Fragebogens.',
  no_such_question: 'Keine Frage dieses Fragebogens hat diese Nummer und dieses Konto.',
  numbers_differ: 'Die Zeile nennt Frage {said}, ihre verborgene Referenz nennt {number}.',
  accounts_differ: 'Frage {number} betrifft {who}, die Zeile nennt {said}.',
  columns_differ: 'Frage {number} betrifft die Spalte {column}, die Zeile nennt {said}.',
  column_gone: 'Es gibt keine Spalte „{column}“ auf „{sheet}“ mehr.',
  account_gone: 'Es gibt kein Konto {key} mit einer Zeile auf „{sheet}“ mehr.',
  row_gone: 'Konto {key} hat auf „{sheet}“ weniger Zeilen als zur Zeit der Frage.',
  will_be_empty: 'Die Zelle wird leer sein.',
  perhaps_empty:
    '„{answer}“ kann heißen, dass es niemand weiß oder dass die Zelle leer sein soll. Übernommen, leert es die Zelle.',
  edited_here: 'Die Zelle wurde hier nach der Frage geändert.',
  changed_in_version: 'Die Zelle enthält in dieser Version der Datei etwas anderes.',
  column_ties: 'Diese Spalte verbindet jetzt Zeilen mit Konten, also kann eine Antwort sie nicht ändern.',
  answered_twice: 'Es wurde {n}-mal verschieden beantwortet: {answers}. Wählen Sie eine Antwort.',
  row_says: 'Zeile {row} sagt „{text}“',
} as const satisfies Translation<typeof english>
