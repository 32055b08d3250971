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
        what: 'Eine neuere Fassung einer Datei fragt nach ihrer Kodierung, wo diese unklar ist.',
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
        what: 'Leere Zeilen, die weggelassen werden, sind mit ihren Nummern aufgeführt.',
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
        where: 'Korrigieren',
        what: 'In einem kleinen Fenster steht das Konto unter den Zeilen und verdeckt keine.',
      },
      13: {
        where: 'Korrigieren',
        what: 'Vor einer Änderung vieler Zellen steht da, wie viele Zahlen zu anderen Zahlen würden.',
      },
    },
  },
} as const satisfies Translation<typeof english>
