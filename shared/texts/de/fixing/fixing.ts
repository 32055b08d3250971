// German messages of edits, fixes, repairs and decisions.
export const fixingMessages = {
  // Fixes that cannot be made.
  not_a_pattern: '„{pattern}“ ist kein regulärer Ausdruck: {why}.',
  word_twice: '„{word}“ steht zweimal in der Tabelle, für „{first}“ und „{second}“.',
  parts_from_one: 'Teile werden ab 1 gezählt oder vom Ende mit -1.',
  time_made_up: '„{pattern}“ hat keine Uhrzeit, „{to}“ aber schon: Sie müsste erfunden werden.',

  // Why a check can be left to the service, or why it stays.
  our_own_check:
    'Eine eigene Prüfung von Carryover nach dem geladenen Katalog; die Spezifikation hat sie nicht.',
  guessed_row:
    'Carryover vermutet nur aus den Wörtern, dass die Zeile kein Kunde ist; Sie können es beurteilen.',
  left_out_by_specification:
    'Die Spezifikation sagt es so: Ein Feld ohne Daten wird weggelassen (Abschnitt 2.1, Regel 1).',
  no_value_made:
    'Aus der Zelle ließ sich kein Wert bilden, also gibt es nichts, worüber der Dienst entscheiden könnte.',
  service_validates_numbers: 'Der Dienst prüft Nummern selbst, nach einem Nummernplan, der neuer sein kann.',
  guessed_address: 'Carryover vermutet, dass der Dienst solche Adressen ablehnt.',
  payload_not_built: 'Mit diesem Problem lassen sich die Nutzdaten nicht bilden.',
  only_documented_fields:
    'Die Spezifikation sagt es so: Nur dokumentierte Felder werden gesendet (Abschnitt 2.1, Regel 4).',
  document_path_specified:
    'Die Spezifikation sagt, was ein Dokumentpfad ist (Abschnitt 2.1), und ein unsicherer kann das Dokument eines anderen nennen.',
  key_needed:
    'Ohne seinen Schlüssel lässt sich das Konto nicht von anderen unterscheiden und könnte doppelt angelegt werden.',
  values_would_be_lost: 'Der Dienst sähe nur einen der Werte, und die anderen gingen verloren.',
  identity_needed: 'Ohne es könnte das Konto angelegt und nie wiedergefunden oder doppelt angelegt werden.',
  status_not_read_back: 'Sein Status ließe sich nicht wieder lesen, also könnte es doppelt angelegt werden.',
  request_too_large: 'Laut der Verbindung nimmt der Dienst keine Anfrage dieser Größe.',
  sent_twice: 'Zweimal gesendet, könnte ein Konto doppelt angelegt werden.',
  nothing_to_create:
    'Außer seinem Schlüssel wurde nichts gefunden, also gibt es nichts, woraus ein Konto anzulegen wäre.',
  sent_here_as_well: 'Auch hier gesendet, könnte es doppelt angelegt werden.',
  not_overrulable: 'Dies ist keine der Prüfungen, die dem Dienst überlassen werden können.',
  supplier_required: 'Die Spezifikation verlangt den Lieferanten in allen Nutzdaten (Abschnitt 2.1).',
  service_knows_it_by: 'Daran erkennt der Dienst das Konto: Es muss stimmen, bevor etwas gesendet wird.',

  check_stays: 'Die Prüfung {code} bleibt: {why}',
  no_such_decision: 'Diese Entscheidung gibt es nicht.',
  no_such_problem: 'Das Konto hat dieses Problem nicht mehr.',
  account_of_other_batch: 'Konto {account} gehört zu einem anderen Stapel.',
  connection_needed: 'Wählen Sie zuerst eine Verbindung: Für sie wird die Entscheidung aufbewahrt.',
  copies_changed:
    'Nichts wurde getan: Die Kopien haben sich seit der Anzeige geändert (Gruppen von Kopien jetzt: {groups}). Prüfen Sie sie, und wählen Sie erneut.',
  no_such_row: 'Blatt {sheet} von Stapel {batch} hat keine Zeile {row}.',
  nothing_edited:
    'Keine dieser Zellen wurde geändert, oder ihre Konten können jetzt nicht geändert werden. Nichts wurde getan.',
  take_out: '{path} von {key} herausnehmen',
  fix_changes_nothing: 'Diese Korrektur ändert keine der gewählten Zellen. Nichts wurde getan.',
  repairs_remembered: '{n, plural, one {# Zelle} other {# Zellen}} wie in früheren Dateien korrigiert',
  two_repairs: '„{before}“ kann nicht zugleich „{first}“ und „{second}“ werden. Wählen Sie eines von beiden.',
  no_repair_fits:
    'Keine der gewählten Korrekturen passt noch zu einer Zelle dieses Stapels. Nichts wurde geändert.',

  pattern_too_slow:
    'Das Muster braucht zu lange für eine Zelle zwischen Zeile {first} und Zeile {last}. Nichts wurde geändert. Vereinfachen Sie es: Meist liegt es an wiederholten Gruppen in wiederholten Gruppen, etwa (a+)+.',
} as const
