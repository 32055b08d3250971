// German texts of the help: what each command, argument and option is, and what is wrong with the value of one.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { help as english } from '../en/help.ts'

const program = {
  description: 'Überträgt Kundenkonten aus Tabellen in eine Plattform, jedes höchstens einmal.',
  notes: `
Der API-Schlüssel kommt aus CARRYOVER_API_KEY oder --api-key-file, nie aus einem Argument.
Der Wiederherstellungsschlüssel eines verschlüsselten Datenordners kommt aus CARRYOVER_RECOVERY_KEY.
Das Passwort der Team-Datenbank kommt aus CARRYOVER_TEAM_PASSWORD, die Passphrase ihres Client-Schlüssels aus
CARRYOVER_TEAM_KEY_PASSPHRASE, die der Kopien für das Team aus CARRYOVER_TEAM_COPIES_PASSPHRASE.
Rückgabewerte: 0 fertig, bei Konten: angelegt oder bereits vorhanden (validate: geprüft; --until scheduled: angenommen),
ausgeschlossene ausgenommen; 1 ein Fehler von Carryover; 2 einiges braucht Aufmerksamkeit; 3 die Eingabe ist nicht brauchbar;
4 der Dienst oder die Zugangsdaten lehnen ab; 5 abgebrochen; 6 von einer Bremse angehalten, oder ein Mensch muss die nächste
Welle freigeben.`,
  seeHelp: '--help zeigt, wie es geht.',
  usage: 'Aufruf:',
  argumentsTitle: 'Argumente:',
  optionsTitle: 'Optionen:',
  commandsTitle: 'Befehle:',
  anyOptions: '[Optionen]',
  anyCommand: '[Befehl]',
  choices: 'Auswahl',
  standard: 'Vorgabe',
  showHelp: 'Hilfe zum Befehl anzeigen',
  showVersion: 'die Version ausgeben',
} as const

const mistakes = {
  unknownOption: 'error: unbekannte Option {option}',
  unknownCommand: 'error: unbekannter Befehl {command}',
  missingArgument: 'error: das Argument {name} fehlt',
  optionArgumentMissing: 'error: bei der Option {option} fehlt der Wert',
  optionMissing: 'error: die Option {option} muss angegeben werden',
  optionValueInvalid: 'error: Option {option}: {value} ist ungültig. {why}',
  argumentInvalid: 'error: {value} ist als Argument {name} ungültig. {why}',
  tooManyArguments:
    'error: zu viele Argumente{command}. {expected, plural, one {Erwartet wird # Argument} other {Erwartet werden # Argumente}}, angegeben sind {given}: {values}.',
  tooManyArgumentsFor: ' für {command}',
  allowedChoices: 'Erlaubt sind {choices}.',
  didYouMean: '(Meinten Sie {name}?)',
  didYouMeanOneOf: '(Meinten Sie {names}?)',
} as const

const commands = {
  audit: 'das Protokoll eines Datenordners: was Personen getan haben, Zeile für Zeile versiegelt',
  auditExport: 'das Protokoll als JSON-Zeilen ausgeben, die älteste zuerst',
  auditVerify: 'prüfen, dass keine Zeile des Protokolls geändert, entfernt oder hinzugefügt wurde',
  batches: 'die Stapel eines Datenordners auflisten',
  connections: 'die gespeicherten Verbindungen: Adresse, Umgebung, Katalog und Grenzen jedes Dienstes',
  connectionsList: 'die gespeicherten Verbindungen auflisten',
  connectionsRemove: 'eine Verbindung entfernen, die kein Stapel verwendet',
  connectionsSet: 'eine Verbindung anlegen oder Einstellungen ändern; zeigt, was sich geändert hat',
  connectionsShow: 'alle Einstellungen einer Verbindung ausgeben',
  desktop: 'das Fenster in Electron öffnen',
  find: 'die Konten vieler Schlüssel oder Plattform-Kennungen nachschlagen und die nicht gefundenen nennen',
  handOver:
    'einen Stapel in eine Projektdatei schreiben und hier sperren: In einem anderen Datenordner geht es weiter',
  originalRetired:
    'bestätigen, dass das Original eines kopierten Datenordners nicht mehr verwendet wird, damit die Kopie senden darf',
  recoveryKey:
    'einen neuen Schlüssel für CARRYOVER_RECOVERY_KEY ausgeben, mit dem ein neuer Datenordner verschlüsselt wird',
  payloads: 'ausgeben, was gesendet würde, eine JSON-Zeile je Konto',
  read: 'den Inhalt einer Tabelle als JSON ausgeben, während sie gelesen wird',
  operator: 'den Namen zeigen oder ändern, der bei allem steht, was getan wird',
  purge: 'abgeschlossene Stapel einer Verbindung mit allen ihren Daten endgültig löschen',
  repairs:
    'zeigen, was eine korrigierte fix-me.xlsx in ihrem Stapel ändert, und es als eine Änderung übernehmen',
  report: 'den Bericht eines Stapels schreiben',
  restore:
    'eine beschädigte Datenbank durch eine geprüfte Sicherung ersetzen; eine intakte wird nicht ersetzt',
  resume: 'Unfertiges in einem Datenordner fortsetzen, so wie es begonnen wurde',
  run: 'laden, prüfen, prüfen lassen, in Wellen senden, verfolgen und berichten',
  sandbox: 'unseren eigenen Datenimport-Dienst zum Üben auf diesem Rechner betreiben',
  start: 'das Fenster öffnen, in Electron oder einem Browser, mit dem Übungsdienst daneben',
  suggest: 'eine Zuordnungsdatei ausgeben, die sich aus den Überschriften ergibt',
  takeOver: 'eine Projektdatei öffnen: Mit dem Stapel geht es hier weiter',
  team: 'das Team: mehrere Arbeitsplätze an einer Migration, über eine PostgreSQL-Datenbank',
  teamInit: 'die Tabellen eines Teams in einer leeren Datenbank anlegen oder auf den neuen Stand bringen',
  teamJoin:
    'dem Team beitreten: Von nun an werden Konten nur angelegt, wo die Datenbank des Teams sie zuteilt',
  teamStatus: 'ob Konten angelegt werden, und warum nicht; Pausen, und Arbeitsplätze, auf die gewartet wird',
  teamLeave: 'das Team verlassen; was beansprucht wurde, bleibt beansprucht',
  teamLeaveOut: 'ohne einen Arbeitsplatz weitermachen, der nicht wiederkommt',
  teamPause: 'den Dienst einer Verbindung für alle Arbeitsplätze zugleich anhalten',
  teamResume: 'eine Pause für alle beenden',
  teamCopies: 'Kopien von Stapeln in der Datenbank des Teams, und welche übernommen werden können',
  teamHandOver: 'einen Stapel über das Team übergeben',
  teamTakeOver: 'einen Stapel aus seiner Kopie übernehmen',
  teamWithdraw: 'einen Stapel zurücknehmen, den niemand übernommen hat',
  teamKeepCopies:
    'Kopien halten, damit andere weiterarbeiten können, wenn dieser Arbeitsplatz weg ist, oder damit aufhören',
  teamQuietHours:
    'die Zeiten setzen, in denen kein Arbeitsplatz Konten beim Dienst einer Verbindung anlegt, oder sie beenden',
  teamBoard: 'jeder Stapel jedes Mitglieds, und wie viel angelegt ist',
  teamTarget: 'die Zielliste: alle Schlüssel der Migration, mit denen die Übersicht vergleicht',
  teamTargetLoad: 'eine Liste von Schlüsseln für alle laden, anstelle der bisherigen',
  teamTargetShow: 'wie viel der Zielliste angelegt ist',
  teamTargetRemove: 'die Zielliste für alle entfernen',
  teamShared: 'was die Mitglieder teilen: Version, von wem, und was auf eine Entscheidung wartet',
  teamShare: 'etwas mit dem Team teilen: Änderungen erreichen jeden Arbeitsplatz von selbst',
  teamUnshare: 'etwas nicht mehr teilen; alle behalten, was sie haben',
  teamResolve: 'über etwas entscheiden, das auf beiden Seiten geändert wurde oder woandershin führt',
  teamRole:
    'das SQL-Skript ausgeben, das eine Rolle für Mitglieder anlegt: Sie benutzt das Team und ändert sonst nichts',
  teamVerify: 'prüfen, dass keine Zeile des Protokolls des Teams geändert, entfernt oder hinzugefügt wurde',
  unlockBatch:
    'mit einem übergebenen Stapel ohne seine Datei weiterarbeiten: Niemand arbeitet anderswo mit ihm weiter',
  validate: 'eine Datei laden und ihre fehlerfreien Konten vom Dienst prüfen lassen; nichts wird angelegt',
  watch: 'verfolgen, was unterwegs ist, bis es fertig ist; liest Status und legt nie ein Konto an',
} as const

const options = {
  apiKeyFile: 'Datei mit dem API-Schlüssel (sonst gilt CARRYOVER_API_KEY)',
  backup: 'diese Sicherung, wie "--list" sie nennt (Vorgabe: die neueste)',
  batch: 'nur dieser Stapel, wie "batches" ihn nennt',
  fixFile: 'die korrigierte fix-me.xlsx eines Berichts',
  handOverOut: 'diese Projektdatei schreiben; eine vorhandene Datei wird nicht ersetzt',
  passphraseFile: 'Datei mit der Passphrase der Projektdatei (sonst gilt CARRYOVER_PROJECT_PASSPHRASE)',
  projectFile: 'die Projektdatei',
  takeOverConnection: 'die gespeicherte Verbindung, die zu ihrem Dienst führt (ohne Angabe: die einzige)',
  yesTakeOver: 'ohne Rückfrage öffnen: Sie wird nirgends sonst geöffnet',
  yesUnlock: 'ohne Rückfrage entsperren: Niemand arbeitet anderswo mit ihm weiter',
  batchNumber: 'seine Nummer, wie "batches" sie nennt',
  between:
    'die nächste Welle: einen Menschen fragen ("ask", Vorgabe), oder von selbst, wenn die vorige gesendet ("sent") oder fertig ist ("done")',
  brakeAfter: 'aber nicht, bevor so viele davon eine Antwort haben (Vorgabe: 20)',
  brakeErrorRate: 'anhalten, wenn so viele einer Welle fehlgeschlagen sind (mit --waves: 10%)',
  brakeOnCode: 'anhalten, sobald dieser Code auftritt; wiederholbar',
  brakeSameCode: 'anhalten, wenn derselbe Code n-mal hintereinander auftrat (mit --waves: 5)',
  browser: 'in einem Browser, auch wo Electron möglich wäre',
  cancelQueued: 'wartende Konten nicht senden; laufende werden bis zum Ende verfolgt',
  catalogue: 'JSON-Schema der Felder des Dienstes, oder "documented" oder "example"',
  clientPassphraseFile:
    'Datei mit der Passphrase des Client-Zertifikats (sonst gilt CARRYOVER_CLIENT_PASSPHRASE)',
  confirm: 'der Name einer Verbindung zur Produktion: ohne ihn wird dorthin nichts gesendet',
  connection: 'eine gespeicherte Verbindung (Vorgabe: die, die zur Adresse führt)',
  dataDir: 'Ordner der Datenbank (Vorgabe: Ihre Anwendungsdaten)',
  delimiter:
    'einer Textdatei: ein Zeichen, oder comma, semicolon, tab, pipe, colon, space (Vorgabe: wird ermittelt)',
  encoding: 'einer Textdatei: utf-8, windows-1250, shift_jis … (Vorgabe: wird ermittelt oder erfragt)',
  escape:
    'wie ein Anführungszeichen in einer Zelle in Anführungszeichen steht: doubled oder backslash (Vorgabe: wird ermittelt)',
  auditFile: 'ein Export; ohne ihn wird das Protokoll des Datenordners geprüft',
  fillDown:
    'leere Zellen dieser Spalte mit der Zelle darüber füllen; BLATT=Spalte für ein Blatt, wiederholbar',
  fillMerged:
    'Zellen hinter verbundenen Bereichen füllen: "down" (ihre ersten Spalten) oder "all"; BLATT=down für ein Blatt',
  goOn: 'über den Halt einer Bremse hinweg oder mit der nächsten Welle fortsetzen',
  headerRow: 'die Zeile der Überschriften; BLATT=n für ein Blatt, wiederholbar (Vorgabe: wird ermittelt)',
  json: 'die Zusammenfassung als JSON auf stdout ausgeben',
  jsonBatches: 'jeden Stapel als JSON-Zeile ausgeben',
  jsonChanges: 'jede Änderung als JSON-Zeile ausgeben',
  jsonConnection: 'als JSON ausgeben',
  jsonConnectionSet: 'sie und das Geänderte als JSON ausgeben',
  jsonConnections: 'jede Verbindung als JSON-Zeile ausgeben',
  jsonName: 'ihren Namen als JSON ausgeben',
  keepRows: 'Zeilen dieser Arten sind trotzdem Kunden',
  language: 'dessen, was für Menschen ausgegeben wird (Vorgabe: die Sprache des Systems)',
  leaveOut:
    'Zeilen auslassen, die nicht nach Kunden aussehen: totals,notes,headers,sections,separators, oder all',
  letServiceDecide:
    'eine eigene Prüfung von Carryover dem Dienst überlassen, überall oder bei einem Feld; für die Verbindung gemerkt; wiederholbar',
  listBackups: 'die Sicherungen mit ihrem Inhalt auflisten und nichts ändern',
  mapping: 'Zuordnungsdatei (Vorgabe: aus den Überschriften vorgeschlagen)',
  brakesForAll:
    'im Team hält eine Bremse, die auslöst, auch den Dienst (oder den Lieferanten des Stapels) für alle Arbeitsplätze an',
  noBrakesForAll: 'eine Bremse, die auslöst, hält nur diesen Stapel an (die Vorgabe)',
  noBrakes: 'nichts hält eine Welle von selbst an',
  noOpen: 'die Adresse ausgeben, statt einen Browser zu öffnen',
  noSandboxService: 'ohne den Übungsdienst',
  addUp: 'Spalten, deren Zellen gezählt und summiert werden: SPALTE oder BLATT!SPALTE',
  withhold: 'Spalten, deren Texte in keiner Datei stehen: SPALTE oder BLATT!SPALTE',
  showSensitive:
    'die Texte vertraulicher Spalten in die Dateien schreiben: dieser, SPALTE oder BLATT!SPALTE, oder aller; das Protokoll vermerkt es',
  noShowSensitive: 'alle vertraulichen Spalten wieder weglassen (Standard)',
  reportFiles: 'die Dateien außer summary.html und summary.json, von {names}',
  reportNoBom: 'Textdateien ohne Byte-Reihenfolge-Marke',
  reportSeparator: 'was die Zellen von Textdateien trennt',
  operatorName: 'der neue Name',
  teamAddress: 'der Datenbank: postgres://benutzer@rechner:port/datenbank, ohne Passwort',
  roleName: 'der Name der Rolle in der Datenbank',
  teamName: 'der Name, unter dem die anderen Sie kennen',
  teamCaFile: 'Zertifikat der Stelle, die das des Servers ausgestellt hat (Vorgabe: die Stellen des Systems)',
  teamClientCertificate: 'Client-Zertifikat, wo der Server eines verlangt',
  teamClientKey: 'sein Schlüssel, wenn er in einer eigenen Datei liegt',
  teamDesktop: 'seine Kennung, wie „status“ und „board“ sie ausgeben',
  teamConnection: 'die gespeicherte Verbindung, die zum Dienst führt (Vorgabe: die einzige)',
  teamSupplier: 'nur dieser Lieferant (Vorgabe: der ganze Dienst)',
  teamCopy: 'Kennung der Kopie, oder der Name ihres Stapels',
  yesTeamTakeOver: 'ohne Frage übernehmen: Was nach der Kopie geändert wurde, ist nicht darin',
  keepBatch: 'Nummer eines Stapels',
  keepEvery: 'höchstens eine Kopie eines Stapels in so vielen Minuten (1 bis 1440; anfangs 15)',
  keepReadable: 'die Kopien nicht verschlüsseln: Jedes Mitglied kann ihre Kundendaten lesen',
  keepOnOff: 'on, oder off: Die vorhandenen Kopien werden entfernt',
  targetFile: 'CSV, XLSX oder ODS mit einer Spalte von Schlüsseln, oder Text mit einem Schlüssel je Zeile',
  targetSupplier: 'der Import-Lieferant aller Schlüssel, wenn ihn keine Spalte der Datei nennt',
  targetColumn: 'Überschrift der Spalte mit den Schlüsseln (Standard: sie wird gesucht)',
  targetNumber: 'ihre Nummer, wie "show" sie ausgibt (Standard: die einzige)',
  yesRemoveTarget: 'ohne Rückfrage entfernen',
  teamReason: 'warum, für die anderen',
  teamHours: 'etwa "Mon-Fri 20:00-07:30; Sat,Sun 00:00-24:00"; none: beendet die Ruhezeiten für alle',
  teamTimeZone: 'wessen Uhr gilt, etwa Europe/Berlin (Vorgabe: die dieses Rechners)',
  sharedKind: 'was es ist',
  sharedName:
    'der Name, wie „team shared“ ihn ausgibt; bei einer Reparatur ihre Kennung, bei einer Notiz zum Lieferanten „ADRESSE CODE“',
  sharedMine: 'was hier ist, wird die nächste Version für alle',
  sharedTheirs: 'die neueste Version des Teams wird hier verwendet',
  yesLeaveOut: 'ihn ohne Frage herausnehmen: Er kommt nicht wieder',
  jsonTeam: 'als JSON ausgeben',
  once: 'den aktuellen Stand ausgeben und enden; der Dienst wird nicht gefragt',
  out: 'die Dateien des Berichts in diesen Ordner schreiben',
  outFolder: 'der Ordner',
  proxyPasswordFile: 'Datei mit dem Passwort für den Proxy (sonst gilt CARRYOVER_PROXY_PASSWORD)',
  quote: 'was in einer Textdatei um die Zellen steht: double, single oder none (Vorgabe: wird ermittelt)',
  replaceSound:
    'auch eine intakte Datenbank ersetzen; was seit der Sicherung kam, steht dann nur noch in den Dateien, die daneben bleiben',
  rows: 'höchstens so viele Zeilen je Blatt',
  sandboxCatalogue: 'JSON-Schema, nach dem er prüft (Vorgabe: der Beispielkatalog)',
  sandboxData: 'seine Daten in dieser Datei behalten (Vorgabe: im Speicher)',
  sandboxLedger: 'alles Empfangene als JSON-Zeilen an diese Datei anhängen',
  sandboxOperator: 'die Oberfläche des Betreibers anbieten',
  sandboxPort: 'Port auf 127.0.0.1 (Vorgabe: ein freier)',
  sandboxSeed: 'bestimmt die Ergebnisse',
  sandboxSpeed: 'Zeitmaßstab der Verarbeitung, oder "instant" (Vorgabe: 1)',
  sandboxSupplier: 'ongoing, paused, complete oder dry-run; wiederholbar',
  sheet: 'nur dieses Blatt',
  supplier: 'Code des Import-Lieferanten, wenn die Zuordnung ihn nicht angibt',
  until: 'wo aufzuhören ist',
  uploadFiles: 'wie viele Dateien eines Browsers zugleich behalten werden (100)',
  uploadGib: 'wie groß sie zusammen sein dürfen, in GiB (16)',
  waves:
    'Konten jeder Welle ab der nächsten, etwa 1,10,100; der Rest ist die letzte; "all": eine einzige Welle',
  keys: 'Textdatei mit Schlüsseln oder Plattform-Kennungen: einer je Zeile, oder Zellen einer Tabelle',
  purgeConnection: 'die Verbindung, deren Stapel gelöscht werden',
  olderThan: 'nur Stapel, die sich so viele Tage nicht geändert haben',
  purgeDryRun: 'nur auflisten, was gelöscht würde',
  yesPurge: 'ohne Rückfrage löschen',
  yesRepairs: 'ohne Rückfrage übernehmen',
  yes: 'ohne Rückfrage senden; in die Produktion nur mit --confirm',
} as const

const invalid = {
  age: 'Es muss eine Zeit sein wie 90s, 30min, 24h oder 2d, oder "never".',
  aboveZero: 'Es muss eine Zahl über 0 sein.',
  code: 'Es muss ein Code des Dienstes sein, etwa invalid_phone_number.',
  column: 'Es muss der Name einer Spalte sein, oder BLATT=Spalte.',
  concurrency: 'Es muss eine ganze Zahl von 1 bis 64 sein.',
  day: '„{name}“ ist kein Tag: schreiben Sie Mon, Tue, Wed, Thu, Fri, Sat oder Sun.',
  delimiter:
    'Es muss ein einzelnes Zeichen sein, und weder ein Anführungszeichen noch ein umgekehrter Schrägstrich noch ein Zeilenende.',
  encoding:
    'Diese Kodierung kann nicht gelesen werden. Nennen Sie eine wie utf-8, utf-16le, windows-1250, iso-8859-2, shift_jis oder gb18030.',
  fileNotReadable: 'Die Datei {file} kann nicht gelesen werden.',
  fromOne: 'Es muss eine ganze Zahl ab 1 sein.',
  fromTwo: 'Es muss eine ganze Zahl ab 2 sein.',
  hours: 'Es müssen Zeiten sein wie "22:00-06:00", bei Bedarf mit Tagen: "Mon-Fri 20:00-07:00".',
  hoursWrong: '„{text}“ {why}.',
  kinds: 'Nennen Sie einige von {names}, oder all.',
  length: 'Es muss eine Zeit sein wie 30min, 24h oder 2d.',
  merged: 'Es muss down oder all sein, oder BLATT=down.',
  mostCodes: 'Es können höchstens 100 Codes sein.',
  mostHours: 'Es können höchstens 20 sein.',
  mostWaves: 'Vor dem Rest kann es höchstens 20 Wellen geben.',
  onOff: 'Es muss "on" oder "off" sein.',
  option: '{option}: {fault}.',
  path: 'Es muss mit einem Schrägstrich beginnen, oder "none" sein, wenn der Pfad nicht bekannt ist.',
  percentage: 'Es muss ein Prozentsatz von 1% bis 100% sein, etwa 10%.',
  port: 'Es muss ein Port von 1 bis 65535 sein, oder 0 für einen freien.',
  proxy: 'Es muss "system", "none", eine Adresse wie http://proxy:8080 oder pac:ADRESSE sein.',
  proxyUser: 'Geben Sie den Benutzer mit --proxy-user an und das Passwort in CARRYOVER_PROXY_PASSWORD.',
  quote: 'Es muss double, single oder none sein.',
  supplierNote: 'Es müssen ein Code und seine Wirkung sein: "ACME=sendet einen Brief".',
  waveSizes:
    'Es müssen Größen sein wie 1,10,100 (der Rest ist die letzte Welle), oder "all" für eine einzige Welle.',
  wholeNumber: 'Es muss eine ganze Zahl sein.',
} as const

export const help = { program, mistakes, commands, options, invalid } as const satisfies Translation<
  typeof english
>
