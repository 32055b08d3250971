// German texts of events.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { events as english } from '../../en/watch/events.ts'

export const events = {
  unknown: '{kind} × {events, number}',
  outcome: '{outcome} ({status})',
  released:
    '{wave, plural, =0 {} other {Welle {wave, number}: }}{accounts, plural, one {# Konto} other {# Konten}} freigegeben.{elsewhere, plural, =0 {} one { # Konto ist in einem anderen Stapel unterwegs und wurde ausgelassen.} other { # Konten sind in einem anderen Stapel unterwegs und wurden ausgelassen.}}',
  cancelled: '{accounts, plural, one {# Konto} other {# Konten}} vor dem Senden zurückgezogen.',
  cancelledOf:
    '{accounts, plural, one {# Konto} other {# Konten}} von {supplier} vor dem Senden zurückgezogen.',
  planSet:
    'Der Plan wurde geändert: {n, plural, =0 {alles in einer Welle} other {{waves}, der Rest}}; {between, select, when_sent {weiter, wenn gesendet} when_done {weiter, wenn erledigt} other {nachfragen}}.',
  waveSent: 'Welle {wave, number} ist gesendet.',
  waveSentWith: 'Welle {wave, number} ist gesendet: {results}.',
  waveEnded: 'Welle {wave, number} ist erledigt.',
  waveEndedWith: 'Welle {wave, number} ist erledigt: {results}.',
  results: {
    created: '{n, number} angelegt',
    other: '{n, number} im Probelauf',
    wrong: '{n, number} schiefgegangen',
  },
  stopped: {
    errorRate:
      'Eine Bremse hat {wave, plural, =0 {diesen Stapel} other {Welle {wave, number}}} angehalten: {wrong, number} von {answers, plural, one {# Antwort ging} other {# Antworten gingen}} schief.',
    sameCode:
      'Eine Bremse hat {wave, plural, =0 {diesen Stapel} other {Welle {wave, number}}} angehalten: {code} kam {times, number}-mal in Folge.',
    stopCode:
      'Eine Bremse hat {wave, plural, =0 {diesen Stapel} other {Welle {wave, number}}} angehalten: {code} ist aufgetreten; dieser Code hält das Senden immer an.',
    noCode: 'ein Code',
  },
  goneOn: 'Jemand hat fortgesetzt: Der Halt ist aufgehoben, und die Bremsen zählen neu.',
  unconfirmed:
    'Die Antwort zu {who, select, this {diesem Konto} one {1 Konto} other {{n, number} Konten}} ging verloren{why, select, none {} other { ({why})}}. {who, select, this {Der Status wird} one {Der Status wird} other {Die Status werden}} gelesen, bevor etwas erneut gesendet wird.',
  confirmed:
    'Der Dienst hat {who, select, this {dieses Konto, dessen} one {1 Konto, dessen} other {{n, number} Konten, deren}} Antwort verloren ging.',
  notReceived:
    'Der Dienst hat {who, select, this {dieses Konto nie erhalten: Es wird} one {1 Konto nie erhalten: Es wird} other {{n, number} Konten nie erhalten: Sie werden}} erneut gesendet.',
  withMember:
    '{who, select, this {Bei {member}, Welle {wave, number}: Es wird} one {1 Konto ist bei {member}, Welle {wave, number}: Es wird} other {{n, number} Konten sind bei anderen Personen: Sie werden}} nicht von hier gesendet.',
  withMemberEnded:
    '{who, select, this {Dieses Konto hat} one {1 Konto hat} other {{n, number} Konten hat}} niemand anderes mehr: Hier darf geprüft und freigegeben werden.',
  sentAgain:
    'Jemand hat angegeben, dass der Dienst {who, select, this {dieses Konto nie erhielt: Es wird} one {1 Konto nie erhielt: Es wird} other {{n, number} Konten nie erhielt: Sie werden}} erneut gesendet.',
  refusedAtCreate:
    'Der Dienst hat {who, select, this {dieses Konto} one {1 Konto} other {{n, number} Konten}} beim Anlegen abgelehnt{why, select, none {} other { ({why})}}. Was zu korrigieren ist, zeigt erneutes Prüfen.',
  refusedBeforeCreate:
    'Kurz vor dem Anlegen erneut geprüft: {who, select, this {Dieses Konto wurde} one {1 Konto wurde} other {{n, number} Konten wurden}} abgelehnt{why, select, none {} other { ({why})}}; kein Konto wurde angelegt.',
  alreadyOurs:
    'Der Dienst hat {who, select, this {dieses Konto} one {1 Konto} other {{n, number} Konten}} nach eigener Angabe schon, aus einem früheren Versuch von uns.',
  withMember:
    'Eine andere Person des Teams hat {who, select, this {dieses Konto} one {1 Konto} other {{n, number} Konten}}; hier wird nichts gesendet.',
  withMemberEnded:
    'Die andere Person hat {who, select, this {dieses Konto} one {1 Konto} other {{n, number} Konten}} nicht mehr und hat nichts angelegt: Prüfen und Freigeben ist hier möglich.',
  alreadyThere:
    'Die Plattform hatte {who, select, this {dieses Konto} one {1 Konto} other {{n, number} Konten}} schon.',
  requeued: {
    rateLimited:
      'Der Dienst bat um weniger Anfragen; {who, select, this {dieses Konto kam} one {1 Konto kam} other {{n, number} Konten kamen}} zurück in die Warteschlange.',
    unauthorized:
      'Der Dienst hat die Anmeldung nicht angenommen; {who, select, this {dieses Konto kam} one {1 Konto kam} other {{n, number} Konten kamen}} zurück in die Warteschlange.',
    notSent:
      'Der Dienst war nicht erreichbar; {who, select, this {dieses Konto kam} one {1 Konto kam} other {{n, number} Konten kamen}} zurück in die Warteschlange.',
    supplierClosed:
      'Der Lieferant nimmt zurzeit keine Konten an; {who, select, this {dieses Konto kam} one {1 Konto kam} other {{n, number} Konten kamen}} zurück in die Warteschlange.',
    unexpected:
      'Der Dienst hat bei {who, select, this {diesem Konto} one {1 Konto} other {{n, number} Konten}} anders geantwortet als dokumentiert{why, select, none {} other { ({why})}}; {who, select, this {es kam} one {es kam} other {sie kamen}} zurück in die Warteschlange.',
  },
  foundInFlight:
    '{who, select, this {Dieses Konto war beim letzten Ende von Carryover unterwegs; es ist} one {1 Konto war beim letzten Ende von Carryover unterwegs; es ist} other {{n, number} Konten waren beim letzten Ende von Carryover unterwegs; sie sind}} unbestätigt.',
  paused: 'Senden angehalten: {reason}.',
  pausedFor: 'Senden für {supplier} angehalten: {reason}.',
  resumed: 'Senden fortgesetzt.',
  resumedFor: 'Senden für {supplier} fortgesetzt.',
  statusesUnreadable:
    'Status sind nicht lesbar{why, select, none {} other { ({why})}}: Es kommt kein Datensatz zurück oder keiner, der verständlich ist. Das Senden geht weiter.',
  statusesReadable: 'Status sind wieder lesbar.',
  notUnderstood: 'Der Status dieses Kontos war nicht verständlich.',
  notUnderstoodMany: 'Der Status von {n, number} Konten war nicht verständlich. {message}',
  answerCut: 'Eine Antwort zu diesem Konto war zu groß, um ganz gelesen zu werden.',
  answerCutMany: 'Antworten zu {n, number} Konten waren zu groß, um ganz gelesen zu werden. {message}',
  olderProcess:
    'Der Dienst hat für einen älteren Vorgang {who, select, this {dieses Kontos} one {von 1 Konto} other {von {n, number} Konten}} geantwortet{status, select, none {} other { ({status})}}; unserer ist noch nicht sichtbar.',
  otherProcess:
    'Ein {which, select, older {älterer} newer {neuerer} other {anderer}} Vorgang {who, select, this {dieses Kontos} one {von 1 Konto} other {von {n, number} Konten}} antwortet jetzt: Über unseren sagt er nichts.',
  recheck:
    'Status von {accounts, plural, one {# Konto} other {# Konten}} {which, select, done {mit Ergebnis} other {unterwegs}} werden erneut gelesen.',
  recheckStopped:
    'Erneutes Lesen angehalten; {accounts, plural, one {# Konto wurde} other {# Konten wurden}} nicht gelesen.',
  rechecked: {
    same: 'Status von {accounts, plural, one {# Konto} other {# Konten}} erneut gelesen: Kein Status hat sich geändert.',
    changed:
      'Status von {accounts, plural, one {# Konto} other {# Konten}} erneut gelesen: Der Status von {changed, plural, one {# Konto} other {# Konten}} hat sich geändert.',
  },
  mindChanged: {
    many: 'Der Dienst hat den Status von {n, number} Konten geändert, nachdem sie erledigt waren.',
    identifier:
      'Der Dienst hat {who, select, this {diesem Konto} other {1 Konto}} seit dem Abschluss eine andere Kennung gegeben.',
    outcome:
      'Der Dienst hat seine Angabe zu {who, select, this {diesem Konto} other {1 Konto}} geändert: von {before} zu {after}.',
    notFinished: 'nicht abgeschlossen',
    outcomes: {
      created: 'angelegt',
      already_there: 'schon vorhanden',
      whose_account_unsure: 'vorhanden, Herkunft unbekannt',
      failed: 'fehlgeschlagen',
      cancelled: 'abgebrochen',
      dry_run: 'Probelauf',
      dry_run_failed: 'Probelauf fehlgeschlagen',
      with_member: 'bei anderer Person',
    },
  },
  identifierShared:
    'Der Dienst hat die Plattformkennung {who, select, this {dieses Kontos} one {von 1 Konto} other {von {n, number} Konten}} auch einem anderen Konto gegeben.',
  makerKnown: {
    many: 'Inzwischen ist bekannt, wer {n, number} Konten angelegt hat.',
    one: 'Inzwischen ist bekannt, wer {who, select, this {dieses Konto} other {1 Konto}} angelegt hat: {maker, select, ours {unser eigener Versuch} other {jemand anderes}}.',
  },
  slept: 'Dieser Rechner war von {from} bis {to} im Ruhezustand.',
  clockSet:
    'Die Uhr dieses Rechners wurde um {by} {direction, select, back {zurückgestellt} other {vorgestellt}}.',
  networkLost: 'Das Netzwerk war weg. Es gingen keine Daten verloren.',
  networkBack: 'Das Netzwerk ist wieder da.',
  mergedLater:
    'Eine neuere Version der Datei wurde zusammengeführt: Stapel {batch}. {accounts, plural, one {# Konto wird} other {# Konten werden}} hier zurückgehalten.',
  mergedEarlier:
    'Mit der früheren Version, Stapel {batch}, zusammengeführt: {accounts, plural, one {# Konto ist} other {# Konten sind}} schon auf der Plattform.',
  mergeReverted: 'Das Zusammenführen der beiden Versionen wurde rückgängig gemacht.',
  followedVersion:
    'Die frühere Version ist für {who, select, this {dieses Konto} one {1 Konto} other {{n, number} Konten}} abgeschlossen.',
  overruled: 'Eine eigene Prüfung von Carryover wurde dem Dienst überlassen.',
  overrulingReverted: 'Eine eigene Prüfung von Carryover gilt wieder.',
  held: {
    plain:
      '{who, select, this {Dieses Konto wird} one {1 Konto wird} other {{n, number} Konten werden}} zurückgehalten.',
    until:
      '{who, select, this {Dieses Konto wird} one {1 Konto wird} other {{n, number} Konten werden}} bis {day} zurückgehalten.',
    because:
      '{who, select, this {Dieses Konto wird} one {1 Konto wird} other {{n, number} Konten werden}} zurückgehalten: {reason}',
    untilBecause:
      '{who, select, this {Dieses Konto wird} one {1 Konto wird} other {{n, number} Konten werden}} bis {day} zurückgehalten: {reason}',
  },
  excluded: {
    plain:
      '{who, select, this {Dieses Konto} one {1 Konto} other {{n, number} Konten}} ausgeschlossen: nicht zu übertragen.',
    because:
      '{who, select, this {Dieses Konto} one {1 Konto} other {{n, number} Konten}} ausgeschlossen: {reason}',
  },
  holdEnded:
    '{who, select, this {Dieses Konto wird} one {1 Konto wird} other {{n, number} Konten werden}} nicht mehr zurückgehalten.',
  decided: {
    hold: '{accounts, plural, one {# Konto} other {# Konten}} zurückgehalten',
    holdBecause: '{accounts, plural, one {# Konto} other {# Konten}} zurückgehalten: {reason}',
    exclude: '{accounts, plural, one {# Konto} other {# Konten}} ausgeschlossen',
    excludeBecause: '{accounts, plural, one {# Konto} other {# Konten}} ausgeschlossen: {reason}',
    release: '{accounts, plural, one {# Konto wird} other {# Konten werden}} nicht mehr zurückgehalten.',
    undone:
      'Zurückhalten oder Ausschließen von {accounts, plural, one {# Konto} other {# Konten}} rückgängig gemacht.',
  },
} as const satisfies Translation<typeof english>
