// German texts of the recovery page, shown when the data folder cannot be opened.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { recovery as english } from '../en/recovery.ts'

export const recovery = {
  titles: {
    damaged: 'Die Datenbank ist beschädigt',
    in_use: 'Ein anderes Carryover verwendet diesen Ordner',
    newer: 'Ein neueres Carryover hat diesen Ordner geschrieben',
    foreign: 'Dieser Ordner enthält die Datenbank eines anderen Programms',
    copied: 'Dieser Ordner ist eine Kopie oder eine wiederhergestellte Sicherung',
    locked: 'Der Datenordner ist verschlüsselt, und sein Schlüssel liegt hier nicht vor',
    unusable: 'Der Datenordner lässt sich nicht öffnen',
  },
  bodies: {
    damaged:
      'Einige Einträge zu Stapeln, Konten oder Versuchen sind nicht mehr lesbar. Ursache kann ein defekter Datenträger, ein Absturz oder ein anderes Programm sein.',
    in_use:
      'Nur ein Carryover kann einen Ordner zur gleichen Zeit verwenden, damit nichts zweimal gesendet wird. Schließen Sie das andere oder warten Sie, bis sein Befehl fertig ist, und versuchen Sie es dann erneut.',
    newer:
      'Diese Version kann nicht alles darin lesen. Nichts wurde geändert. Aktualisieren Sie Carryover und starten Sie es dann neu.',
    foreign: 'Nichts wurde geändert. Verwenden Sie für Carryover einen anderen Ordner.',
    copied:
      'Wird das Original noch verwendet, könnten Konten zweimal angelegt werden. Von hier wird nichts gesendet, bis Sie bestätigen, dass das Original nicht mehr verwendet wird.',
    locked:
      'Geben Sie den Wiederherstellungsschlüssel dieses Ordners ein. Er wurde gezeigt, als der Ordner verwendet wurde, und liegt vielleicht in einem Passwortmanager. Nichts wurde geändert.',
    unusable:
      'Nichts wurde geändert. Beheben Sie das unten genannte Problem und versuchen Sie es dann erneut.',
  },
  damagedBefore:
    'Der Schaden wurde gefunden, bevor etwas geöffnet wurde. Nichts wurde gesendet oder geändert.',
  damagedOpen:
    'Der Schaden wurde gefunden, während der Ordner geöffnet war. Nichts mehr wird gesendet. Änderungen seit dem Start stehen im Protokoll der Datenbank.',
  kept: 'Die beschädigten Dateien bleiben erhalten. Beim Wiederherstellen einer Sicherung werden sie in einen eigenen Ordner verschoben.',
  folder: 'Datenordner',
  original: 'Zuletzt verwendet in',
  details: 'Einzelheiten',
  backups: 'Sicherungen',
  backupsHow: 'Erstellt, während Carryover lief. Die neueste zuerst.',
  noBackups:
    'Dieser Ordner hat keine Sicherung. Verwenden Sie einen anderen Ordner, oder lassen Sie die Datei reparieren und versuchen Sie es erneut.',
  unreadable: 'Nicht lesbar',
  newest: 'Neueste',
  holds:
    '{batches, plural, one {# Stapel} other {# Stapel}}, {accounts, plural, one {# Konto} other {# Konten}}',
  restore: 'Diese Sicherung wiederherstellen',
  restoreOf: 'Diese Sicherung wiederherstellen: {when}',
  askTitle: 'Diese Sicherung wiederherstellen?',
  askMeaning:
    'Nichts wird doppelt angelegt: Carryover fragt den Dienst nach jedem Konto, bevor es gesendet wird, auch nach Konten aus Dateien, die Sie erneut laden.',
  askLost:
    'Änderungen, Entscheidungen und Dateien seit der Sicherung sind nicht in ihr. Sie bleiben in den beschädigten Dateien, die in einem eigenen Ordner erhalten bleiben.',
  retire: 'Das Original wird nicht mehr verwendet',
  retireTitle: 'Ab jetzt diesen Ordner verwenden?',
  retireMeaning:
    'Bestätigen Sie nur, wenn das Original gelöscht ist oder nie wieder mit Carryover geöffnet wird. Ab jetzt darf nur dieser Ordner senden.',
  retireLookup:
    'Das Original kann Konten gesendet haben, die hier nicht verzeichnet sind. Jedes noch nicht angelegte Konto wird nachgeschlagen, bevor es gesendet wird. 30 Tage lang gilt das auch für neu geladene Dateien.',
  retireAction: 'Diesen Ordner verwenden',
  another: 'Anderen Ordner verwenden',
  anotherHow:
    'Ein Ordner in {place}. Er wird angelegt, wenn es ihn nicht gibt. Der jetzige Ordner bleibt unverändert.',
  anotherOnce: 'Gilt, bis Carryover geschlossen wird. Für spätere Starts geben Sie --data-dir an.',
  anotherName: 'Name des Ordners',
  anotherOpen: 'Diesen Ordner öffnen',
  anotherWrong: 'Ein einfacher Name ohne / \\ : * ? " < > |, der nicht mit einem Punkt endet.',
  tryAgain: 'Erneut versuchen',
  unlockKey: 'Wiederherstellungsschlüssel',
  unlockHint: '55 Buchstaben und Ziffern. Leerzeichen, Bindestriche und Kleinschreibung spielen keine Rolle.',
  unlock: 'Den Ordner öffnen',
} as const satisfies Translation<typeof english>
