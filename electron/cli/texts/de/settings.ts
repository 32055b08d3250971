// German descriptions of the options for the settings of a connection, by the option's name.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { settings as english } from '../en/settings.ts'

export const settings = {
  baseUrl: 'der Datenimport-Dienst',
  tokenUrl: 'wo es ein Token gibt (Vorgabe: die Basisadresse mit /v1/graphql/)',
  environment: 'was an der Adresse antwortet',
  catalogue: 'JSON-Schema der Felder des Dienstes; "documented" oder, nur zum Üben, "example"',
  headerTemplate: 'der Authorization-Header, mit {placeholder}',
  statusPath: 'Pfad zum Status eines Kontos, mit Platzhaltern {placeholder}; "none", wenn unbekannt',
  tokenMutation: 'GraphQL-Dokument, das ein Token gewährt; @datei liest es',
  tokenKeyField: 'Name des Schlüssels in der Eingabe der Mutation',
  tokenAnswer: 'Name der Antwort der Mutation',
  tokenField: 'Name des Tokens in der Antwort',
  tokenLife: 'wie lange ein Token gilt, wenn die Antwort es nicht sagt (Vorgabe: 1h)',
  tokenRenewAfter: 'Teil der Geltungsdauer, nach dem ein Token erneuert wird, 10 bis 99 (Vorgabe: 90)',
  attrPrefix: 'wird vom Anfang jedes Pfads in Fehlern des Dienstes entfernt',
  phoneCountry: 'zwei Buchstaben, für Telefonnummern ohne +; "none" überlässt sie dem Dienst',
  operator: 'wer mit dieser Verbindung arbeitet, falls nicht der Name des Datenordners; oder none',
  supplierNote: 'was ein Import-Lieferant bei Kunden auslöst; wiederholbar',
  pausedCodes: 'der Lieferant ist angehalten; mit Kommas, "none"',
  completeCodes: 'der Lieferant ist abgeschlossen; mit Kommas, "none"',
  closedCodes:
    'der Lieferant ist angehalten oder abgeschlossen, und der Code sagt nicht, was; mit Kommas, "none"',
  closedStatuses: 'HTTP-Status, unter denen diese Codes zählen, mit Kommas (Vorgabe: 400)',
  closedDomains: 'Domains, mit denen sie zählen; "none": beliebige',
  signInCodes: 'eines 403, das eine misslungene Anmeldung ist; mit Kommas, "none"',
  refusalsInARow:
    'dieselbe Ablehnung von so vielen Konten hintereinander hält ihren Lieferanten an (Vorgabe: 3)',
  sameProblemInARow:
    'dasselbe Problem ohne Feld bei so vielen hintereinander hält ihren Lieferanten an; "none": nie (Vorgabe: 50)',
  proxy:
    '"system" (Vorgabe), "none", eine Adresse wie http://proxy:8080, oder pac:ADRESSE eines Proxy-Skripts',
  proxyUser: 'Benutzername für den Proxy; "" für keinen',
  proxyBypass:
    'Hosts, die direkt angefragt werden, mit Kommas; "none": jeder Host über den eingestellten Proxy',
  certificateAuthorities: 'wessen Zertifikaten geglaubt wird (Vorgabe: both)',
  caFile: 'weitere Zertifizierungsstellen; "none" entfernt sie',
  clientCertificate: 'eigenes Zertifikat: PEM oder PKCS #12; "none" entfernt es',
  clientKey: 'sein Schlüssel, wenn er nicht in derselben Datei steht; "none"',
  concurrency: 'gleichzeitige Anfragen, 1 bis 64 (Vorgabe: 4)',
  rate: 'höchstens so viele Anfragen je Sekunde; "none" (Vorgabe)',
  connectTimeout: 'wie lange das Verbinden dauern darf (Vorgabe: 10)',
  timeout: 'wie lange Prüfen und Anlegen dauern dürfen (Vorgabe: 60)',
  validateTimeout: 'wie lange das Prüfen dauern darf',
  createTimeout: 'wie lange das Anlegen dauern darf',
  statusTimeout: 'wie lange das Lesen eines Status dauern darf (Vorgabe: 30)',
  poll: 'erster Blick auf ein eingeplantes Konto; der Abstand wächst bis --poll-longest (Vorgabe: 15)',
  pollLongest: 'längster Abstand zwischen zwei Blicken (Vorgabe: 300)',
  quiet:
    'Pause zwischen zwei "nicht gefunden", bevor ein unbestätigtes Konto erneut gesendet wird; "none": das Doppelte der Zeitgrenze, mindestens 60',
  validateEdited: 'Prüfungen je Minute von eben Geändertem (Vorgabe: 60)',
  adaptive: 'wird von selbst langsamer und wieder schneller (Vorgabe: on)',
  readsPerMinute: 'gelesene Status je Minute; "none": keine eigene Grenze (Vorgabe: 600)',
  bodyBytes: 'des größten Kontos, das gesendet wird; "none": beliebig (Vorgabe: 2621440)',
  maxValidationAge:
    'Konten unmittelbar vor dem Anlegen erneut prüfen lassen, wenn die Prüfung älter ist: 30min, 24h, "never" (Vorgabe: 24h)',
  quietHours:
    'wann kein Konto angelegt wird, nach der Uhr dieses Rechners: "22:00-06:00", "Sat,Sun 00:00-12:00"; wiederholbar; "none"',
  stuckUnconfirmed: 'länger unbestätigt braucht Aufmerksamkeit (Vorgabe: 30min)',
  stuckNotVisible: 'angenommen und nicht sichtbar (Vorgabe: 30min)',
  stuckPending: 'PENDING (Vorgabe: 4d)',
  stuckInProgress: 'IN_PROGRESS (Vorgabe: 1d)',
  stuckOtherWord: 'ein Wort, das niemand aufgeführt hat (Vorgabe: 1d)',
  recheck: 'fehlgeschlagene Konten danach noch einmal ansehen; "never" (Vorgabe: 1d)',
  resumeAfterCrash: 'nach einem nicht ordnungsgemäßen Ende von selbst fortsetzen (Vorgabe: off)',
} as const satisfies Translation<typeof english>
