// German texts of `validate`, `run`, `resume` and `watch`: questions, progress, results, and why a command ended.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { run as english } from '../en/run.ts'

const progress = {
  reading: 'Lesen',
  building: 'Bilden',
  validating: 'Prüfen',
  sending: 'Senden',
  amount: {
    bytes: '{done}',
    rows: '{done, plural, one {# Zeile} other {# Zeilen}}',
    accounts: '{done, plural, one {# Konto} other {# Konten}}',
    'accounts done': '{done, plural, one {# Konto} other {# Konten}} fertig',
  },
  amountOf: {
    bytes: '{done} von {total}',
    rows: '{done, number} von {total, plural, one {# Zeile} other {# Zeilen}}',
    accounts: '{done, number} von {total, plural, one {# Konto} other {# Konten}}',
    'accounts done': '{done, number} von {total, plural, one {# Konto} other {# Konten}} fertig',
  },
  perSecond: '{amount} je Sekunde',
  requestsPerSecond: '{requests, plural, one {# Anfrage} other {# Anfragen}} je Sekunde',
  sentPerMinute: '{accounts, number} je Minute gesendet',
  timeLeft: 'noch etwa {time}',
  rangeLeft: 'noch {range}',
  about: 'etwa {time}',
  fromTo: '{from} bis {to}',
  waitsForDisk: 'wartet auf Speicherplatz',
  refused: '{accounts, number} abgelehnt',
} as const

const counts = {
  changedAfterDone: '{n, number} nach dem Ende geändert',
  created: '{n, number} angelegt',
  dryRun: '{n, number} Probelauf',
  failed: '{n, number} fehlgeschlagen',
  inFlight: '{n, number} in Übertragung',
  needsYou: 'wartet auf Sie: {needs}',
  noneReleased: '{accounts, plural, one {# Konto} other {# Konten}}, keins freigegeben',
  doneOfReleased: '{done, number} von {released, number} fertig',
  oldest: 'ältestes {time}',
  onTheWay: '{n, number} unterwegs',
  stuck: '{n, number} hängen',
  toSend: '{n, number} zu senden',
  unconfirmed: '{n, number} unbestätigt',
  unsureWhose: '{n, number} unklar wessen',
  waiting: '{n, plural, one {# wartet} other {# warten}} auf das Senden',
  watched: '{n, plural, one {# wird} other {# werden}} verfolgt',
  wave: 'Welle {number}: {accounts, plural, one {# Konto} other {# Konten}}',
  waveOf: 'Welle {number} von {all}',
  wrong: '{n, number} fehlgeschlagen',
} as const

const plan = {
  waves:
    ' Sie gehen in Wellen von {sizes} und {last}: {between, select, ask {ein Mensch gibt jede frei} when_sent {jede folgt, wenn die vorige gesendet ist} other {jede folgt, wenn die vorige fertig ist}}.',
} as const

const needs = {
  decisions:
    '{decisions, plural, one {# Entscheidung} other {# Entscheidungen}} über Konten wurden verschoben oder verworfen: Der Schritt Korrigieren im Fenster zeigt, welche.',
  pause: '{supplier}: {why}',
  sharedIdentifiers:
    '{accounts, plural, one {# Konto} other {# Konten}} mit einer Plattformkennung, die auch ein anderes Konto hat: Fragen Sie den Plattformbetreiber.',
  stuck:
    '{accounts, plural, one {# Konto} other {# Konten}} länger in einem Zustand, als die Verbindung erwartet.',
  wave: 'Welle {number} ({accounts, plural, one {# Konto} other {# Konten}}) wartet auf die Freigabe.',
} as const

const waiting = {
  dataCheck: 'der Datenordner wird geprüft, bevor etwas gesendet wird',
  dataCheckPercent: 'der Datenordner wird geprüft, bevor etwas gesendet wird, {percent} %',
  dataDamaged: 'der Datenordner ist beschädigt',
  fewer:
    '{now, number} von {limit, plural, one {# Anfrage} other {# Anfragen}} zugleich, weil der Dienst um weniger bittet',
  notAnswering: 'der Dienst antwortet nicht, wird erneut versucht',
  offline: 'angehalten, weil dieser Rechner offline ist',
  quietHours: 'angehalten wegen Ruhezeiten',
  quietHoursUntil: 'angehalten wegen Ruhezeiten bis {until}',
  slowDown: 'angehalten, weil der Dienst um weniger Anfragen bittet',
  slowDownUntil: 'angehalten bis {until}, weil der Dienst um weniger Anfragen bittet',
  slower:
    '{now, number} von {limit, plural, one {# Anfrage} other {# Anfragen}} zugleich, weil der Dienst langsamer antwortet',
  stopped: 'angehalten: {why}',
  unanswered:
    '{now, number} von {limit, plural, one {# Anfrage} other {# Anfragen}} zugleich, weil der Dienst nicht antwortete',
} as const

const summary = {
  title:
    '{rows, plural, one {# Zeile} other {# Zeilen}} aus {file}, {accounts, plural, one {# Konto} other {# Konten}}:',
  alreadyThere: 'bereits vorhanden',
  cancelled: 'abgebrochen',
  created: 'angelegt',
  dryRun: 'Probelauf',
  dryRunFailed: 'Probelauf fehlgeschlagen',
  withMember: 'bei anderer Person',
  excluded: 'ausgeschlossen: nicht zu migrieren',
  failed: 'fehlgeschlagen',
  invalid: 'durch Probleme in der Datei blockiert',
  processing: 'werden verfolgt',
  queued: 'warten auf das Senden',
  rejected: 'vom Dienst abgelehnt',
  unconfirmed: 'unbestätigt',
  unsureWhose: 'auf der Plattform, unklar wessen',
  unvalidated: 'noch nicht geprüft',
  validated: 'geprüft und nicht gesendet',
  decisions:
    '{decisions, plural, one {# Entscheidung} other {# Entscheidungen}} verschoben oder verworfen, seit die Konten neu gebildet wurden:',
  blankRows: '{rows, plural, one {# leere Zeile} other {# leere Zeilen}} ausgelassen',
  leftOut: '{rows, plural, one {# Zeile} other {# Zeilen}} ausgelassen: keine Kunden',
  leftToService: 'dem Dienst überlassen: {code}, {problems, plural, one {# Problem} other {# Probleme}}',
  leftToServiceAt:
    'dem Dienst überlassen: {code} bei {field}, {problems, plural, one {# Problem} other {# Probleme}}',
  moreDecisions: 'und {n, number} weitere, aufgelistet im Schritt Korrigieren des Fensters',
  noAccount: '{rows, plural, one {# Zeile gehört} other {# Zeilen gehören}} zu keinem Konto',
  unexplained: '{rows, plural, one {# Zeile} other {# Zeilen}} ungeklärt · {time}',
  report: 'Bericht: {folder}',
} as const

const consent = {
  question:
    '{accounts, plural, one {# Konto wird} other {# Konten werden}} unter dem {supplier_is_set, select, yes {Import-Lieferanten {supplier}} other {in der Datei genannten Import-Lieferanten}} {environment, select, practice {im Übungsdienst} test {im TESTSYSTEM} other {in der PRODUKTION}} unter {url} angelegt.{plan}{unconfirmed, plural, =0 {} one { # Konto eines früheren Starts kann angekommen sein oder nicht: Sein Status wird gelesen, und nur was der Dienst nicht kennt, wird erneut gesendet.} other { # Konten eines früheren Starts können angekommen sein oder nicht: Ihr Status wird gelesen, und nur was der Dienst nicht kennt, wird erneut gesendet.}} Kunden können E-Mails erhalten, und dieser Dienst kann das Anlegen nicht rückgängig machen.',
  type: 'Geben Sie {word} ein, um fortzufahren: ',
  typeToSend: 'Geben Sie {word} ein, um sie zu senden: ',
  yes: 'ja',
  needsConfirm: 'Dieser Befehl hat kein Konto angelegt: Mit --confirm {name} geht es weiter.',
  needsYes: 'Dieser Befehl hat kein Konto angelegt: Mit --yes geht es weiter.',
  refused: 'Dieser Befehl hat kein Konto angelegt.',
  otherName: '--confirm: „{given}“ ist nicht der Name der Verbindung; sie heißt „{name}“.',
  production:
    'Die Verbindung „{name}“ ist Produktion: Nennen Sie ihren Namen mit --confirm {quoted}, um dorthin zu senden.',
} as const

const connection = {
  ambiguous: '{n} Verbindungen führen zu {url}: {names}. Wählen Sie eine mit --connection.',
  elsewhere:
    'Die Verbindung „{name}“ führt zu {url}. Lassen Sie --base-url weg, oder ändern Sie sie mit "carryover connections set {quoted} --base-url {given}".',
  environmentUnknown:
    'Es ist nicht angegeben, was unter {url} antwortet. Geben Sie es einmal an: --environment test für ein Testsystem, oder --environment production --confirm {quoted}, wenn Konten wirklich angelegt werden.',
  isPractice:
    'Die Verbindung „{name}“ führt zum Übungsdienst von Carryover selbst: Lassen Sie --environment weg.',
  noCatalogue:
    'Für die Verbindung „{name}“ ist kein Katalog gewählt. Geben Sie den des Dienstes mit --catalogue DATEI an oder, nur zum Üben, den Beispielkatalog mit "--catalogue example"; "carryover connections set {quoted} --catalogue DATEI" speichert ihn.',
  nowhere:
    'Geben Sie das Ziel an: --base-url mit der Adresse des Dienstes, oder --connection mit dem Namen einer gespeicherten Verbindung.',
  savedAs:
    'Die Verbindung „{name}“ ist als {environment, select, practice {Übung} test {Testsystem} other {Produktion}} gespeichert. Ändern Sie dies einmal, für die Verbindung: "carryover connections set {quoted} --environment {given}".',
  unknown:
    'Es gibt keine Verbindung „{name}“. "carryover connections list" nennt die gespeicherten; --base-url legt eine neue an.',
} as const

const ends = {
  inOtherBatch:
    '{accounts, plural, one {# Konto ist} other {# Konten sind}} in einem anderen Stapel unterwegs und {accounts, plural, one {bleibt} other {bleiben}} hier.',
  held: '{accounts, plural, one {# Konto} other {# Konten}} von Stapel {batch} vor dem Senden zurückgehalten: Geben Sie sie im Fenster frei, oder ziehen Sie sie zurück ("{command}").',
  interrupted: 'Abgebrochen.',
  interruptedBatch:
    'Abgebrochen. Nichts ist verloren: Stapel {batch} ist in {folder}. Weiter geht es mit: carryover resume --data-dir {quoted}',
  interrupting:
    'Wird beendet: Die Antworten auf laufende Anfragen werden abgewartet (noch einmal Strg-C beendet sofort).',
  stoppedAtOnce:
    'Sofort beendet. Der Status des Unterwegs-Gewesenen wird gelesen, bevor etwas erneut gesendet wird.',
  next: 'Als Nächstes kommt Welle {number} ({accounts, plural, one {# Konto} other {# Konten}}).',
  nextByPerson:
    'Als Nächstes kommt Welle {number} ({accounts, plural, one {# Konto} other {# Konten}}), die ein Mensch freigibt: "{command}".',
  noConnection: 'Stapel {batch} hat keine Verbindung zu einem Dienst.',
  notLoaded: 'Die Datei konnte nicht geladen werden.',
  pathUnknown:
    'Der Statuspfad ist nicht bekannt: Was der Dienst annimmt, wird nicht weiter verfolgt, und ein unbestätigtes Konto wird nur erneut gesendet, wenn ein Mensch es sagt.',
  paused: 'Es wird nichts gesendet. {why}',
  refusedAlike:
    'Der Dienst lehnt {attr} bei jedem Konto ab ({code}): „{why}“. Keine Zelle der Datei liefert den Wert: Prüfen Sie --supplier und die festen Werte der Zuordnung.',
  noCode: 'ohne Code',
  reportFolder:
    'Der Bericht kann nicht nach {folder} geschrieben werden ({why}). Wählen Sie einen Ordner, in den Sie schreiben dürfen.',
  stopped:
    'Von einer Bremse angehalten. {stop} Beheben Sie die Ursache, oder ziehen Sie Wartendes zurück ("{cancel}"). Trotzdem fortsetzen: "{command}". {goOn}',
  stillOnTheWay:
    '{accounts, plural, one {# Konto} other {# Konten}} noch unterwegs: "{command}" verfolgt sie.',
} as const

const resume = {
  contradiction: '--go-on sendet, was --cancel-queued zurückhielte: Wählen Sie eines von beiden.',
  cancelled:
    '{accounts, plural, one {# Konto} other {# Konten}} von Stapel {batch} zurückgezogen; was als Nächstes gesendet wird, gibt ein Mensch frei.',
  foundInFlight:
    '{accounts, plural, one {# Konto war} other {# Konten waren}} unterwegs, als Carryover endete; der Status wird gelesen, bevor etwas erneut gesendet wird.',
  nothingLeft: 'Für Stapel {batch} ({file}) ist nichts mehr zu tun.',
  neverReleased:
    'Stapel {batch} ({file}) wurde nie freigegeben und bleibt, wie er ist: --batch {batch} setzt ihn fort.',
} as const

const watch = {
  nothing: 'In {folder} ist nichts unterwegs.',
  noBatchIn: 'In {folder} gibt es keinen Stapel.',
  noBatch: 'Es gibt keinen Stapel {batch}.',
  waitToBeSent:
    '{accounts, plural, one {# Konto} other {# Konten}} {batches, plural, one {von Stapel {batch}} other {aus # Stapeln}} warten auf das Senden, was beim Verfolgen nie geschieht: "{command}" setzt es fort.',
} as const

export const run = {
  progress,
  counts,
  plan,
  needs,
  waiting,
  summary,
  consent,
  connection,
  ends,
  resume,
  watch,
} as const satisfies Translation<typeof english>
