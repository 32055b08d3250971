// German texts of what changed in each version.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { changes as english } from '../en/changes.ts'

export const changes = {
  versions: {
    '0.1.0': {
      1: {
        where: 'Verfolgen',
        what: 'Eine Schaltfläche lässt alle fehlgeschlagenen Konten erneut prüfen, nachdem sie gezählt sind.',
      },
      2: {
        where: 'Korrigieren',
        what: 'Filter, Reihenfolge und Spalten lassen sich als Ansicht unter einem Namen speichern.',
      },
      3: {
        where: 'Laden',
        what: 'Zu einem geänderten Stapel lässt sich eine Datei hinzufügen, wenn seine anderen Dateien unverändert sind.',
      },
      4: {
        where: 'Laden',
        what: 'Beim Laden einer neueren Version einer Datei werden Sie nach der Kodierung gefragt, wenn sie nicht sicher ist.',
      },
      5: {
        where: 'Befehlszeile',
        what: '--fill-down und --fill-merged füllen leere Zellen mit der Zelle darüber.',
      },
      6: {
        where: 'Korrigieren',
        what: 'Die Ecke der Auswahl füllt Zellen: Ziehen Sie daran, oder füllen Sie mit einem Doppelklick nach unten.',
      },
      7: {
        where: 'Laden',
        what: 'Leere Zeilen, die ausgelassen werden, sind mit ihren Nummern aufgeführt.',
      },
      8: {
        where: 'Bericht',
        what: 'Ein Stapel kann als eine Projektdatei an Kollegen übergeben werden.',
      },
      9: {
        where: 'Korrigieren',
        what: 'Vertrauliche Werte sind auf jeder Seite verdeckt, bis Sie sie zeigen: mit dem Auge oder über die Suche.',
      },
      10: {
        where: 'Korrigieren',
        what: 'Die Zeilen eines Problems lassen sich auf das beschränken, was der Dienst seit einem Tag gemeldet hat.',
      },
      11: {
        where: 'Vergleichen',
        what: 'Zwei Stapel oder zwei Prüfungen eines Stapels werden Konto für Konto verglichen: gelöst, neue Probleme, nur auf einer Seite. Die Tabelle lässt sich speichern.',
      },
      12: {
        where: 'Zuordnen',
        what: 'Für ein Pflichtfeld, das keine Spalte füllt, wird die am besten passende Spalte angeboten.',
      },
      13: {
        where: 'Bericht',
        what: 'Ergebnisse ohne Konto stehen hinter einer Zeile, und die Zusammenfassung zum Unterschreiben lässt sich bei der Unterschrift drucken.',
      },
      14: {
        where: 'Korrigieren',
        what: 'Felder und Probleme haben deutsche Namen; ein Katalog kann eigene mit x-titles angeben.',
      },
      15: {
        where: 'Korrigieren',
        what: 'In einem kleinen Fenster steht das Konto unter den Zeilen und verdeckt keine.',
      },
      16: {
        where: 'Korrigieren',
        what: 'Vor einer Änderung vieler Zellen steht da, wie viele Zahlen zu anderen Zahlen würden.',
      },
      17: {
        where: 'Laden',
        what: 'In einem verschlüsselten Datenordner sind auch Dateien verschlüsselt, die ein Browser hochlädt, und die Berichte und anderen Dateien, die dort für einen Browser liegen. Eine heruntergeladene Datei ist es nicht.',
      },
      18: {
        where: 'Stapel',
        what: 'Das Öffnen einer Projektdatei zeigt, wie weit es ist, und lässt sich abbrechen.',
      },
      19: {
        where: 'Bericht',
        what: 'Ein Ordner, in dem Carryover eigene Dateien aufbewahrt, wird für Berichte, Listen und Projektdateien abgelehnt, und eine Projektdatei oder ein Fragebogen ersetzt keine Datei, die inzwischen entstand.',
      },
      20: {
        where: 'Bericht',
        what: 'In den Schritten eines übergebenen Stapels ist ausgegraut, was hier nicht geht, mit dem Grund.',
      },
      21: {
        where: 'Bericht',
        what: 'Berichte lassen vertrauliche Spalten weg, bis Sie sie unter „Inhalt wählen“ zeigen lassen. In fix-me.xlsx bleibt eine weggelassene Zelle, wie sie ist, wenn sie nicht überschrieben wird.',
      },
      22: {
        where: 'Team',
        what: 'Mehrere Arbeitsplätze können über eine PostgreSQL-Datenbank an einer Migration arbeiten: Jedes Konto wird einmal angelegt, von einem von ihnen. Die Seite Team tritt einem bei und zeigt die Stapel aller Mitglieder; eine Verbindung lässt sich für alle anhalten.',
      },
    },
  },
} as const satisfies Translation<typeof english>
