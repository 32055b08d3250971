// Die Wörter des Fensters mit ihrer Bedeutung: German texts of the list of words.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { words as english } from '../en/words.ts'

export const words = {
  whatIs: 'Was bedeutet „{word}“?',
  all: 'Alle Wörter',
  of: {
    batch: {
      word: 'Stapel',
      meaning: 'Eine Tabelle, oder mehrere, die zusammengehören, auf dem Weg von der Datei zum Bericht.',
    },
    account: {
      word: 'Konto',
      meaning:
        'Ein Kundenkonto: seine Zeilen in der Datei, sein Zustand und seine Probleme. Es wird höchstens einmal angelegt.',
    },
    connection: {
      word: 'Verbindung',
      meaning:
        'Wo der Dienst ist und wie mit ihm gesprochen wird: Adresse, Schlüssel, Grenzen und Codes der Lieferanten.',
    },
    supplier: {
      word: 'Lieferant',
      meaning:
        'Der Importlieferant, für den die Konten angelegt werden, mit seinem Code beim Dienst. Der Betreiber bestimmt, was ein Lieferant bei Kunden auslöst, zum Beispiel E-Mails.',
    },
    catalogue: { word: 'Katalog', meaning: 'Die Felder, die der Dienst beschreibt, mit ihren Regeln.' },
    mapping: {
      word: 'Zuordnung',
      meaning:
        'Welche Spalte welches Feld füllt. Passende Spalten werden nach Namen und Werten vorgeschlagen; Sie entscheiden.',
    },
    conversion: {
      word: 'Umwandlung',
      meaning:
        'Wie aus dem Text einer Zelle der Wert eines Feldes wird, zum Beispiel ein Datum mit dem Tag zuerst.',
    },
    template: {
      word: 'Vorlage',
      meaning: 'Eine Zuordnung, unter einem Namen gespeichert, für die nächste Datei derselben Art.',
    },
    cause: {
      word: 'Ursache',
      meaning: 'Alle Probleme mit demselben Code und Feld. Meist lassen sie sich zusammen beheben.',
    },
    notValidated: {
      word: 'Nicht geprüft',
      meaning: 'Unsere eigenen Prüfungen finden nichts. Der Dienst hat es noch nicht geprüft.',
    },
    rejected: { word: 'Abgelehnt', meaning: 'Der Dienst hat es geprüft und Probleme genannt.' },
    ready: {
      word: 'Sendebereit',
      meaning:
        'Der Dienst hat genau das angenommen, was gesendet würde. Angelegt wird es erst, wenn Sie es freigeben.',
    },
    validate: {
      word: 'Prüfen',
      meaning: 'Der Dienst prüft die Konten so, wie sie gesendet würden. Er legt keines an.',
    },
    overruled: {
      word: 'Dem Dienst überlassen',
      meaning:
        'Sie haben sich über eine unserer eigenen Prüfungen hinweggesetzt: Das Konto darf trotzdem gesendet werden, und es zählt die Antwort des Dienstes.',
    },
    hold: {
      word: 'Zurückhalten',
      meaning:
        'Das Konto behält seinen Zustand und wird nicht angelegt, bis Sie das Zurückhalten beenden. Der Grund steht im Bericht.',
    },
    exclude: {
      word: 'Ausschließen',
      meaning: 'Das Konto wird aus diesem Stapel nicht übertragen. Es bleibt mit dem Grund im Bericht.',
    },
    wave: {
      word: 'Welle',
      meaning: 'Konten, die zusammen freigegeben werden. Eine kleine zuerst zeigt, ob alles gut geht.',
    },
    release: {
      word: 'Freigeben',
      meaning:
        'Die Konten einer Welle kommen in die Warteschlange und werden dann gesendet und angelegt. Beim Dienst lässt sich das nicht rückgängig machen.',
    },
    brake: {
      word: 'Bremse',
      meaning:
        'Eine Regel, die einen Stapel von selbst anhält, zum Beispiel wenn bei zu vielen Konten etwas schiefgeht.',
    },
    pause: {
      word: 'Pause',
      meaning: 'An eine Verbindung oder einen Lieferanten wird nichts gesendet, bis Sie fortsetzen.',
    },
    team: {
      word: 'Team',
      meaning:
        'Mehrere Arbeitsplätze, die an einer Migration arbeiten. Eine gemeinsame PostgreSQL-Datenbank teilt jedes Konto einem von ihnen zu.',
    },
    claim: {
      word: 'Anspruch',
      meaning:
        'Das Recht, ein Konto anzulegen, das die Datenbank des Teams nur einmal erteilt. Hat es eine andere Person, wird das Konto nicht von hier gesendet und nennt, bei wem es ist.',
    },
    unconfirmed: {
      word: 'Unbestätigt',
      meaning:
        'Es wurde gesendet, und die Antwort ging verloren. Ob es angelegt ist, wird nachgesehen; vorher wird es nie noch einmal gesendet.',
    },
    alreadyThere: {
      word: 'Schon vorhanden',
      meaning: 'Der Dienst hatte dieses Konto schon. Es wurde nicht ein zweites Mal angelegt.',
    },
    unknownOrigin: {
      word: 'Vorhanden, Herkunft unbekannt',
      meaning:
        'Das Konto gibt es beim Dienst, aber es ist nicht sicher, dass es aus diesem Stapel ist. Bitte sehen Sie nach.',
    },
    dryRun: {
      word: 'Probelauf',
      meaning: 'Der Dienst ist das Anlegen zur Probe durchgegangen und hat nichts angelegt.',
    },
    reconciliation: {
      word: 'Abgleich',
      meaning:
        'Jede gelesene Zeile ist in einem Konto oder hat einen Grund, warum nicht. Unerklärte Zeilen darf es nicht geben.',
    },
  },
} as const satisfies Translation<typeof english>
