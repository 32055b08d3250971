// German messages of suggested mappings and of templates fitted to a file.
import type { suggestionMessages as english } from '../../en/mapping/suggestions.ts'
import type { Translation } from '../../texts.ts'

export const suggestionMessages = {
  from_template: 'Die Vorlage „{template}“ ordnet eine Spalte dieses Namens diesem Feld zu.',
  mapped_before:
    'Eine Spalte dieses Namens wurde schon {n, plural, one {einmal} other {{n}-mal}} diesem Feld zugeordnet.',
  mapped_before_of:
    'Eine Spalte dieses Namens wurde schon {n, plural, one {einmal} other {{n}-mal}} von {total} diesem Feld zugeordnet.',
  template_fits: 'Die Vorlage „{template}“ passt zu jeder Spalte dieser Datei.',
  own_path: 'Die Überschrift ist der Pfad des Feldes selbst.',
  values_are_choices:
    'Die Überschrift sagt nichts Bekanntes, aber alle ihre Werte sind zulässige Werte dieses Feldes.',
  values_look_like:
    'Die Überschrift sagt nichts Bekanntes, aber ihre Werte sehen aus wie Werte der Art „{kind}“.',
  others_as_near: 'Andere Felder liegen ebenso nahe.',
  rows_give_items:
    'Zeilen mit demselben Schlüssel unterscheiden sich darin, also ergibt jede Zeile einen Eintrag.',

  what: '{what, select, title {Titel} alias {Alias} name {Name} other {Name mit Besitzer}}',
  header_equals: 'Die Überschrift gleicht „{phrase}“ ({what} des Feldes).',
  header_written_out: 'Ausgeschrieben ist die Überschrift „{phrase}“ ({what} des Feldes).',
  header_same_meaning: 'Die Überschrift bedeutet dasselbe wie „{phrase}“ ({what} des Feldes).',
  header_nearly: 'Die Überschrift ähnelt „{phrase}“ ({what} des Feldes).',
  header_with_owner: 'Die Überschrift ist „{phrase}“ ({what} des Feldes) mit Wörtern dazu, wohin es gehört.',
  header_qualified: 'Die Überschrift ist „{phrase}“ ({what} des Feldes) mit dem Namen eines Systems.',
  header_holds: 'Die Überschrift enthält neben anderen Wörtern „{phrase}“ ({what} des Feldes).',
  header_part_of: 'Die Überschrift ist ein Teil von „{phrase}“ ({what} des Feldes).',
  values_fit: 'Die Werte der Spalte sehen aus wie {kind}.',
  values_fit_partly: 'Nur einige Werte der Spalte sehen aus wie {kind}.',
  values_fit_not: 'Aber die Werte der Spalte sehen nicht aus wie {kind}.',
  its_choices: 'seine zulässigen Werte',
  texts_of_length: 'Texte seiner Länge',
  values_of_kind: 'Werte der Art „{kind}“',

  no_key_column: 'Keine Spalte des Blatts „{sheet}“ sieht aus wie der Schlüssel des Kontos: Wählen Sie eine.',
  no_key_column_for:
    'Keine Spalte des Blatts „{sheet}“ sieht aus wie der Schlüssel des Kontos ({path}): Wählen Sie eine.',
  rows_are_items:
    'Mehrere Zeilen des Blatts „{sheet}“ haben denselben Schlüssel und unterscheiden sich in Spalten von {list}. Jede Zeile gilt als ein Eintrag dieses Kontos: Stimmt das?',
  sheet_not_linked:
    'Das Blatt „{sheet}“ hat keine Spalte mit einem verwendeten gemeinsam oder passt zu keiner Liste: Seine Zeilen würden nicht gesendet.',
  join_too_loose:
    'Das Blatt „{sheet}“ ist mit „{parent}“ nur über {columns} verbunden: Hat ein Konto dort mehrere Zeilen, bekommt jede davon alle. Gibt es eine Spalte, die sie unterscheidet?',

  sheet_gone: 'Die Datei hat kein Blatt „{sheet}“: Von dort kommt nichts.',
  sheet_alike:
    'Es hat {shared} von {columns, plural, one {# Spalte} other {# Spalten}}, die die Vorlage verwendet, und kein anderes Blatt hat so viele.',
  column_on_other_sheet:
    'Die Spalte steht nicht mehr auf dem Blatt „{sheet}“, sondern auf „{other}“: Ordnen Sie sie dort zu.',
  column_gone_key:
    'Das Blatt „{sheet}“ hat keine Spalte „{column}“. Sie ist ein Schlüssel; die Zuordnung ist erst verwendbar, wenn eine andere Spalte gewählt ist.',
  column_gone_ignored:
    'Das Blatt „{sheet}“ hat keine Spalte „{column}“. Sie wurde ignoriert, also geht nichts verloren.',
  column_gone:
    'Das Blatt „{sheet}“ hat keine Spalte „{column}“. Das Feld, das sie füllte, bekommt keinen Wert daraus.',
  column_new: 'Die Vorlage kennt diese Spalte nicht.',
  sheet_new: 'Die Vorlage kennt dieses Blatt nicht.',
  column_moved:
    'Sie war Spalte {before} und ist jetzt Spalte {after}; Spalten werden über den Namen gefunden, also ändert sich nichts.',
  was_column: 'Spalte {before}',
  words_same: 'Die Wörter sind dieselben, nur anders geschrieben.',
  words_same_in_full: 'Ausgeschrieben sind die Wörter dieselben.',
  one_letter: 'Ein Buchstabe unterscheidet sich.',

  template_not_json: 'Die Datei ist kein JSON und damit keine Vorlage. Exportieren Sie die Vorlage erneut.',
  template_newer:
    'Die Vorlage wurde von einem neueren Carryover gespeichert (ihre Version ist {version}, dieses liest {ours}). Aktualisieren Sie Carryover, oder bitten Sie um die Zuordnungsdatei.',
  template_is_mapping:
    'Dies ist eine Zuordnungsdatei, keine Vorlage: Öffnen Sie sie als Zuordnung eines Stapels, und speichern Sie sie als Vorlage.',
  template_other_file: 'Dies ist keine Vorlage von Carryover: "format": "{format}" fehlt.',
  template_unknown_keys: 'Die Vorlage enthält {keys}, was eine Vorlage nicht kennt: Nehmen Sie es heraus.',
  template_name: 'In der Vorlage muss {where} ein Name mit 1 bis 200 Zeichen sein.',
  template_saved_at: 'In der Vorlage muss {where} ein Zeitpunkt in UTC sein, etwa 2026-03-04T09:30:00Z.',
  template_text: 'In der Vorlage muss {where} nicht leerer Text sein oder fehlen.',
  template_layout:
    'In der Vorlage muss {where} eine Liste von Blättern mit Namen und Spalten sein oder fehlen.',
  template_version: 'In der Vorlage muss {where} {version} sein.',
  template_not_right: 'In der Vorlage ist {where} nicht richtig.',
} as const satisfies Translation<typeof english>
