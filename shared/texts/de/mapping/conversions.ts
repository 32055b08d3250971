// German messages of conversions of cell values. A fault is the end of a sentence whose subject is the value.
import type { conversionMessages as english } from '../../en/mapping/conversions.ts'
import type { Translation } from '../../texts.ts'
import { proposalMessages } from './conversion-proposals.ts'

export const conversionMessages = {
  ...proposalMessages,

  value_fault: '„{value}“ {fault}.',
  masked_value_fault: 'Der Wert {fault}.',

  not_a_single_value: 'kann {path} nicht füllen, das kein einzelner Wert ist',
  not_true_or_false: 'ist weder „true“ noch „false“: Legen Sie für die Spalte eine Umwandlung „boolean“ fest',
  error_cell: 'ist ein Fehler der Tabelle, kein Wert',
  withheld_text:
    'ist die Marke eines Textes, den ein Bericht weggelassen hat: Schreiben Sie den Text selbst in die Zelle',
  joined_error_cell: 'ist mit „{text}“ verbunden, einem Fehler der Tabelle',
  not_a_document_path: 'ist kein Dokumentpfad: Er {fault}',
  not_a_whole_number: 'ist keine ganze Zahl',
  not_a_plain_number: 'ist keine Zahl, die nur aus Ziffern und „{decimal}“ besteht',
  not_a_grouped_number: 'ist keine Zahl wie {example}, mit „{sign}“ vor je drei Ziffern',
  too_many_digits: 'hat mehr Ziffern, als eine Zahl fassen kann',
  digits_lost:
    'ist eine lange Zahl, von der die Tabelle nur die ersten 15 Ziffern behält: Geben Sie sie in einer als Text formatierten Zelle neu ein',
  phone_read_later: 'wird erst beim Bilden der Konten als Telefonnummer gelesen, nicht hier',
  not_a_phone_number: 'ist keine gültige Telefonnummer',
  not_a_phone_number_of: 'ist keine gültige Telefonnummer von {region}',
  phone_region_missing:
    'beginnt nicht mit „+“ und dem Land: Legen Sie für die Umwandlung oder die Verbindung ein Land fest',
  phone_region_unknown: 'kann nicht gelesen werden: {region} ist kein Land mit Telefonnummern',
  phone_not_as_dialled:
    'ist nicht so geschrieben, wie man in {region} wählt: Vielleicht fehlt eine führende Ziffer oder „+“ vor dem Land',
  phone_extension:
    'hat eine Durchwahl, die sich mit „+“ und Ziffern nicht ausdrücken lässt: Behalten Sie Nummern, wie sie sind',
  parts_differ: 'hat bei „{separator}“ {found, plural, one {einen Teil} other {# Teile}}, nicht {wanted}',
  last_part_missing: 'hat bei „{separator}“ keinen letzten Teil',
  part_missing: 'hat bei „{separator}“ keinen {part}. Teil',
  part_from_end_missing: 'hat bei „{separator}“ keinen {part}. Teil vom Ende',
  none_of_words: 'ist nichts von {words}',
  not_in_table: 'steht nicht in der Tabelle der Wörter dieser Spalte: Ergänzen Sie es',

  not_an_iso_date: 'ist kein Datum der Form JJJJ-MM-TT: Legen Sie für die Spalte eine Umwandlung „date“ fest',
  time_without_date: 'ist eine Uhrzeit ohne Datum',
  date_with_time: 'ist ein Datum mit Uhrzeit, das Feld nimmt aber nur ein Datum',
  not_an_iso_time:
    'ist kein Zeitpunkt der Form JJJJ-MM-TTThh:mm:ssZ: Legen Sie für die Spalte eine Umwandlung „datetime“ fest',
  zone_missing: 'nennt keine Zeitzone: Legen Sie für die Spalte eine Umwandlung „datetime“ mit Zeitzone fest',
  two_digit_year:
    'hat ein zweistelliges Jahr: Wählen Sie „Jedes übliche Datum“, das sagt, wofür zwei Ziffern stehen',
  no_usual_date: 'ist kein Datum in einer üblichen Schreibweise mit dieser Reihenfolge',
  two_names: 'nennt zwei Personen oder zwei Dinge: Schreiben Sie einen Namen in die Zelle',
  company_name: 'sieht aus wie der Name einer Firma, nicht einer Person',
  single_name: 'ist ein einzelnes Wort: Niemand weiß, ob es ein Vor- oder ein Nachname ist',
  odd_name: 'ist kein Name wie „Herr John Smith“ oder „Smith, John“',
  not_written_as: 'ist nicht als {pattern} geschrieben',
  no_hour_of_half_day: 'hat eine Stunde, die es mit AM und PM nicht gibt (nur 1 bis 12)',
  year_not_meant: 'hat ein Jahr, das ein Versehen sein muss',
  year_too_early: 'hat ein Jahr vor 1000: Schreiben Sie alle vier Ziffern des Jahres',
  no_such_month: 'nennt einen Monat, den es nicht gibt',
  no_such_day: 'nennt einen Tag, den es in diesem Monat nicht gibt',
  no_such_time: 'nennt eine Uhrzeit, die es nicht gibt',
  hour_skipped: 'fällt in die Stunde, die die Uhren von {zone} überspringen',
  hour_repeated: 'kommt in {zone} zweimal vor, weil die Uhren zurückgestellt werden: Schreiben Sie es in UTC',

  path_begins_wrong: 'muss mit „/“ beginnen',
  path_names_folder: 'muss ein Dokument nennen, keinen Ordner',
  path_doubles_slash: 'darf kein „//“ enthalten',
  path_has_backslash: 'darf kein „\\“ enthalten',
  path_has_control_characters: 'darf keine Steuerzeichen enthalten',
  path_is_encoded: 'darf keine kodierten Trennzeichen oder Punkte enthalten',
  path_has_dots: 'darf „.“ oder „..“ nicht als Teil enthalten',
  path_not_text: 'muss Text sein',
  prefix_fault: 'Das Präfix „{prefix}“ {fault}.',

  does_not_fit: 'Die Umwandlung „{kind}“ kann {label} ({path}) nicht füllen; das Feld nimmt {wanted}.',
  wants_text: 'Text',
  wants_format: 'Text im Format {format}',
  wants_yes_or_no: 'ja oder nein',
  wants_kind: 'einen Wert der Art {kind}',
  fallback_not_last: 'Ein Ersatzwert ist der letzte Schritt: Danach kann nichts mehr kommen.',
  step_after_value: 'Der Schritt „{step}“ kann nicht nach „{maker}“ kommen, das den Wert schon ergibt.',
  join_not_first: 'Ein Verbinden liest ganze Zellen: Es kann nur der erste Schritt sein.',
  no_such_zone: 'Es gibt keine Zeitzone „{zone}“: Verwenden Sie einen Namen wie Europe/Berlin oder UTC.',
  fallback_fault: 'Der Ersatzwert „{value}“ für {label} ({path}) {fault}.',
  fallback_must_be:
    'muss {wanted, select, string {Text in Anführungszeichen} boolean {ein Wahrheitswert ohne Anführungszeichen} other {eine Zahl ohne Anführungszeichen}} sein',
  fallback_not_whole: 'muss eine ganze Zahl sein',
  fallback_blank: 'ist leer',
  fallback_no_choice: 'ist keiner der zulässigen Werte: {choices}',
  both_signs: 'Das Zeichen „{sign}“ kann nicht zugleich Dezimal- und Tausenderzeichen sein.',
  word_means_both: 'Das Wort „{word}“ bedeutet sowohl ja als auch nein.',
  word_twice: 'Das Wort „{word}“ steht zweimal in der Tabelle, für „{first}“ und „{second}“.',

  pattern_names_twice:
    'Das Muster „{pattern}“ nennt {unit, select, year {das Jahr} month {den Monat} day {den Tag} hour {die Stunde} minute {die Minute} second {die Sekunde} other {die Tageshälfte}} zweimal.',
  pattern_ambiguous:
    'Das Muster „{pattern}“ kann auf zwei Arten gelesen werden: Setzen Sie neben einstellige Teile ein Trennzeichen, oder schreiben Sie sie doppelt (dd, MM, HH).',
  pattern_short_year:
    'Das Muster „{pattern}“ enthält „{piece}“: Jahre werden vierstellig geschrieben (yyyy); zweistellige Jahre werden nicht angenommen.',
  pattern_unknown_piece:
    'Das Muster „{pattern}“ enthält „{piece}“, das keines von yyyy, MM, M, MMM, dd, d, HH, H, hh, h, mm, ss, a ist.',
  pattern_lacks:
    'Das Muster „{pattern}“ sagt nicht, wo {unit, select, year {das Jahr} month {der Monat} other {der Tag}} steht.',
  pattern_has_time:
    'Das Muster „{pattern}“ enthält eine Uhrzeit, die Umwandlung ergibt aber ein Datum: Verwenden Sie die Umwandlung „datetime“.',
  pattern_lacks_time: 'Das Muster „{pattern}“ braucht Stunden und Minuten (HH:mm).',
  pattern_lacks_half:
    'Das Muster „{pattern}“ enthält Stunden des halben Tages (h): Ergänzen Sie a für AM und PM, oder schreiben Sie H für 24 Stunden.',
  pattern_half_alone: 'Das Muster „{pattern}“ enthält AM und PM (a), also sind seine Stunden h oder hh.',
} as const satisfies Translation<typeof english>
