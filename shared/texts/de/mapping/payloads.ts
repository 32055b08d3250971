// German messages of payloads: problems of an account's values and rows, and why fields are left out or required.
import type { payloadMessages as english } from '../../en/mapping/payloads.ts'
import type { Translation } from '../../texts.ts'

export const payloadMessages = {
  key_missing: '{sheet}, Zeile {row}: Die Spalte {columns} ist leer, also gehört die Zeile zu keinem Konto.',
  not_converted: '{label}: {why} ({sheet}, Zeile {row}, Spalte „{column}“)',
  not_converted_here: '{label}: {why}',
  cell_without_value: 'Die Zelle ergibt keinen Wert.',
  conflict:
    '{label}: Die Zeilen {first} und {second} von {sheet} sind ein Konto, aber ihre Zellen in der Spalte „{column}“ unterscheiden sich: „{one}“ und „{other}“. Gleichen Sie sie an.',
  masked_conflict:
    '{label}: Die Zeilen {first} und {second} von {sheet} sind ein Konto, aber ihre Zellen in der Spalte „{column}“ unterscheiden sich. Gleichen Sie sie an.',
  only_a_key:
    'Von diesem Konto ist nichts bekannt als sein Schlüssel „{key}“: Alle anderen Zellen, die ein Feld füllen, sind leer. Füllen Sie die Zellen aus, oder schließen Sie das Konto aus.',
  identity_missing:
    'Dem Konto fehlt {path}: Es könnte angelegt, aber nie verfolgt werden. Füllen Sie die Zelle aus, oder ordnen Sie eine Spalte zu.',
  identity_unsafe:
    '{path} {fault}; der Status des Kontos ließe sich nicht wieder lesen. Ändern Sie es in der Tabelle.',
  identity_no_text: 'ist kein Text',
  identity_with_slash: '„{value}“ enthält „/“',
  identity_is_dots: 'ist „{value}“, was eine andere Adresse bedeutet',
  identity_control_character: 'enthält ein Steuerzeichen, etwa einen Zeilenumbruch',
  identity_half_character: 'enthält ein halbes Zeichen (ein gebrochenes Surrogat)',

  omitted_empty: 'Die Zelle ist leer, oder nach der Umwandlung bleibt von ihrem Text nichts übrig.',
  omitted_all_empty: 'Alle Zellen dafür sind leer.',
  omitted_repeated: 'Die Zellen wiederholen die einer früheren Zeile des Kontos: Es wird einmal gesendet.',
  omitted_not_converted: 'Der Text der Zelle konnte nicht umgewandelt werden.',

  // What the catalogue refuses.
  title_of: '{de}{en, select, other {}}',
  the_account: 'Das Konto',
  with_value: '{name} „{value}“',
  required: '{name} fehlt: Der Dienst verlangt es.',
  required_here: '{name} fehlt: Der Dienst verlangt es hier.',
  is_null: '{name} ist leer (null): Lassen Sie das Feld weg, oder geben Sie ihm einen Wert.',
  is_blank: '{name} ist leer: Lassen Sie das Feld weg, oder geben Sie ihm einen Wert.',
  no_choice: '{name} ist keiner der zulässigen Werte: {choices}.',
  too_long: '{name} ist zu lang: höchstens {limit} {of, select, items {Einträge} other {Zeichen}}.',
  too_short: '{name} ist zu kurz: mindestens {limit} {of, select, items {Einträge} other {Zeichen}}.',
  too_large: '{name} ist zu groß: Die Grenze ist {limit}.',
  too_small: '{name} ist zu klein: Die Grenze ist {limit}.',
  not_a_list: '{name} muss eine Liste sein.',
  not_a_group: '{name} muss eine Gruppe von Feldern sein.',
  no_items: '{name} hat keine Einträge: Lassen Sie die Liste weg, oder geben Sie ihr einen.',
  no_phone_number: '{name} ist keine gültige Telefonnummer.',
  test_address: '{name} sieht aus wie eine Testadresse, die der Dienst ablehnt.',
  in_future: '{name} liegt in der Zukunft.',
  undocumented: '{name} ist kein dokumentiertes Feld: Es darf nicht gesendet werden.',
  no_document_path: '{name} ist kein Dokumentpfad: Er {fault}.',
  wrong_kind: '{name} ist nicht von der richtigen Art.',
  not_of_kind: '{name} ist nicht von der Art {kind}.',
  wrong_form: '{name} hat nicht die Form, die der Dienst annimmt.',
  no_date: '{name} ist kein Datum, das es gibt, in der Form JJJJ-MM-TT.',
  no_utc_time: '{name} ist kein Zeitpunkt in UTC in der Form JJJJ-MM-TTThh:mm:ssZ.',
  no_email: '{name} ist keine E-Mail-Adresse.',
  no_decimal: '{name} ist keine Dezimalzahl.',
  not_valid: '{name} ist nicht gültig.',

  // Why a field is not sent, or must be.
  field_named: '{label} (`{path}`)',
  path_named: '`{path}`',
  cell_place: '{sheet}, Zeile {row}, Spalte „{column}“',
  then_place: '{first}; {second}',
  more_places: '{places}; und {more} weitere',
  explain_repeated:
    '{name} wird weggelassen, weil seine Zellen die einer früheren Zeile des Kontos wiederholen: Der Eintrag wird einmal gesendet.',
  explain_not_converted:
    '{name} wird nicht gesendet, weil der Text der Zelle ({cells}) nicht umgewandelt werden konnte. Das Problem an dieser Zelle sagt warum; korrigieren Sie sie, oder leeren Sie sie, um das Feld wegzulassen.',
  explain_required_always: '{name} ist in jedem Konto erforderlich.',
  explain_required_inside:
    '{name} ist erforderlich, weil {owner} gesendet wird: {why}. Füllen Sie es aus, oder {way_out}.',
  made_by_fixed_value: 'Ein fester Wert erzeugt es',
  take_fixed_value_out: 'nehmen Sie den festen Wert aus der Zuordnung',
  cells_filled:
    '{n, plural, one {Eine Zelle, die es füllt, hat} other {# Zellen, die es füllen, haben}} einen Inhalt ({cells})',
  empty_cells:
    'leeren Sie {n, plural, one {diese Zelle} other {diese Zellen}}, um {of, select, item {den ganzen Eintrag} other {alles}} wegzulassen',
  explain_empty: '{name} wird weggelassen, weil die Zelle ({cells}) leer ist.',
  explain_empty_required:
    '{name} wird weggelassen, weil die Zelle ({cells}) leer ist, was sie nicht sein darf.',
  explain_empty_optional:
    '{name} wird weggelassen, weil die Zelle ({cells}) leer ist: Ein optionales Feld ohne Daten wird nicht gesendet.',
  explain_empty_inside:
    '{name} wird weggelassen, weil die Zelle ({cells}) leer ist und alles andere in {owner} auch.',
  explain_fixed_alone:
    'Der feste Wert von {name} wird nicht gesendet: {owner} wird weggelassen, und ein fester Wert allein lässt es nicht erscheinen.',
  its_owner: 'das Übergeordnete',
  explain_whole:
    '{name} wird ganz weggelassen, weil {why}: {kind, select, list {Eine optionale Liste} item {Ein optionaler Eintrag} other {Eine optionale Gruppe von Feldern}} ohne Daten wird nicht gesendet.',
  fed_by_no_row: 'keine Zeile etwas dazu beiträgt',
  fed_by_empty_cells:
    '{n, plural, one {die einzige Zelle dafür ({cells}) leer ist} other {alle # Zellen dafür ({cells}) leer sind}}',
  but_required_here: 'Es ist hier aber erforderlich.',
  but_required_always: 'Es ist aber in jedem Konto erforderlich.',
  then_needs: 'Sobald eine davon gefüllt ist, wird es gesendet und braucht dann {paths}.',
  explain_valid_fixed:
    '{name} ist optional, muss aber gültig sein, wenn es angegeben ist: Der feste Wert steht in der Zuordnung und kann dort geändert oder entfernt werden.',
  explain_valid:
    '{name} ist optional, muss aber gültig sein, wenn es angegeben ist: Korrigieren Sie {n, plural, one {die Zelle} other {die Zellen}} ({cells}), oder leeren Sie {n, plural, one {sie} other {alle}}, um es wegzulassen.',
  explain_valid_inside:
    '{name} ist optional, muss aber mit allem darin gültig sein, wenn es angegeben ist: Korrigieren Sie {n, plural, one {die Zelle} other {die Zellen}} ({cells}), oder leeren Sie {n, plural, one {sie} other {alle}}, um es wegzulassen.',
} as const satisfies Translation<typeof english>
