// German messages of what the service answers: clauses, sentences, signing in, and the test of a connection.
import type { serviceMessages as english } from '../en/service.ts'
import type { Translation } from '../texts.ts'

export const serviceMessages = {
  a_redirect: 'einer Weiterleitung',
  a_redirect_to: 'einer Weiterleitung zu {host}',
  a_packed_body: 'einem gepackten Inhalt ({encoding})',
  unreadable_json: 'unlesbarem JSON: {text}',
  nothing: 'nichts',
  a_page: 'einer Seite (text/html) statt JSON',
  a_body: 'einem Inhalt ohne Typ statt JSON',
  a_typed_body: 'einem Inhalt vom Typ {type} statt JSON',
  http_with: 'HTTP {status} mit {clause}',
  the_answer: 'die Antwort',
  is_missing: '{name} fehlt',
  has_wrong_kind:
    '{name} ist {kind, select, null {null} list {eine Liste} object {ein Objekt} string {ein Text} number {eine Zahl} boolean {ein Wahrheitswert} other {ein Wert}}: {excerpt}',
  values_left_out:
    '{n, plural, one {# ihrer Werte über {most, number} hinaus ist} other {# ihrer Werte über {most, number} hinaus sind}} weggelassen',
  values_too_deep:
    '{n, plural, one {# tiefer als {most, number} Ebenen ist} other {# tiefer als {most, number} Ebenen sind}} als Text behalten',
  texts_cut: '{n, plural, one {# Text ist} other {# Texte sind}} bei {most, number} Zeichen abgeschnitten',
  answer_cut:
    'Die Antwort des Dienstes hat {bytes} Bytes und enthält mehr, als Carryover von einer liest: {parts}. Fragen Sie den Betreiber des Dienstes.',
  no_text: 'Der Dienst gab keinen Text an.',
  no_words: 'ohne Text',
  no_code: 'ohne Code',
  words_with_code: '{words} ({code})',
  create_not_understood: 'Die Antwort auf das Anlegen war nicht verständlich (HTTP {status}): {excerpt}',
  no_validate_path:
    '{url} kennt unter seinem Pfad keine Prüfung (HTTP 404): Das ist nicht der Datenimport-Dienst. Prüfen Sie die Basisadresse.',
  validate_not_understood:
    'Die Antwort auf die Prüfung war nicht verständlich: HTTP {status} und {excerpt}, erwartet waren HTTP 200 und ein leeres Objekt.',
  answered_with: 'Der Dienst hat mit HTTP {status} geantwortet: {excerpt}',
  too_many_problems:
    'Der Dienst hat in diesem Konto {found} Probleme gefunden; die ersten {most} sind behalten. Korrigieren Sie sie, und prüfen Sie noch einmal.',
  record_not_understood: 'Die Statusangabe war nicht verständlich: {fault}. Die ganze Antwort: {excerpt}.',
  statuses_not_permitted: 'Der Dienst erlaubt nicht, Status zu lesen (HTTP 403): {words}.',
  status_unrouted:
    '{url} hat auf einen Status mit HTTP 404 geantwortet und nicht mit dem Code {code}: {words}. Prüfen Sie die Basisadresse und den Statuspfad.',
  status_not_understood: 'Die Antwort auf einen Status war nicht verständlich: HTTP {status} und {words}.',
  no_answer: 'Keine Antwort: {why}.',
  asks_for_fewer: 'Der Dienst bittet um weniger Anfragen (HTTP 429).',
  answered: 'Der Dienst hat mit HTTP {status} geantwortet.',
  not_this_service:
    '{url} hat mit HTTP {status} und {clause} geantwortet: Das ist nicht der Datenimport-Dienst. Prüfen Sie die Basisadresse und den Statuspfad.',
  answer_not_understood:
    '{url} hat mit HTTP {status} und {clause} geantwortet; das war nicht verständlich. Vielleicht antwortet unterwegs ein Proxy oder ein Gateway statt des Dienstes: Fragen Sie den Plattformbetreiber.',
  key_missing:
    'Für diese Verbindung gibt es keinen API-Schlüssel. Geben Sie den Schlüssel ein, und versuchen Sie es noch einmal.',
  sign_in_failed: 'Die Anmeldung gelang nicht: {why}.',
  sign_in_answered: 'Die Anmeldung gelang nicht: {url} hat mit HTTP {status} geantwortet.',
  token_not_sendable:
    '{url} hat ein Token von {length} Zeichen erteilt, das in keinen Header passt. Fragen Sie den Plattformbetreiber.',
  key_refused: 'Der Dienst hat den API-Schlüssel abgelehnt: „{words}“. Prüfen Sie den Schlüssel.',
  sign_in_refused: 'Der Dienst hat die Anmeldung abgelehnt (HTTP {status}). Prüfen Sie den Schlüssel.',
  sign_in_page:
    '{url} hat mit HTTP {status} und {clause} geantwortet; das ist keine Ablehnung des Dienstes selbst. Vielleicht antwortet unterwegs ein Proxy oder ein Gateway an seiner Stelle: Fragen Sie den Plattformbetreiber, und prüfen Sie die Adresse.',
  sign_in_odd_json:
    '{url} hat mit HTTP {status} und JSON geantwortet, in dem weder ein Token noch ein Fehler verständlich war. Prüfen Sie die Token-Mutation und den Namen ihrer Antwort.',
  no_token_endpoint:
    '{url} hat mit HTTP {status} und {clause} geantwortet: Das ist nicht der Token-Endpunkt des Datenimport-Dienstes. Prüfen Sie die Adresse.',
  no_token:
    '{url} hat mit HTTP {status} ohne Token geantwortet: Das ist nicht der Token-Endpunkt des Datenimport-Dienstes. Prüfen Sie die Adresse.',
  next_try: '{why} Der nächste Versuch folgt in {seconds} s.',
  tokens_refused:
    'Der Dienst stellt für diesen Schlüssel Tokens aus, lehnt sie dann aber ab. Prüfen Sie, was der Schlüssel darf.',
  new_token_refused: 'Der Dienst hat auch ein neues Token abgelehnt (HTTP {status}).',
  new_token_refused_because: 'Der Dienst hat auch ein neues Token abgelehnt: {why}',
  test_fine_title: 'Alles funktioniert',
  test_fine: '{url} antwortet wie der Datenimport-Dienst und nimmt den Schlüssel an.',
  test_fine_slower: '{url} nimmt den Schlüssel an und bittet zurzeit um weniger Anfragen.',
  test_fine_advice: 'Der Dienst hat geantwortet und den Schlüssel angenommen.',
  test_odd_title: 'Die Antwort war nicht verständlich',
  test_odd_advice:
    'Etwas antwortet mit JSON, aber nicht wie beschrieben. Fragen Sie den Betreiber des Dienstes.',
  test_no_key_title: 'Es gibt noch keinen Schlüssel',
  test_no_key: 'Für diese Verbindung gibt es keinen API-Schlüssel.',
  test_no_key_advice: 'Geben Sie den Schlüssel ein, und testen Sie dann noch einmal.',
  test_key_refused_title: 'Der Schlüssel wurde abgelehnt',
  test_key_refused_advice:
    'Der Dienst ist da und nimmt diesen Schlüssel nicht an. Ist es der Schlüssel dieser Umgebung?',
  test_not_permitted_title: 'Der Schlüssel darf nicht prüfen',
  test_not_permitted: '{url} nimmt den Schlüssel an und lehnt den Vorgang ab (HTTP 403, {code}): {words}',
  test_not_permitted_advice: 'Bitten Sie den Plattformbetreiber um die Berechtigung.',
  test_other_title: 'Dort antwortet etwas anderes',
  test_other_advice:
    'Die Adresse antwortet, aber nicht wie der Datenimport-Dienst. Prüfen Sie Basis-URL und Token-URL.',
  test_trouble_title: 'Der Dienst hat eine Störung',
  test_trouble: '{url} antwortet nicht, wie es soll. {why}',
  test_trouble_advice:
    'Versuchen Sie es später noch einmal. Bleibt es so, fragen Sie den Betreiber des Dienstes.',
  creates_by_page:
    'Anfragen zum Anlegen werden so beantwortet: {what}. Unterwegs antwortet ein Proxy oder ein Gateway statt des Dienstes: Fragen Sie den Plattformbetreiber. Was aus den Konten wurde, wird aus ihrem Status gelesen.',
  times_in_a_row: '{times}-mal in Folge in {seconds} s: {why}',
  supplier_paused: 'Vom Plattformbetreiber angehalten; später werden weitere Konten erwartet.',
  supplier_complete: 'Abgeschlossen: Es werden keine weiteren Konten erwartet.',
  supplier_closed:
    'Der Lieferant ist angehalten oder abgeschlossen und nimmt keine Konten an; welches von beiden, sagt der Dienst nicht.',
  supplier_no_objection:
    'Der Dienst nennt kein Problem mit diesem Code. Sicher ist das, sobald Konten mit ihm geprüft sind.',
  supplier_refused: 'Der Dienst lehnt diesen Code ab: „{words}“ ({code})',
  supplier_unclear:
    'Zu diesem Code sagt der Dienst „{words}“ ({code}). Fragen Sie den Plattformbetreiber, was das bedeutet.',
  supplier_not_checked:
    'Der Dienst konnte zu diesem Code nicht gefragt werden: {why}. Er prüft den Code, wenn Sie prüfen.',
  supplier_slow: 'er bittet zurzeit um weniger Anfragen',
  supplier_paused_here: 'das Senden ist angehalten',
  closed_with_code: '{why} ({code})',
  closed_in_words: '{why} Der Dienst sagt: „{words}“ ({code})',
  refused_alike:
    'Der Dienst hat {times} Konten in Folge auf dieselbe Weise abgelehnt ({coded, select, yes {HTTP {status}, Code {code}} other {HTTP {status}}}){worded, select, yes {: „{words}“} other {.}}',
  refused_alike_documented:
    '{what} Liegt es an den Konten, korrigieren Sie sie; liegt es am Lieferanten, fragen Sie den Plattformbetreiber. Setzen Sie dann fort: Die deshalb abgelehnten Konten werden erneut geprüft.',
} as const satisfies Translation<typeof english>
